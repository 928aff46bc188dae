//! Output files that are written whole or not at all, and never over an input.

use std::fs::Permissions;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::Error;

/// Reads a text file.
///
/// # Errors
/// [`Error::File`] when it cannot be read or is not UTF-8.
pub fn read(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(Error::file("read", path))?;
    String::from_utf8(bytes).map_err(|_| Error::File {
        action: "read",
        path: path.to_owned(),
        reason: "it is not UTF-8 text".to_owned(),
    })
}

/// Reads a file as bytes.
///
/// # Errors
/// [`Error::File`].
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(Error::file("read", path))
}

/// Writes `contents` to `path` at once: readers see the old file or the new one, and after an error the old one stays.
///
/// The new file has the old one's permissions. What is not a plain file (`/dev/stdout`, a pipe) is written in place.
///
/// # Errors
/// [`Error::File`] when the file cannot be written, or is one of `inputs`.
pub fn write(path: &Path, contents: &[u8], inputs: &[&Path]) -> Result<(), Error> {
    check(path, inputs)?;
    // Through a symbolic link, the file that it names is replaced, not the link.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = std::fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return std::fs::write(&target, contents).map_err(Error::file("write", path));
    }
    replace(&target, contents, old.map(|old| old.permissions())).map_err(Error::file("write", path))
}

/// Checks before any work is done that `path` can become an output: its folder is there, and it is not an input.
///
/// # Errors
/// [`Error::File`].
pub fn check(path: &Path, inputs: &[&Path]) -> Result<(), Error> {
    let refuse = |reason: &str| Err(Error::File { action: "write", path: path.to_owned(), reason: reason.to_owned() });
    if path.is_dir() {
        return refuse("it is a folder");
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return refuse(&format!("there is no folder {}", folder.display()));
    }
    if inputs.iter().any(|input| same_file::is_same_file(input, path).unwrap_or(false)) {
        return refuse("it is the input, which is never changed; name another output");
    }
    Ok(())
}

fn replace(target: &Path, contents: &[u8], permissions: Option<Permissions>) -> std::io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".polymill-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder_of(target))?;
    file.write_all(contents)?;
    if let Some(permissions) = permissions {
        if permissions.readonly() {
            return Err(std::io::ErrorKind::PermissionDenied.into());
        }
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(target)?;
    Ok(())
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays_in_its_folder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.c");
        write(&path, b"one", &[]).unwrap();
        write(&path, b"two", &[]).unwrap();
        assert_eq!(read(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_input_is_refused_under_any_name() {
        let dir = tempfile::tempdir().unwrap();
        let input = dir.path().join("in.c");
        std::fs::write(&input, "x").unwrap();
        std::fs::hard_link(&input, dir.path().join("hard.c")).unwrap();
        for name in ["in.c", "./in.c", "hard.c"] {
            let error = write(&dir.path().join(name), b"y", &[&input]).unwrap_err().to_string();
            assert!(error.contains("it is the input"), "{error}");
        }
        assert_eq!(read(&input).unwrap(), "x");
    }

    #[test]
    fn impossible_outputs_are_refused_with_the_reason() {
        let dir = tempfile::tempdir().unwrap();
        let error = write(&dir.path().join("no/out.c"), b"", &[]).unwrap_err().to_string();
        assert!(error.contains("there is no folder"), "{error}");
        let error = write(dir.path(), b"", &[]).unwrap_err().to_string();
        assert!(error.contains("it is a folder"), "{error}");
    }

    #[test]
    #[cfg(unix)]
    fn a_file_behind_a_link_is_replaced_and_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, b"new", &[]).unwrap();
        assert_eq!(read(&file).unwrap(), "new");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn unreadable_inputs_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let error = read(&dir.path().join("none.c")).unwrap_err().to_string();
        assert!(error.contains("cannot read") && error.contains("none.c"), "{error}");
    }
}
