//! What is sealed is opened by whoever has a key, for its purpose, in its time, and as it was.

use super::*;
use proptest::prelude::*;

const ALL: [Purpose; 4] = [Purpose::Session, Purpose::RequestState, Purpose::Task, Purpose::Cursor];
const HOUR: Duration = Duration::from_secs(3_600);

fn key(letter: char) -> Secret {
    Secret::new(letter.to_string().repeat(SHORTEST_KEY))
}

fn seal(letters: &str) -> Seal {
    Seal::new(&letters.chars().map(key).collect::<Vec<_>>()).unwrap()
}

#[test]
fn without_keys_each_seal_of_the_process_opens_what_another_one_has_sealed() {
    let sealed = Seal::new(&[]).unwrap().seal(Purpose::Session, b"a", HOUR).unwrap();
    assert_eq!(Seal::new(&[]).unwrap().open(Purpose::Session, &sealed).as_deref(), Ok(&b"a"[..]));
    assert_eq!(seal("a").open(Purpose::Session, &sealed), Err(Unopened::Forged));
}

#[test]
fn a_key_takes_the_place_of_another_while_both_are_there() {
    let before = seal("a").seal(Purpose::Cursor, b"page", HOUR).unwrap();
    let meanwhile = seal("ba");
    assert_eq!(meanwhile.open(Purpose::Cursor, &before).as_deref(), Ok(&b"page"[..]));
    let new = meanwhile.seal(Purpose::Cursor, b"page", HOUR).unwrap();
    assert_eq!(seal("b").open(Purpose::Cursor, &new).as_deref(), Ok(&b"page"[..]), "the first one seals");
    assert_eq!(seal("b").open(Purpose::Cursor, &before), Err(Unopened::Forged));
}

#[test]
fn what_is_sealed_for_a_time_is_not_opened_after_it() {
    let sealed = seal("a").seal_until(Purpose::Session, b"a", 1_000).unwrap();
    assert!(seal("a").open_at(Purpose::Session, &sealed, 999).is_ok());
    assert_eq!(seal("a").open_at(Purpose::Session, &sealed, 1_000), Err(Unopened::Expired));
    assert_eq!(seal("a").open(Purpose::Session, &sealed), Err(Unopened::Expired));
}

#[test]
fn keys_that_can_be_guessed_are_refused_and_none_is_shown() {
    let short = Secret::new("swordfish-77");
    let mistakes = Seal::new(&[key('a'), short]).unwrap_err();
    assert!(mistakes.len() == 1 && mistakes[0].starts_with("key 2 of `seal_keys` is shorter than 32"), "{mistakes:?}");
    assert!(!mistakes[0].contains("swordfish"), "{mistakes:?}");
    assert!(Seal::new(&vec![key('a'); MOST_KEYS + 1]).is_err());
    assert_eq!(format!("{:?}", seal("ab")), "Seal { keys: 2, .. }");
}

#[test]
fn what_is_too_long_for_its_purpose_is_not_sealed() {
    let fits = |purpose: Purpose| purpose.longest() / 4 * 3 - HEAD - RANDOM - EXPIRY - 16 - 3;
    for purpose in ALL {
        let sealed = seal("a").seal(purpose, &vec![7; fits(purpose)], HOUR).unwrap();
        assert!(sealed.len() <= purpose.longest());
        assert_eq!(seal("a").seal(purpose, &vec![7; fits(purpose) + 8], HOUR), Err(Unsealed::TooLong));
    }
}

proptest! {
    #[test]
    fn what_is_sealed_is_opened_for_its_purpose_alone(payload in proptest::collection::vec(any::<u8>(), 0..200), place in 0..4_usize) {
        let sealed = seal("a").seal(ALL[place], &payload, HOUR).unwrap();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        prop_assert!(sealed.bytes().all(is_plain), "{}", sealed);
        for purpose in ALL {
            let expected = if purpose == ALL[place] { Ok(payload.clone()) } else { Err(Unopened::OtherPurpose) };
            prop_assert_eq!(seal("a").open(purpose, &sealed), expected);
        }
    }

    #[test]
    fn what_is_changed_anywhere_is_refused(payload in proptest::collection::vec(any::<u8>(), 0..60), change in 1..=255_u8) {
        let sealed = seal("a").seal(Purpose::Session, &payload, HOUR).unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(&sealed).unwrap();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            let changed = URL_SAFE_NO_PAD.encode(changed);
            prop_assert_eq!(seal("a").open(Purpose::Session, &changed), Err(Unopened::Forged), "{}", place);
        }
        for length in 0..sealed.len() {
            prop_assert_eq!(seal("a").open(Purpose::Session, &sealed[..length]), Err(Unopened::Forged), "{}", length);
        }
        prop_assert_eq!(seal("a").open(Purpose::Session, &format!("{sealed}A")), Err(Unopened::Forged));
    }

    #[test]
    fn whatever_a_client_sends_is_refused(text in ".{0,300}") {
        prop_assert_eq!(seal("ab").open(Purpose::RequestState, &text), Err(Unopened::Forged));
    }

    #[test]
    fn nothing_of_the_payload_can_be_seen(payload in "[a-z]{40,60}") {
        let sealed = seal("a").seal(Purpose::Session, payload.as_bytes(), HOUR).unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(&sealed).unwrap();
        prop_assert!(!bytes.windows(8).any(|it| payload.as_bytes().windows(8).any(|own| own == it)));
        prop_assert_ne!(seal("a").seal(Purpose::Session, payload.as_bytes(), HOUR).unwrap(), sealed);
    }
}
