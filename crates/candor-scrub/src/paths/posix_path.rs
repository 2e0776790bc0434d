//! Unix paths of the server's file system, home folders and `file:` URLs. Routes of an API, which readers need, begin
//! and end differently.

use super::{LONGEST_PATH, path_end, whole_path_end};
use crate::PATH;
use crate::effort::note_read;
use crate::randomness::is_uuid;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, DIGIT, Text, is_any};

explained! {
    /// # What it removes
    ///
    /// A path of a Unix file system, a home folder (`~/…`) or a `file:` URL: a path in a well-known folder such as `/srv` or
    /// `/config`, or with the extension of a file that no API serves, such as `.sqlite` or `.log`. A route of an API is
    /// kept: after a method, and in such a folder also if a version or an id follows (`/data/v2/orders`, `/data/orders/17`).
    /// So are paths that every system has, such as `/etc/hosts`.
    ///
    /// # Why
    ///
    /// A path shows who runs the server, from where, and which files are worth reading.
    ///
    /// # Example
    ///
    /// ```text
    /// cannot open /home/jane/shop/prices.csv
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// cannot open [path]
    /// ```
    ///
    /// # Instead
    ///
    /// Name the file by what it is: "the price list". Let callers see their own folders with `Allowed::with_root`.
    pub(crate) const RULE: Rule = Rule {
        id: "posix-path",
        family: Family::Paths,
        placeholder: PATH,
        triggers: Triggers::Built(|| [CERTAIN, COMMON_FOLDERS, DOUBTFUL, HOMES, &[FILE_URL], ENDINGS].concat()),
        window: LONGEST_WINDOW,
        find,
    };
}

/// How paths of a file system begin, and routes of an API hardly ever.
const CERTAIN: &[&str] = &[
    "/home/",
    "/Users/",
    "/root/",
    "/var/",
    "/etc/",
    "/usr/",
    "/opt/",
    "/tmp/",
    "/srv/",
    "/mnt/",
    "/media/",
    "/run/",
    "/private/",
    "/Library/",
    "/Volumes/",
    "/snap/",
    "/nix/store/",
    "/boot/",
    "/rustc/",
    "/checkout/",
    "/base/data/",
    "/vercel/path",
    "/github/workspace",
    "/dev/shm/",
    "/proc/self/",
    "/sdcard/",
    "/System/",
    "/bitnami/",
    "/kaniko/",
    "/__w/",
];
/// Folders of containers and build machines, which routes of an API begin with now and then: such a path is removed
/// unless it looks like a route.
const COMMON_FOLDERS: &[&str] = &[
    "/app/",
    "/config/",
    "/code/",
    "/workspace/",
    "/workspaces/",
    "/data/",
    "/build/",
    "/builds/",
    "/work/",
    "/workdir/",
    "/www/",
    "/htdocs/",
    "/repo/",
    "/secrets/",
    "/certs/",
    "/layers/",
    "/inetpub/",
    "/codebuild/",
    "/drone/",
    "/scratch/",
];
/// How both begin, routes more often: such a path is removed only if it looks like a file.
const DOUBTFUL: &[&str] = &["/apps/", "/go/", "/project/", "/deploy/", "/export/", "/vol/", "/storage/", "/function/"];
/// The home folder of the user who runs the program.
const HOMES: &[&str] = &["~/", "$HOME/", "${HOME}/"];
const FILE_URL: &str = "file:/";
/// How files end that no API serves: such a path is removed wherever it begins.
const ENDINGS: &[&str] = &[
    ".sqlite", ".db", ".env", ".pem", ".key", ".p12", ".pfx", ".jks", ".crt", ".log", ".conf", ".cfg", ".ini", ".toml",
    ".sock", ".pid", ".bak", ".tfstate", ".py", ".rb", ".go", ".rs", ".java", ".kt", ".cs", ".exs", ".lua", ".sh",
    ".jar", ".war",
];
/// Home folders elsewhere: `/data/Users/jane`. No route contains them.
const OF_PEOPLE: &str = "/Users/";
/// Paths that every system has, and that reveal nothing.
const COMMON: [&str; 5] = ["/usr/bin/env", "/etc/hosts", "/etc/resolv.conf", "/usr/bin/", "/usr/local/bin/"];
/// The longest parent of a home folder.
const LONGEST_PARENT: usize = 64;

/// What a trigger is.
#[derive(Clone, Copy, PartialEq)]
enum Trigger {
    /// A folder, with how surely it is one of a file system.
    Folder(Certainty),
    /// The extension of a file.
    Ending,
}

#[derive(Clone, Copy, PartialEq)]
enum Certainty {
    Certain,
    UnlessRoute,
    IfFile,
}

fn trigger(text: Text<'_>, hit: &Hit) -> Option<Trigger> {
    const LISTS: [(&[&str], Trigger); 6] = [
        (CERTAIN, Trigger::Folder(Certainty::Certain)),
        (COMMON_FOLDERS, Trigger::Folder(Certainty::UnlessRoute)),
        (DOUBTFUL, Trigger::Folder(Certainty::IfFile)),
        (HOMES, Trigger::Folder(Certainty::Certain)),
        (&[FILE_URL], Trigger::Folder(Certainty::Certain)),
        (ENDINGS, Trigger::Ending),
    ];
    let mut word = hit.word;
    for (words, trigger) in LISTS {
        match words.get(word) {
            // Only the scheme of a URL is case-insensitive.
            Some(known) => return (*known == FILE_URL || text.starts_with(hit.span.start, known)).then_some(trigger),
            None => word -= words.len(),
        }
    }
    None
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    match trigger(text, hit) {
        Some(Trigger::Folder(certainty)) => in_folder(text, hit, certainty, found),
        Some(Trigger::Ending) => with_ending(text, hit, found),
        None => hit.span.end - 1,
    }
}

/// A path that begins with the trigger.
fn in_folder(text: Text<'_>, hit: &Hit, certainty: Certainty, found: &mut Findings<'_>) -> usize {
    const NAME_START: Class = Class::not(" \t\r\n\"'<>()[]|`,;*?:=!/\\");
    // Another path can begin with the slash at the end of this one's root.
    let next = hit.span.end - 1;
    let is_file_url = text.starts_with_ignoring_case(hit.span.start, FILE_URL);
    let name = if is_file_url { text.skip_at_most(hit.span.end, const { &Class::of("/\\") }, 4) } else { hit.span.end };
    let Some(start) = start(text, hit).filter(|_| text.is(name, &NAME_START)) else { return next };
    let end = path_end(text, start, name);
    let path = text.get(start..end);
    let is_common = COMMON.iter().any(|common| path.strip_prefix(common).is_some_and(|rest| !rest.contains('/')));
    let needs_file = match certainty {
        Certainty::Certain => is_after_method(text, start),
        Certainty::UnlessRoute => is_after_method(text, start) || is_route(text, name, end),
        Certainty::IfFile => true,
    };
    if is_common || needs_file && !looks_like_file(path) {
        return next;
    }
    let end = whole_path_end(text, start, end);
    found.take(start..end);
    end
}

/// An absolute path that ends with the trigger, wherever it begins.
fn with_ending(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const SIGN: Class = Class::of("A-Za-z0-9/._~%@+-");
    const INNER: Class = Class::of("A-Za-z0-9/_~%@+-");
    /// What precedes a path that is not absolute, or of which only the end was read.
    const BEFORE: Class = Class::of("A-Za-z0-9/._~%@+}]>$*?&:\\-");
    /// How many bytes that were read before are read again.
    const AGAIN: usize = 256;
    let end = ending_end(text, hit);
    if text.is(end, &INNER) || text.byte(end) == Some(b'.') && text.is(end + 1, &SIGN) {
        return end;
    }
    let floor = hit.from.saturating_sub(AGAIN).max(hit.span.start.saturating_sub(LONGEST_PATH));
    let read = text.skip_back(hit.span.start, floor, &SIGN);
    // `sqlite:///shop/live/orders.db`: an address without a host.
    let slashes = text.skip_at_most(read, const { &Class::of("/") }, 4);
    let is_local = slashes >= read + 3 && text.byte_before(read) == Some(b':');
    let start = if is_local { slashes - 1 } else { read };
    let is_path = text.byte(start) == Some(b'/')
        && text.is(start + 1, const { &Class::of("A-Za-z0-9_.") })
        && (is_local || !text.is_before(start, &BEFORE));
    if !is_path || is_after_method(text, start) {
        return end;
    }
    // `:12:5` after a file of source code.
    let end = path_end(text, start, end);
    found.take(start..end);
    end
}

/// The end of the extension, with what may follow it in the name of a file: `.sqlite3`, `.sqlite-wal`, `.log.1`,
/// `.env.production`.
fn ending_end(text: Text<'_>, hit: &Hit) -> usize {
    const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];
    const COPIES: [&str; 4] = ["gz", "old", "orig", "zip"];
    const LONGEST: usize = 24;
    let end = text.skip_at_most(hit.span.end, &DIGIT, 1);
    if let Some(companion) = COMPANIONS.iter().find(|companion| text.starts_with(end, companion)) {
        return end + companion.len();
    }
    if text.byte(end) != Some(b'.') {
        return end;
    }
    let more = text.skip_at_most(end + 1, &ALPHANUMERIC, LONGEST);
    let added = text.get(end + 1..more);
    let is_env = text.starts_with(hit.span.start, ".env");
    let is_of_name = !added.is_empty() && (is_env || DIGIT.has_all(added) || is_any(added, &COPIES));
    if is_of_name { more } else { end }
}

/// Whether what follows a well-known folder is that of a route: a version or an id first, an id last, a parameter. A number
/// elsewhere names a folder as often (`/data/tenants/42/live`), and so does a date.
fn is_route(text: Text<'_>, after_folder: usize, end: usize) -> bool {
    const DATE: usize = 8;
    let is_version =
        |part: &str| part.strip_prefix('v').is_some_and(|number| !number.is_empty() && DIGIT.has_all(number));
    let is_date = |part: &str| part.len() == DATE && (part.starts_with("19") || part.starts_with("20"));
    let is_id = |part: &str| !part.is_empty() && DIGIT.has_all(part) && !is_date(part) || is_uuid(part);
    let mut parts = text.get(after_folder..end).split('/').filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or_default();
    let last = parts.clone().next_back().unwrap_or_default();
    text.is(end, const { &Class::of("?{*") })
        || is_version(first)
        || is_id(first)
        || is_id(last)
        || first.starts_with(':')
        || parts.any(|part| part.starts_with(':'))
}

/// The start of the path, unless its root is part of a longer word.
fn start(text: Text<'_>, hit: &Hit) -> Option<usize> {
    const PART: Class = Class::of("A-Za-z0-9/._~%}@-");
    const PATH_SIGN: Class = Class::of("A-Za-z0-9/._~-");
    let start = hit.span.start;
    if !text.is_before(start, &PART) || is_after_flag(text, start) || text.get(start.saturating_sub(4)..start) == ":///"
    {
        return Some(start);
    }
    if text.get(hit.span.clone()) != OF_PEOPLE {
        return None;
    }
    // `/data/Users/jane`, but not `https://example.com/Users/`.
    let start = text.skip_back(start, start.saturating_sub(LONGEST_PARENT), &PATH_SIGN);
    let is_path = text.byte(start) == Some(b'/') && !text.starts_with(start, "//");
    (is_path && !text.is_before(start, const { &Class::of(":}@") })).then_some(start)
}

/// `GET /home/feed` is certainly a route.
fn is_after_method(text: Text<'_>, start: usize) -> bool {
    const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    let end = text.skip_back(start, start.saturating_sub(4), const { &Class::of(" \"'`]") });
    let word = text.skip_back(end, end.saturating_sub(8), const { &Class::of("A-Z") });
    end < start && is_any(text.get(word..end), &METHODS)
}

/// `-I/home/jane/include`, `@/etc/app/body.json`.
fn is_after_flag(text: Text<'_>, start: usize) -> bool {
    const SPACE: Class = Class::of(" \t\r\n\"'=");
    let is_edge = |at: usize| at == 0 || text.is_before(at, &SPACE);
    let is_flag =
        text.is_before(start, &ALPHANUMERIC) && start >= 2 && text.byte(start - 2) == Some(b'-') && is_edge(start - 2);
    is_flag || text.byte_before(start) == Some(b'@') && is_edge(start - 1)
}

/// Whether a path that could be a route is a file: it has a package folder, or the extension of code or data.
fn looks_like_file(path: &str) -> bool {
    const EXTENSIONS: [&str; 54] = [
        "txt", "bak", "jks", "pid", "sock", "tfstate", "war", "p12", "pfx", "sql", "csv", "xlsx", "parquet", "pdf",
        "js", "mjs", "cjs", "ts", "tsx", "jsx", "py", "rb", "go", "rs", "java", "kt", "php", "cs", "c", "cc", "cpp",
        "h", "ex", "exs", "pl", "lua", "sh", "json", "yaml", "yml", "toml", "ini", "conf", "cfg", "env", "db",
        "sqlite", "pem", "key", "crt", "log", "lock", "so", "jar",
    ];
    const FOLDERS: [&str; 6] = ["node_modules", "site-packages", "src", "secrets", "certs", ".git"];
    let path = path.trim_end_matches(|it: char| it.is_ascii_digit() || it == ':');
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let extension = memchr::memrchr(b'.', name.as_bytes()).and_then(|dot| name.get(dot + 1..));
    note_read(folders.len());
    let mut folders = folders.as_bytes().split(|byte| *byte == b'/').skip(1);
    extension.is_some_and(|extension| is_any(extension, &EXTENSIONS))
        || folders.any(|folder| str::from_utf8(folder).is_ok_and(|folder| is_any(folder, &FOLDERS)))
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_path_is_removed_and_the_sentence_is_kept() {
        let rows = [
            ("«/app/shop/prices.py», then", "«[path]», then"),
            (r#"{\"error\":\"/app/shop/prices.py is gone\"}"#, r#"{\"error\":\"[path] is gone\"}"#),
            ("cannot open /etc/app/config.toml: denied", "cannot open [path]: denied"),
            ("see file:///home/jane/x.txt", "see [path]"),
            ("(/home/jane/src/main.rs:10:5)", "([path])"),
            ("open \"/Users/jane doe/My Files/x.txt\" failed", "open \"[path]\" failed"),
            ("in /data/Users/jane now", "in [path] now"),
            ("Cannot find module '/app/node_modules/x/index.js'", "Cannot find module '[path]'"),
            ("key ~/.ssh/id_rsa: bad permissions", "key [path]: bad permissions"),
            ("open /home/jürgen/ключ.pem", "open [path]"),
            ("gcc -I/home/jane/include -d @/etc/app/x.json", "gcc -I[path] -d @[path]"),
            ("sqlite:////srv/shop/x.db and $HOME/.netrc", "sqlite:///[path] and [path]"),
            ("/app/secrets/db_password", "[path]"),
            ("cannot open /config/db.sqlite", "cannot open [path]"),
            ("no such folder: /code/app.", "no such folder: [path]."),
            ("/workspace/shop and '/data/live', /build/out", "[path] and '[path]', [path]"),
            ("cannot open /shop/live/orders.sqlite.", "cannot open [path]."),
            ("cannot open /shop/releases/20261118/app.log", "cannot open [path]"),
            ("/shop/17/orders.sqlite, /shop/api/.env and /users/17/avatar.key", "[path], [path] and [path]"),
            ("/code/v2/app.txt and /code/app/17/orders", "[path] and [path]"),
            ("no /workspace/api/tokens in /data/tenants/42/live", "no [path] in [path]"),
            ("/data/releases/20261118 is empty", "[path] is empty"),
            ("/shop/live/orders.sqlite-wal, /shop/live/.env.production", "[path], [path]"),
            ("/shop/live/app.log.1 and /shop/live/app.log.gz", "[path] and [path]"),
            ("cannot open /shop/live/orders.db?mode=ro", "cannot open [path]?mode=ro"),
            ("cannot open sqlite:///shop/live/orders.db", "cannot open sqlite://[path]"),
            ("see /anything/cart.py:12:5, then \"/x.log\"", "see [path], then \"[path]\""),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn routes_dates_and_types_are_kept() {
        for text in [
            "POST /v1/orders/17",
            "and/or",
            "application/json",
            "11/15/2026",
            "/var is a root",
            "https://a.example/home/x",
            "GET /app/settings and /data/orders/17",
            "#!/usr/bin/env ruby",
            "/users/17/orders in https://api.example.com/users/17",
            "GET /logs/today.log and https://api.example.com/logs/today.log",
            "no route /data/v2/orders, /config/{name} or /app/orders?page=2",
            "see /openapi.json, /assets/app.js and ./conf/shop.toml",
            "console.log and GET /users/17/avatar.key",
            "no route /workspaces/17/members or /builds/17",
            "https://api.example.com/users/17/avatar.key",
            "{base}/shop.log",
            "GET /media/17 was not found, Cannot POST \"/home/feed\"",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
