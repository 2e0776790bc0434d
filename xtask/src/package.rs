//! `cargo xtask package`: packages every crate that is published, unpacks the packages, and checks their contents
//! alone: a file that is included from outside of its crate is missing there.

use crate::process::{self, cargo};
use crate::{root, target_folder};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What every package holds beside its code.
const FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];
/// What every manifest says.
const METADATA: [&str; 5] = ["description", "license", "readme", "rust_version", "edition"];
/// What every manifest lists something in.
const LISTS: [&str; 2] = ["keywords", "categories"];

/// A crate that is published.
struct Package {
    name: String,
    /// The folder in its package.
    folder: String,
}

/// Packages, unpacks and compiles.
pub(crate) fn check() -> Result<(), String> {
    let metadata =
        process::output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root()))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = published(&metadata)?;
    let mut package = cargo();
    // Verifying would build all dependencies again, for each package; the check below builds none.
    package.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--all-features"]);
    package.args(packages.iter().flat_map(|package| ["--package", &package.name]));
    process::run(package.current_dir(root()))?;

    let folder = target_folder().join("package").join("unpacked");
    unpack(&packages, &folder)?;
    compile(&packages, &folder)
}

/// The packages that may be published; each has to be described completely.
fn published(metadata: &Value) -> Result<Vec<Package>, String> {
    let all = metadata.get("packages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_private = |package: &Value| package.get("publish").and_then(Value::as_array).is_some_and(Vec::is_empty);
    let mut packages = Vec::new();
    for package in all.iter().filter(|package| !is_private(package)) {
        let text = |name: &str| package.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        let (Some(name), Some(version)) = (text("name"), text("version")) else { continue };
        let lacks = |field: &&&str| text(field).is_none();
        let is_empty = |field: &&&str| package.get(**field).and_then(Value::as_array).is_none_or(Vec::is_empty);
        if let Some(field) = METADATA.iter().find(lacks).or_else(|| LISTS.iter().find(is_empty)) {
            return Err(format!("the manifest of {name} has no {field}"));
        }
        packages.push(Package { name: name.to_owned(), folder: format!("{name}-{version}") });
    }
    if packages.is_empty() { Err("cargo metadata lists no package".to_owned()) } else { Ok(packages) }
}

/// Unpacks the packages into a new folder.
fn unpack(packages: &[Package], folder: &Path) -> Result<(), String> {
    let broken = |error: std::io::Error| format!("cannot unpack into {}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(broken)?;
    }
    fs::create_dir_all(folder).map_err(broken)?;
    for package in packages {
        let archive = target_folder().join("package").join(format!("{}.crate", package.folder));
        process::output(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))?;
        for file in FILES {
            let length =
                fs::metadata(folder.join(&package.folder).join(file)).map(|file| file.len()).unwrap_or_default();
            if length == 0 {
                return Err(format!("the package of {} has no {file}", package.name));
            }
        }
    }
    Ok(())
}

/// Compiles all targets of the packages, which find each other and nothing else of the workspace. The lock file, the profiles
/// and the features are the workspace's, so that its dependencies need not be built again.
fn compile(packages: &[Package], folder: &Path) -> Result<(), String> {
    let broken = |error: std::io::Error| format!("cannot write to {}: {error}", folder.display());
    let own = fs::read_to_string(root().join("Cargo.toml")).map_err(broken)?;
    fs::write(folder.join("Cargo.toml"), workspace(&own, packages)).map_err(broken)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(broken)?;
    let mut check = cargo();
    check
        .args(["check", "--quiet", "--workspace", "--all-targets", "--all-features", "--target-dir"])
        .arg(target_folder());
    process::run(check.current_dir(folder))
}

/// A workspace of the packages, with the profiles of ours.
fn workspace(own: &str, packages: &[Package]) -> String {
    let members: Vec<_> = packages.iter().map(|package| format!("{:?}", package.folder)).collect();
    let patches: Vec<_> =
        packages.iter().map(|package| format!("{} = {{ path = {:?} }}\n", package.name, package.folder)).collect();
    let profiles = own.split_once("[profile.").map(|(_, rest)| format!("[profile.{rest}")).unwrap_or_default();
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[patch.crates-io]\n{}\n{profiles}",
        members.join(", "),
        patches.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::{Package, published, workspace};
    use serde_json::json;

    #[test]
    fn a_crate_that_is_published_is_described() {
        let mut whole = json!({
            "name": "a", "version": "1.0.0", "publish": null, "description": "A", "license": "MIT", "readme": "README.md",
            "rust_version": "1.95", "edition": "2024", "keywords": ["a"], "categories": ["b"],
        });
        let private = json!({"name": "xtask", "version": "1.0.0", "publish": []});
        let packages = published(&json!({"packages": [whole, private]})).expect("all is there");
        assert_eq!(packages.iter().map(|package| package.folder.as_str()).collect::<Vec<_>>(), ["a-1.0.0"]);
        whole["keywords"] = json!([]);
        assert_eq!(
            published(&json!({"packages": [whole]})).err().as_deref(),
            Some("the manifest of a has no keywords")
        );
    }

    #[test]
    fn the_packages_find_each_other_and_are_built_as_the_workspace_is() {
        let packages = [Package { name: "a".to_owned(), folder: "a-1.0.0".to_owned() }];
        let text = workspace("[workspace]\nmembers = [\"crates/*\"]\n\n[profile.dev]\ndebug = false\n", &packages);
        assert!(text.contains("members = [\"a-1.0.0\"]\n") && !text.contains("crates/*"), "{text}");
        assert!(
            text.contains("a = { path = \"a-1.0.0\" }\n") && text.ends_with("[profile.dev]\ndebug = false\n"),
            "{text}"
        );
    }
}
