//! Templates of blocks read from the source tree, so that a debug server shows a change of one at once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use minijinja::Environment;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/templates/blocks");

/// The templates as they are on disk; `None` where there is no source tree, or while one does not compile.
#[expect(clippy::disallowed_methods, reason = "debug builds only")]
pub fn environment() -> Option<Arc<Environment<'static>>> {
    static KEPT: Mutex<Option<(SystemTime, Arc<Environment<'static>>)>> = Mutex::new(None);
    let files: Vec<_> = std::fs::read_dir(FOLDER).ok()?.flatten().collect();
    let newest = files
        .iter()
        .filter_map(|file| file.metadata().ok()?.modified().ok())
        .max()?;
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((at, environment)) = &*kept
        && *at == newest
    {
        return Some(Arc::clone(environment));
    }
    let mut environment = crate::web::shell::TEMPLATES.clone();
    for file in files {
        let name = format!("blocks/{}", file.file_name().to_string_lossy());
        let source = std::fs::read_to_string(file.path()).ok()?;
        if let Err(error) = environment.add_template_owned(name, source) {
            tracing::warn!(%error, "a template of a block does not compile");
            return None;
        }
    }
    let environment = Arc::new(environment);
    *kept = Some((newest, Arc::clone(&environment)));
    Some(environment)
}
