//! Places and personal data: paths, addresses, hosts, e-mail addresses, telephone numbers.

use super::{Bare, triggers};
use crate::rule::Family;
use proptest::prelude::*;

/// A place or a person.
pub(super) fn any() -> impl Strategy<Value = Bare> {
    prop_oneof![
        posix_path(),
        windows_path(),
        share(),
        address_of_four(),
        address_of_six(),
        internal_host(),
        email(),
        phone_number()
    ]
}

fn name() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9_-]{6,10}[a-z0-9]"
}

/// A path under any of the rule's own roots.
fn posix_path() -> impl Strategy<Value = Bare> {
    let roots = triggers("posix-path");
    let roots: Vec<_> = roots.into_iter().filter(|root| root.ends_with('/')).collect();
    let folders = prop::collection::vec(name(), 1..4);
    (prop::sample::select(roots), folders, name(), prop::sample::select(vec![".py", ".json", ".key", ".log"])).prop_map(
        |(root, folders, file, ending)| {
            let text = format!("{root}{}/{file}{ending}", folders.join("/"));
            Bare::new("posix-path", Family::Paths, text, folders.into_iter().chain([file]))
        },
    )
}

/// A path, and the folder that it is in.
pub(super) fn path_in_folder() -> impl Strategy<Value = (String, String)> {
    (name(), name(), name()).prop_map(|(user, folder, file)| {
        let folder = format!("/home/{user}/{folder}");
        (format!("{folder}/{file}.csv"), folder)
    })
}

fn windows_path() -> impl Strategy<Value = Bare> {
    let separator = prop::sample::select(vec!["\\", "/", "\\\\"]);
    ("[A-Z]", separator, prop::collection::vec(name(), 1..4), name()).prop_map(|(drive, gap, folders, file)| {
        let text = format!("{drive}:{gap}{}{gap}{file}.txt", folders.join(gap));
        Bare::new("windows-path", Family::Paths, text, folders.into_iter().chain([file]))
    })
}

fn share() -> impl Strategy<Value = Bare> {
    (name(), name(), name()).prop_map(|(host, folder, file)| {
        let text = format!("\\\\{host}\\{folder}\\{file}.doc");
        Bare::new("share", Family::Paths, text, [host, folder, file])
    })
}

fn address_of_four() -> impl Strategy<Value = Bare> {
    let start = prop_oneof![
        (0..=255_u8).prop_map(|second| (10, second)),
        (16..32_u8).prop_map(|second| (172, second)),
        Just((192, 168)),
        Just((169, 254)),
        (64..128_u8).prop_map(|second| (100, second)),
    ];
    // The ranges themselves, which end in zeros, are kept.
    (start, 1..=255_u8, 1..=255_u8, prop::option::of(1..=65_535_u16)).prop_map(
        |((first, second), third, fourth, port)| {
            let address = format!("{first}.{second}.{third}.{fourth}");
            let text = port.map_or(address.clone(), |port| format!("{address}:{port}"));
            Bare::new("private-address", Family::Places, text, [address])
        },
    )
}

fn address_of_six() -> impl Strategy<Value = Bare> {
    let start = prop_oneof!["fd[0-9a-f]{2}", Just("fe80".to_owned()), "FD[0-9A-F]{2}"];
    let groups = prop_oneof![
        prop::collection::vec("[1-9a-f][0-9a-f]{3}", 7).prop_map(|groups| groups.join(":")),
        prop::collection::vec("[1-9a-f][0-9a-f]{3}", 2..5).prop_map(|groups| format!(":{}", groups.join(":"))),
    ];
    (start, groups).prop_map(|(start, groups)| {
        let address = format!("{start}:{groups}");
        Bare::new("private-address-of-six", Family::Places, address.clone(), [address])
    })
}

/// A host under any of the rule's own domains.
fn internal_host() -> impl Strategy<Value = Bare> {
    let domains = prop::sample::select(triggers("internal-host"));
    let around = prop::sample::select(vec![["", ""], ["http://", "/orders"], ["", ":5432"], ["tcp://", ":80"]]);
    ("[a-z][a-z0-9-]{6,10}[a-z0-9]", prop::option::of("[a-z]{2,6}"), domains, around).prop_map(
        |(host, zone, domain, [before, after])| {
            let zone = zone.map_or_else(String::new, |zone| format!(".{zone}"));
            Bare::new("internal-host", Family::Places, format!("{before}{host}{zone}{domain}{after}"), [host])
        },
    )
}

/// An address in a domain that is not reserved for examples.
fn email() -> impl Strategy<Value = Bare> {
    let domain = prop::sample::select(vec!["corp.io", "mail.acme.co.uk", "a-b.de", "x1.museum"]);
    ("[a-z][a-z0-9._+-]{6,14}[a-z0-9]", domain, prop::sample::select(vec!["", "mailto:", "https://api.io/users/"]))
        .prop_map(|(user, domain, before)| {
            Bare::new("email", Family::People, format!("{before}{user}@{domain}"), [user])
        })
}

fn phone_number() -> impl Strategy<Value = Bare> {
    prop_oneof!["\\+[1-9][0-9]{10,13}", "\\+49 [1-9][0-9] [0-9]{8}", "\\+1 \\([2-9][0-9]{2}\\) [0-9]{3}-[0-9]{4}"]
        .prop_map(|number| Bare::new("phone-number", Family::People, number.clone(), [number]))
}
