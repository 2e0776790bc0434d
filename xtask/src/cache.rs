//! Where tools and packages are kept that the checks need and the tree does not hold.

use std::io;
use std::path::PathBuf;

/// A folder of this name in the cache, made if it is not there: under `CANDOR_CACHE`, else in the user's cache.
pub(crate) fn folder(name: &str) -> io::Result<PathBuf> {
    let set = |variable| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("CANDOR_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|cache| cache.join("candor")))
        .or_else(|| set("HOME").map(|home| home.join(".cache").join("candor")))
        .ok_or_else(|| io::Error::other("no folder for the cache: set CANDOR_CACHE"))?;
    let folder = std::path::absolute(cache)?.join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
