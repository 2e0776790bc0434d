//! What happens to files: links, permissions, owners, backups, and others who write at the same time.
#![cfg(unix)]

use super::{CANDOR, Home, NOTES, text, wrapped};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;

const FILE: &str = ".cursor/mcp.json";
/// A user without rights, on the systems on which these tests run.
const NOBODY: u32 = 65534;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn a_link_is_followed_and_stays_a_link() {
    let home = Home::new();
    let real = home.write("dotfiles/cursor.json", NOTES);
    fs::create_dir_all(home.path(".cursor")).unwrap();
    symlink("../dotfiles/cursor.json", home.path(FILE)).unwrap();
    home.install(&["--client", "cursor", "notes"]).fine();
    assert_eq!(fs::read_link(home.path(FILE)).unwrap(), Path::new("../dotfiles/cursor.json"));
    assert_eq!(fs::read_to_string(&real).unwrap(), wrapped(""));
    assert_eq!(home.read("dotfiles/cursor.json.candor-backup"), NOTES);
    home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    assert_eq!(fs::read_to_string(&real).unwrap(), NOTES);
    assert!(home.path(FILE).symlink_metadata().unwrap().is_symlink());
}

#[test]
fn a_link_to_nothing_and_a_link_in_a_circle_are_mistakes() {
    let home = Home::new();
    fs::create_dir_all(home.path(".cursor")).unwrap();
    for target in ["nothing.json", "mcp.json"] {
        let _ = fs::remove_file(home.path(FILE));
        symlink(target, home.path(FILE)).unwrap();
        let run = home.install(&["--client", "cursor", "notes"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stderr.contains("cannot read ") && run.stderr.lines().count() == 1, "{run:?}");
    }
}

#[test]
fn permissions_are_kept_and_the_backup_has_them_too() {
    for bits in [0o600, 0o640, 0o644, 0o700] {
        let home = Home::new();
        let path = home.write(FILE, NOTES);
        fs::set_permissions(&path, Permissions::from_mode(bits)).unwrap();
        home.install(&["--client", "cursor", "notes"]).fine();
        assert_eq!((mode(&path), mode(&home.path(".cursor/mcp.json.candor-backup"))), (bits, bits));
    }
}

#[test]
fn the_owner_is_kept() {
    let home = Home::new();
    let path = home.write(FILE, NOTES);
    // Only root can give files away; for others, the file has their own group at least.
    let is_root = chown(&path, Some(NOBODY), Some(NOBODY)).is_ok();
    let owner = fs::metadata(&path).unwrap();
    home.install(&["--client", "cursor", "notes"]).fine();
    let now = fs::metadata(&path).unwrap();
    assert_eq!((now.uid(), now.gid()), (owner.uid(), owner.gid()), "{is_root}");
}

#[test]
fn a_read_only_file_is_respected() {
    let home = Home::new();
    let path = home.write(FILE, NOTES);
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    assert!(home.refused(&["--client", "cursor", "notes"]).ends_with("is read-only; make it writable first"));
    home.install(&["--client", "cursor", "--dry-run", "notes"]).fine();
}

#[test]
fn a_folder_that_cannot_be_written_leaves_everything_as_it_was() {
    let home = Home::new();
    let path = home.write(FILE, NOTES);
    let is_root = chown(&path, Some(NOBODY), Some(NOBODY)).is_ok();
    fs::set_permissions(home.path(".cursor"), Permissions::from_mode(0o555)).unwrap();
    let mut command = home.command(&["--client", "cursor", "notes"]);
    if is_root {
        command.uid(NOBODY).gid(NOBODY);
    }
    let output = command.output().unwrap();
    fs::set_permissions(home.path(".cursor"), Permissions::from_mode(0o755)).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write ") && said.contains("it is unchanged"), "{said}");
    assert_eq!(home.files(), [(path, NOTES.into())]);
}

#[test]
fn a_file_of_another_user_whose_owner_cannot_be_kept_is_refused() {
    let home = Home::new();
    let path = home.write(FILE, NOTES);
    // Without root, there is no other user.
    if chown(home.path(".cursor"), Some(NOBODY), Some(NOBODY)).is_err() {
        return;
    }
    fs::set_permissions(&path, Permissions::from_mode(0o666)).unwrap();
    let output = home.command(&["--client", "cursor", "notes"]).uid(NOBODY).gid(NOBODY).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("belongs to another user or group"), "{said}");
    assert_eq!(home.files(), [(path, NOTES.into())]);
}

#[test]
fn a_file_with_several_names_is_refused() {
    let home = Home::new();
    let path = home.write(FILE, NOTES);
    fs::hard_link(&path, home.path("other-name.json")).unwrap();
    assert!(home.refused(&["--client", "cursor", "notes"]).contains("has several names (hard links)"));
}

#[test]
fn what_is_not_a_file_is_refused_and_never_waited_for() {
    let home = Home::new();
    let pipe = home.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [text(&pipe), "/dev/zero", text(&home.0)] {
        let line = home.refused(&["--client", "cursor", "--config", path, "notes"]);
        assert!(line.ends_with("is not a file; give a file"), "{line}");
    }
}

#[test]
fn no_backup_is_overwritten_and_none_is_made_twice() {
    let home = Home::new();
    home.write(FILE, NOTES);
    home.write(".cursor/mcp.json.candor-backup", "mine");
    for _ in 0..3 {
        home.install(&["--client", "cursor", "notes"]).fine();
        home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    }
    let other = NOTES.replace("some-server", "other-server");
    home.write(FILE, &other);
    home.install(&["--client", "cursor", "notes"]).fine();
    let kept = |name: &str| home.read(&format!(".cursor/mcp.json.candor-backup{name}"));
    assert_eq!((kept(""), kept("-2"), kept("-3")), ("mine".to_owned(), NOTES.to_owned(), other));
    assert_eq!(home.files().len(), 4);
}

#[test]
fn a_backup_is_never_written_through_a_link() {
    let home = Home::new();
    home.write(FILE, NOTES);
    let victim = home.write("victim", "kept");
    symlink(&victim, home.path(".cursor/mcp.json.candor-backup")).unwrap();
    home.install(&["--client", "cursor", "notes"]).fine();
    assert_eq!(
        (home.read("victim"), home.read(".cursor/mcp.json.candor-backup-2")),
        ("kept".to_owned(), NOTES.to_owned())
    );

    let other = NOTES.replace("some-server", "other-server");
    home.write(FILE, &other);
    symlink(home.path("nothing"), home.path(".cursor/mcp.json.candor-backup-3")).unwrap();
    home.install(&["--client", "cursor", "notes"]).fine();
    assert_eq!((home.path("nothing").exists(), home.read(".cursor/mcp.json.candor-backup-4")), (false, other));
}

#[test]
fn while_another_instance_writes_nothing_is_written() {
    let home = Home::new();
    home.write(FILE, NOTES);
    let folder = File::open(home.path(".cursor")).unwrap();
    folder.lock().unwrap();
    let run = home.install(&["--client", "cursor", "notes"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("another candor is writing to "), "{run:?}");
    assert_eq!(home.files().len(), 1);
    drop(folder);
    home.install(&["--client", "cursor", "notes"]).fine();
}

#[test]
fn instances_at_the_same_time_lose_none_of_their_edits() {
    const MOST_TRIES: usize = 200;
    let home = Home::new();
    let names: Vec<_> = (0..8).map(|number| format!("server{number}")).collect();
    let entries: Vec<_> = names.iter().map(|name| format!("\"{name}\": {{\"command\": \"npx\"}}")).collect();
    let before = format!("{{\"mcpServers\": {{{}}}}}", entries.join(",\n"));
    home.write(FILE, &before);
    let all = |arguments: &'static [&str]| {
        std::thread::scope(|scope| {
            for name in &names {
                let home = &home;
                scope.spawn(move || {
                    let runs = (0..MOST_TRIES).map(|_| home.install(&[arguments, &[name]].concat()));
                    assert!(runs.into_iter().any(|run| run.code == Some(0)), "{name}");
                });
            }
        });
    };
    all(&["--client", "cursor"]);
    assert_eq!(home.read(FILE).matches(CANDOR).count(), names.len());
    all(&["--client", "cursor", "--undo"]);
    assert_eq!(home.read(FILE), before);
    let others = home.files().into_iter().filter(|(path, _)| !text(path).contains("candor-backup"));
    assert_eq!(others.count(), 1);
}
