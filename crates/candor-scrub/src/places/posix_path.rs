//! Unix paths of the server's file system, home folders and `file:` URLs. Routes of an API, which readers need, begin
//! differently.

use super::{path_end, whole_path_end};
use crate::PATH;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, Text};

explained! {
    /// # What it removes
    ///
    /// A path of a Unix file system, a home folder (`~/…`) or a `file:` URL. Routes of an API are kept, and so are
    /// paths that every system has, such as `/etc/hosts`.
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
        family: Family::Places,
        placeholder: PATH,
        triggers: Triggers::Built(|| [CERTAIN, DOUBTFUL, HOMES, &[FILE_URL]].concat()),
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
/// How both begin: such a path is removed only if it looks like a file.
const DOUBTFUL: &[&str] = &[
    "/app/",
    "/apps/",
    "/workspace/",
    "/workspaces/",
    "/code/",
    "/data/",
    "/build/",
    "/builds/",
    "/go/",
    "/project/",
    "/work/",
    "/workdir/",
    "/www/",
    "/htdocs/",
    "/deploy/",
    "/repo/",
    "/secrets/",
    "/certs/",
    "/export/",
    "/vol/",
    "/scratch/",
    "/storage/",
    "/layers/",
    "/function/",
    "/inetpub/",
    "/codebuild/",
    "/drone/",
];
/// The home folder of the user who runs the program.
const HOMES: &[&str] = &["~/", "$HOME/", "${HOME}/"];
const FILE_URL: &str = "file:/";
/// Home folders elsewhere: `/data/Users/jane`. No route contains them.
const OF_PEOPLE: &str = "/Users/";
/// Paths that every system has, and that reveal nothing.
const COMMON: [&str; 5] = ["/usr/bin/env", "/etc/hosts", "/etc/resolv.conf", "/usr/bin/", "/usr/local/bin/"];
/// The longest parent of a home folder.
const LONGEST_PARENT: usize = 64;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const NAME_START: Class = Class::not(" \t\r\n\"'<>()[]|`,;*?:=!/\\");
    // Another path can begin with the slash at the end of this one's root.
    let next = hit.span.end - 1;
    let (root, is_file_url) = match hit.word.checked_sub(CERTAIN.len()) {
        None => (CERTAIN.get(hit.word), false),
        Some(word) if word < DOUBTFUL.len() => (DOUBTFUL.get(word), false),
        Some(word) => (HOMES.get(word - DOUBTFUL.len()), word == DOUBTFUL.len() + HOMES.len()),
    };
    let is_doubtful = (CERTAIN.len()..CERTAIN.len() + DOUBTFUL.len()).contains(&hit.word);
    // Only the scheme of a URL is case-insensitive.
    let is_root = is_file_url || root.is_some_and(|root| text.starts_with(hit.span.start, root));
    if !is_root {
        return next;
    }
    let name = if is_file_url { text.skip_at_most(hit.span.end, const { &Class::of("/\\") }, 4) } else { hit.span.end };
    let Some(start) = start(text, hit).filter(|_| text.is(name, &NAME_START)) else { return next };
    let end = path_end(text, start, name);
    let path = text.get(start..end);
    let is_common = COMMON.iter().any(|common| path.strip_prefix(common).is_some_and(|rest| !rest.contains('/')));
    if is_common || (is_doubtful || is_after_method(text, start)) && !looks_like_file(path) {
        return next;
    }
    let end = whole_path_end(text, start, end);
    found.take(start..end);
    end
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
    end < start && METHODS.contains(&text.get(word..end))
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
    const ENDINGS: [&str; 47] = [
        "p12", "pfx", "sql", "csv", "xlsx", "parquet", "pdf", "js", "mjs", "cjs", "ts", "tsx", "jsx", "py", "rb", "go",
        "rs", "java", "kt", "php", "cs", "c", "cc", "cpp", "h", "ex", "exs", "pl", "lua", "sh", "json", "yaml", "yml",
        "toml", "ini", "conf", "cfg", "env", "db", "sqlite", "pem", "key", "crt", "log", "lock", "so", "jar",
    ];
    let path = path.trim_end_matches(|it: char| it.is_ascii_digit() || it == ':');
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    ["/node_modules/", "/site-packages/", "/src/", "/secrets/", "/certs/", "/.git/"]
        .iter()
        .any(|folder| path.contains(folder))
        || ending.is_some_and(|ending| ENDINGS.contains(&ending))
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
            "GET /media/17 was not found, Cannot POST \"/home/feed\"",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
