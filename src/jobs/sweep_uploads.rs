//! Removes files of uploads of which no row is left, each hour.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::db::Db;
use crate::db::offline_file::remove_upload;
use crate::error::{Error, Result};
use crate::resources::upload::{FOLDER, KEY, is_file_name};

/// Age from which a file without a row is left over: no upload takes that long.
const LEFT_OVER: Duration = Duration::from_hours(1);

/// Removes the files whose rows were deleted, and those of uploads that never got a row because the process was
/// killed. Returns their number.
pub async fn sweep_uploads(db: &Db, now: SystemTime) -> Result<usize> {
    let folder = db.upload_folder();
    let old = tokio::task::spawn_blocking(move || by_key(&folder, now))
        .await
        .map_err(Error::internal)?;
    let mut count = 0;
    for (key, files) in old {
        // In the writer's transaction, so that no upload of the same contents is stored meanwhile.
        count += db
            .write(move |tx| {
                let start = format!("{FOLDER}{key}");
                let is_owned: bool = tx
                    .prepare_cached(
                        "select exists (select 1 from uploads where url >= ?1 and url < ?1 || '~' and file is null)
                             or exists (select 1 from uploads where file >= ?2 and file < ?2 || '~')",
                    )?
                    .query_row((start, &key), |row| row.get(0))?;
                if is_owned {
                    return Ok(0);
                }
                for file in &files {
                    remove_upload(file)?;
                }
                Ok(files.len())
            })
            .await?;
    }
    Ok(count)
}

fn by_key(folder: &std::path::Path, now: SystemTime) -> HashMap<String, Vec<PathBuf>> {
    let mut found: HashMap<String, Vec<PathBuf>> = HashMap::new();
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name();
        let Some(name) = name.to_str().filter(|name| is_file_name(name)) else {
            continue;
        };
        let changed = file.metadata().and_then(|data| data.modified());
        if changed.is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age >= LEFT_OVER)) {
            let key = name.get(..KEY).unwrap_or_default().to_owned();
            found.entry(key).or_default().push(file.path());
        }
    }
    found
}
