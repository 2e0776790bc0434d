//! Texts to scrub: ordinary ones, ones full of secrets, and ones that are made to be slow.

use std::fmt;

const KILOBYTE: usize = 1024;

/// Messages of servers with nothing to remove.
const SENTENCES: [&str; 32] = [
    "None of the 3 requested articles returned any data; the service answered within 120 ms as usual.",
    "The request queue is full: 120 requests are waiting, and the limit is 100. Wait 30 seconds and retry.",
    "Field `quantity` must be between 1 and 99, but 250 was given; see the documentation of the tool `place_order`.",
    "Order 17 was not found. Call list_orders first, or check whether it was cancelled on 2026-11-15.",
    "The upstream service replied with HTTP status 503 (Service Unavailable) three times in a row.",
    "Rate limit reached: 60 calls per minute are allowed, 61 were made. The window ends in 12.5 seconds.",
    "The token count of the prompt (9,120) is larger than the context of the model (8,192 tokens).",
    "Could not parse the date '15.11.2026': expected year, month and day, such as 2026-11-15.",
    "The index `articles_by_year` is being rebuilt (42% done), so searches may miss recent entries.",
    "Validation failed for 2 of 14 rows: row 3 has no title, and the year of row 9 lies in the future.",
    "The key point is that the cache was cold; a second call takes about a tenth of the time.",
    "The connection was closed by the other side before the whole answer had arrived (got 1,204 of 4,096 bytes).",
    "Tool `convert_units` does not know the unit 'furlong per fortnight'; known are metre, mile, second and hour.",
    "The circuit breaker opened after 5 failures in 10 seconds and lets one call through at 18:30:00 UTC.",
    "A result of 2.4 MB is too large for one reply; ask for fewer columns, or for pages of 100 rows.",
    "The password must have at least 12 characters; the one that was given has 7.",
    "Two versions of the document exist (v3 and v4); say which one is meant, or take the newest.",
    "The job was started 14 times and finished 13 times; the last run ended with exit code 137 (out of memory).",
    "No region is configured. Set one of eu-central, us-east or ap-south and start the server again.",
    "The currency EUR cannot be added to USD; convert one of the amounts (12.50 and 7.99) first.",
    "A secret is needed to sign requests, and none was configured; ask the operator for one.",
    "Deadline exceeded: the query took 30.2 s of the 30 s that it may take; narrow the range of dates.",
    "The feature `semantic_search` is in preview and switched off for this workspace.",
    "The checksum of part 7 does not match; the part was sent twice and will be sent a third time.",
    "The user has no permission to delete comments; the owner of the page or an editor can do it.",
    "Nothing was changed: the new title is the same as the old one, and the tags are in the same order.",
    "The graph has a cycle of 4 nodes (a, b, c, d), so no order of the steps exists.",
    "The schedule \"every 5 minutes\" overlaps with maintenance from 02:00 to 02:30; runs in between are skipped.",
    "The model returned text where a number was expected; the answer began with \"approximately\".",
    "The archive holds 1,000 files or more; give a filter such as *.csv, or set the limit to at most 5,000.",
    "The search for \"error handling AND/OR retries\" found 27 pages, of which 10 are shown (page 1 of 3).",
    "Colour #ff8800 is not part of the palette; the nearest ones are orange (#ff8c00) and amber (#ffbf00).",
];

/// Twenty messages and JSON bodies of about a kilobyte in which there is nothing to remove.
pub(crate) fn ordinary() -> Vec<String> {
    let message = |first: usize| filled(SENTENCES.iter().cycle().skip(first).step_by(5), " ");
    let body = |first: usize| {
        let item = |(index, text): (usize, &&str)| {
            let text = text.replace('"', "\\\"");
            format!(
                "{{\"row\": {index}, \"status\": \"failed\", \"retryable\": {}, \"detail\": \"{text}\"}}",
                index % 2 == 0
            )
        };
        let items: Vec<String> =
            SENTENCES.iter().cycle().enumerate().skip(first).step_by(3).map(item).take(16).collect();
        format!("{{\"success\": false, \"total\": 120, \"items\": [{}]}}", filled(items.iter(), ", "))
    };
    (0..20).map(|index| if index % 2 == 0 { message(index) } else { body(index) }).collect()
}

/// Messages of about a kilobyte with much to remove.
pub(crate) fn loaded() -> Vec<String> {
    const LINES: [&str; 12] = [
        "cannot reach postgres://shop:Tr0ub4dor-3@db.internal:5432/orders?sslmode=require",
        "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJlLW9mLWFubg",
        "Traceback (most recent call last):\n  File \"/srv/shop/app.py\", line 17, in run\n    load(order)\nValueError: no order",
        "DB_PASSWORD=correct-horse-battery API_KEY='zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL'",
        "java.lang.IllegalStateException: closed\n\tat shop.Orders.load(Orders.java:17)\n\tat shop.Main.main(Main.java:3)",
        "SELECT id, total FROM orders WHERE email = 'ann@mail.shop' AND card = '4111 1111 1111 1111'",
        "{\"client_secret\": \"m3cHx9Lq2Vt7Rz4Kw8Np1Sd6\", \"user\": \"ann@mail.shop\"}",
        "open /home/ann/.config/shop/live.toml: permission denied; tried C:\\Users\\Ann\\shop.toml too",
        "https://hooks.example.com/send?token=9f8e7d6c5b4a39281706f5e4d3c2b1a0&channel=17",
        "goroutine 1 [running]:\nmain.load(0xc000010000)\n\t/srv/shop/main.go:17 +0x1d",
        "connect ECONNREFUSED 10.0.3.17:5432 (db-2.internal), then 192.168.1.20:5432",
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n-----END PRIVATE KEY-----",
    ];
    (0..LINES.len()).map(|first| filled(LINES.iter().cycle().skip(first), "\n")).collect()
}

/// As many pieces as a kilobyte holds.
fn filled(pieces: impl Iterator<Item = impl AsRef<str>>, between: &str) -> String {
    let mut text = String::new();
    for piece in pieces {
        if text.len() + piece.as_ref().len() > KILOBYTE {
            break;
        }
        text.push_str(piece.as_ref());
        text.push_str(between);
    }
    text
}

/// An input of 64 KiB that makes one rule start again and again.
#[derive(Clone)]
pub(crate) struct Adversary {
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

impl fmt::Display for Adversary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// One or more for every family of rules: triggers without what they announce, near misses, and huge runs.
pub(crate) fn adversaries() -> Vec<Adversary> {
    const REPEATED: [(&str, &str); 121] = [
        ("://", "://"),
        ("a://", "a://"),
        ("a://b:c", "a://b:c"),
        ("://a:b@", "://a:b@"),
        ("@", "@"),
        ("a@", "a@"),
        ("a@b.", "a@b."),
        ("password=", "password="),
        ("password= ", "password= "),
        ("password=\"", "password=\""),
        ("\"password\":", "\"password\":"),
        ("\"password\":\"\\", "\"password\":\"\\"),
        ("key ", "key "),
        ("token: ", "token: "),
        ("=", "="),
        (":", ":"),
        ("Authorization: ", "Authorization: "),
        ("Bearer ", "Bearer "),
        ("eyJ", "eyJ"),
        ("eyJ.", "eyJ."),
        ("-----BEGIN ", "-----BEGIN "),
        ("-----BEGIN RSA PRIVATE KEY", "-----BEGIN RSA PRIVATE KEY-----\n"),
        ("sk_live_", "sk_live_"),
        ("AKIA", "AKIA"),
        ("ghp_ and 20 letters", "ghp_abcdefghijklmnopqrst "),
        ("$2a$", "$2a$10$"),
        ("    at , lines", "    at \n"),
        ("at a.b(c:1), lines", "\tat a.b(c:1)\n"),
        ("Traceback", "Traceback"),
        ("Traceback with colon, lines", "Traceback (most recent call last):\n"),
        ("File \"x\", line 1", "  File \"x\", line 1\n"),
        ("goroutine ", "goroutine 1 "),
        ("panicked at ", "thread 'main' panicked at "),
        ("SELECT ", "SELECT "),
        ("SELECT a FROM ", "SELECT a FROM "),
        ("INSERT INTO ", "INSERT INTO "),
        ("/home/", "/home/"),
        ("/home/a ", "/home/a "),
        ("/", "/"),
        ("C:\\", "C:\\"),
        ("\\\\", "\\\\"),
        ("10.", "10."),
        ("10.0.0.", "10.0.0. "),
        ("fe80:", "fe80:"),
        ("digits and hyphens", "1-2 34-"),
        ("+1 555", "+1 555 "),
        ("?a=&", "?a=&"),
        ("quotes and backslashes", "\"\\'\\\\\""),
        ("%41", "%41"),
        ("\\u0041", "\\u0041"),
        ("{", "{"),
        ("[redacted]", "[redacted]"),
        ("sk_", "sk_"),
        ("sk-", "sk-"),
        ("live_", "live_"),
        ("1/", "1/"),
        ("0x", "0x"),
        ("::", "::"),
        ("|", "|"),
        ("key: ", "key: "),
        ("key=, drawn", "key=a1b2c3d4e5f6,"),
        ("drawn words of 12", "a1b2c3d4e5f6 "),
        ("a1=", "a1="),
        (".local", ".local"),
        (".internal", ".internal"),
        ("fd00:", "fd00:"),
        ("192.168.", "192.168."),
        ("#0, lines", "#0 \n"),
        (".js:1:1, lines", ".js:1:1\n"),
        (".php:1", ".php:1"),
        (" on line ", " on line "),
        ("Key (", "DETAIL: Key ("),
        ("[SQL: ", "[SQL: "),
        ("INSERT INTO a (", "INSERT INTO a ("),
        ("service-", "service-"),
        (".amazonaws.com", ".amazonaws.com"),
        ("hooks.slack.com/services/", "hooks.slack.com/services/"),
        ("input_value=", "input_value="),
        ("cookie=a", "cookie=a"),
        ("~/1", "~/1"),
        ("names with digits", "context7-key "),
        ("short names with digits", "s3-older-key "),
        ("lan.", "lan."),
        ("merge, lines", "merge\n"),
        ("SUMMARY: ", "SUMMARY: "),
        ("/1O/w1cDnyilFU=1", "/1O/w1cDnyilFU=1"),
        ("Q~1", "Q~1"),
        ("SELECT \"", "SELECT \""),
        ("AGE-SECRET-KEY-1 ", "AGE-SECRET-KEY-1 "),
        ("sshpass a", "sshpass a"),
        (".rb:, lines", ".rb:\n"),
        ("/a.db", "/a.db "),
        (".db~", ".db~"),
        ("/app/1", "/app/1 "),
        ("AError in a.rs:1", "AError in a.rs:1 "),
        ("in at in a.py:1", "in at in a.py:1 "),
        ("_:SELECT : , lines", "_:SELECT : \n"),
        ("login\": { with escapes", ".onelogin.com\": {\"\\\\n"),
        ("\": [\"1//0: with escapes", "\\\\n\": [\"1//0: key=\""),
        ("key=\"%25", "key=\"%25"),
        ("\\tat api-key:, lines", "_\r\n--\\tat api-key:0x["),
        ("AccountKey= with escapes", "AccountKey=1%25.java:1&quot;"),
        ("key=\"SQL [:, lines", "\n.java:1\\\\n::key=\"key=\"SQL [:"),
        ("args=\"[.py, lines", "contrasenaargs=\"[.py\\n\n://a1plane_"),
        ("&#61;key=\"--", "&#61;key=\"--"),
        ("0x with escapes, lines", "0x\\n\n"),
        ("args: [] cookie:, lines", ": args: []\n  0xcookie:accesssequence \""),
        ("input_value= with escapes", "*\\n\r\ninput_value=17-----key=\"-----"),
        ("\"auth\": {", "\"auth\": {"),
        ("<secret>", "<secret>"),
        ("value= name=password", "value=a name=password "),
        ("\\tat", "\\tat "),
        ("/apps/x$", "/apps/x$"),
        ("0x .php on line with escapes", "0x.php on line 0xassertion%3D[redacted]\\\\\\\"EAA"),
        ("/build/ with escapes", "a.bab{\\\\n%\u{200b}{/build/aglptt-"),
        ("~/& with escapes", "1\\\\n%3D~/&("),
        ("0x(%25, lines", ")\n0x(%2517:. ~"),
        ("0x with %25, lines", "\n0x%2517:;  ) "),
        ("putty-user-key-file-, lines", "putty-user-key-file-\n"),
        ("names and values with escapes", "\"methodName\":\u{200b}\r\n0&PuTTY-User-Key-File-key '%25a1b2c3d4e5f6'"),
        ("words before 32 digits", "the id is 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67 "),
    ];
    /// `#` is another number in every repetition: no result can be remembered.
    const DIFFERING: [(&str, &str); 14] = [
        ("ory_ keys that differ", "\\\\nory__GOOG1E#,- \\t"),
        ("whsec_ keys that differ", "whsec_GOOG1E#\\tat .atlas,192.168.:_"),
        ("exceptions that differ", "x?sandbox_#\\tat APIMadmin.java:1=Accoun"),
        ("passwords that differ", "\\\\npw\".publiSTAGE_name##.pfx"),
        ("names that differ", "api_#_key: "),
        ("keys that differ", "key=# "),
        ("cvc.keys that differ", "%25cvc.key#"),
        ("unkey_ keys that differ", "K10unkey_##AAAAAA#&quot;\\\\n/nix/store/"),
        ("names with .vb: that differ", "\\tpasswd#.vb:{"),
        ("names of entries that differ", "key=\"^#|x%25#_\":"),
        ("exceptions in entries that differ", "&quot;key=\"#(#.java:1é\"¥users¥"),
        ("token- keys that differ", "\\u0061token-#tk-#a1\\\\nsig="),
        ("keys in quotes that differ", "PVE:%41mlsn.key '#'0x`/vol/"),
        ("addresses that differ", "#@#.com "),
    ];
    let mut all: Vec<Adversary> =
        REPEATED.into_iter().map(|(name, unit)| Adversary { name, text: repeated(unit) }).collect();
    all.extend(DIFFERING.into_iter().map(|(name, unit)| Adversary { name, text: differing(unit) }));
    all.push(Adversary { name: "items { below credentials", text: "credentials:\n".to_owned() + &repeated("- {a\n") });
    let mut state = 17_u64;
    let mut random = |alphabet: &str| {
        // A simple generator with a fixed seed: the same letters in every run.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = (state >> 33) as usize % alphabet.len();
        alphabet.chars().nth(index).unwrap_or('A')
    };
    let mut run = |alphabet| (0..64 * KILOBYTE).map(|_| random(alphabet)).collect::<String>();
    let base64 = run("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    all.push(Adversary { name: "one run of base64", text: base64.clone() });
    all.push(Adversary { name: "one run of hex", text: run("0123456789abcdef") });
    all.push(Adversary { name: "one run of digits", text: run("0123456789") });
    let tokens: Vec<&str> =
        (0..base64.len() / 23).filter_map(|index| base64.get(index * 23..index * 23 + 23)).collect();
    all.push(Adversary { name: "base64, 23 at a time", text: tokens.join(" ") });
    all.push(Adversary { name: "one huge word", text: "x".repeat(64 * KILOBYTE) });
    all.push(Adversary { name: "one huge line of spaces", text: " ".repeat(64 * KILOBYTE) });
    all.push(Adversary { name: "line breaks", text: "\n".repeat(64 * KILOBYTE) });
    all.push(Adversary { name: "wide characters", text: repeated("é😀") });
    all
}

fn repeated(unit: &str) -> String {
    unit.repeat(64 * KILOBYTE / unit.len())
}

/// The same with another number for each `#`.
fn differing(unit: &str) -> String {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut text, mut number) = (String::new(), 0_u64);
    while text.len() < 64 * KILOBYTE {
        for sign in unit.chars() {
            if sign == '#' {
                number += 1;
                text.push_str(&format!("{:x}", number.wrapping_mul(SPREAD)));
            } else {
                text.push(sign);
            }
        }
    }
    text
}
