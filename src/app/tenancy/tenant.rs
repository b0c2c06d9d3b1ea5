//! Tenants: resolved by host, opened on first use, closed when idle. A tenant that cannot be opened is 503 and does
//! not affect others.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::app::cache::count_cache::CountCache;
use crate::app::cache::matching_cache::{CandidateCache, OfferCache};
use crate::app::cache::presence::Presence;
use crate::app::cache::response_cache::{AnswerKey, CacheEntry, ResponseCache, SingleFlight};
use crate::app::cache::view_counts::{self, ViewCounts};
use crate::app::limits::exclusive_work::ExclusiveWork;
use crate::app::limits::one_per_person::OnePerPerson;
use crate::app::limits::uploads::Uploads;
use crate::app::live::Hub;
use crate::app::tenancy::center_hosts::CenterHosts;
use crate::app::tenancy::tenant_health::{Down, LOOK_EVERY as LOOK_AGAIN_EVERY, Why};
use crate::app::tenancy::tenant_settings::{CenterFeatures, Named, TenantSettings};
use crate::base::clock::{Clock, instant};
use crate::config::{Config, make_private};
use crate::db::read_log::CachedRead;
use crate::db::registry::{Entry, Registry};
use crate::db::{Db, TableVersion};
use crate::error::{Code, Error, Result, Storage};
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::schema::facts::ResourceSet;
use crate::nodes::{Place, Placement};
use crate::presets;
use crate::presets::Preset;

/// Interval at which the registry is checked for changes.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Seconds without a request after which a tenant is closed.
const IDLE: i64 = 15 * 60;

/// An open tenant.
pub struct Tenant {
    pub name: String,
    pub preset: Preset,
    pub(in crate::app) db: Db,
    pub(in crate::app) answers: ResponseCache,
    pub(in crate::app) totals: CountCache,
    pub(in crate::app) resources: &'static ResourceSet,
    /// Limits concurrent imports of people from files.
    pub imports: ExclusiveWork,
    /// Limits concurrent uploads of files.
    pub uploads: Uploads,
    /// Changes of many vacancies, one a person, and their dry runs.
    pub bulk_edits: OnePerPerson,
    /// Open vacancies as the matching reads them.
    pub offers: OfferCache,
    /// The people who want to be found, as the matching reads them.
    pub candidates: CandidateCache,
    /// Views that are not written yet.
    pub views: ViewCounts,
    /// Who is in an editor now.
    pub presence: Presence,
    /// Who listens to what happens.
    pub live: Arc<Hub>,
    domains: RwLock<Vec<String>>,
    hosts: CenterHosts,
    centers: Mutex<Option<(TableVersion, Arc<Vec<Center>>)>>,
    settings: Mutex<Option<(TableVersion, Arc<TenantSettings>)>>,
    visited: AtomicI64,
}

/// The columns of a volunteer centre that resolve a request.
#[derive(Debug, Clone)]
pub struct Center {
    pub id: i64,
    pub name: String,
    pub host: Option<String>,
    /// Further hosts that lead to it.
    pub hosts: Vec<String>,
    pub is_default: bool,
    pub features: CenterFeatures,
}

impl Center {
    /// Whether this host leads to it.
    pub fn is_at(&self, host: &str) -> bool {
        self.host.as_deref() == Some(host) || self.hosts.iter().any(|own| own == host)
    }
}

impl Tenant {
    /// Unrestricted database access for jobs, mail and the command line, each with the reason why no permission is
    /// checked.
    pub fn unguarded(&self, _reason: &'static str) -> &Db {
        &self.db
    }

    /// Cache policy of a response from these tables. Call it before the query.
    pub fn keep(&self, tables: &[&'static str]) -> CachePolicy {
        let mut tables = tables.to_vec();
        tables.sort_unstable();
        tables.dedup();
        let table_version = self.db.table_version(&tables);
        CachePolicy {
            table_versions: vec![(tables, table_version)],
            until: None,
        }
    }

    /// A visitor's cached response that is still valid.
    pub fn lookup(&self, key: &AnswerKey, now: i64) -> Option<Arc<CacheEntry>> {
        self.answers.find(key, &self.db, now)
    }

    /// Claims production of a visitor's response, or returns the one that another request produced meanwhile. Neither
    /// if that one was not cacheable: every request then produces its own.
    pub async fn single_flight(
        &self,
        key: &AnswerKey,
        now: i64,
    ) -> (Option<SingleFlight<'_>>, Option<Arc<CacheEntry>>) {
        match self.answers.turn(key).await {
            Some(turn) => (Some(turn), None),
            None => (None, self.lookup(key, now)),
        }
    }

    /// Like `single_flight`, for requests that bypass the cache: a response whose production began before the request
    /// is not used, the next one is. Concurrent requests for the same key thus run one at a time.
    pub async fn turn_or_fresh_answer(
        &self,
        key: &AnswerKey,
        now: i64,
    ) -> (Option<SingleFlight<'_>>, Option<Arc<CacheEntry>>) {
        match self.answers.turn(key).await {
            Some(turn) => (Some(turn), None),
            None => self.single_flight(key, now).await,
        }
    }

    pub fn keep_answer(&self, key: AnswerKey, kept: Arc<CacheEntry>) {
        self.db.read_log().responded(|| CachedRead {
            name: key.path.clone(),
            is_signed_in: false,
            depends: kept.tables().collect(),
        });
        self.answers.store(key, kept);
    }

    /// Like `keep_answer`, for a document that is read on behalf of a page. It is one of several reads of the request,
    /// which is recorded as the page's.
    pub fn keep_document(&self, key: AnswerKey, kept: Arc<CacheEntry>) {
        self.answers.store(key, kept);
    }

    /// The host for links in emails: the first of the tenant's own, never the request's.
    pub fn canonical_host(&self) -> Option<String> {
        self.domains
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .first()
            .cloned()
    }

    /// Lets hosts of its centres lead to it.
    pub fn center_hosts(&self) -> &CenterHosts {
        &self.hosts
    }

    /// The centres, cached until one changes.
    pub async fn centers(&self) -> Result<Arc<Vec<Center>>> {
        let table_version = self.db.table_version(&["volunteer_centers"]);
        {
            let kept = self.centers.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((known, centers)) = &*kept
                && *known == table_version
            {
                return Ok(Arc::clone(centers));
            }
        }
        let centers = Arc::new(self.db.read(read_centers).await?);
        let mut kept = self.centers.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((table_version, Arc::clone(&centers)));
        Ok(centers)
    }

    /// The tenant's settings, cached until they change.
    pub async fn settings(&self) -> Result<Arc<TenantSettings>> {
        let table_version = self.db.table_version(&["tenant_settings"]);
        {
            let kept = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((known, settings)) = &*kept
                && *known == table_version
            {
                return Ok(Arc::clone(settings));
            }
        }
        let preset = self.preset.clone();
        let read = self
            .db
            .read(move |connection| Ok(TenantSettings::read(connection, &preset)?));
        let settings = Arc::new(read.await?);
        let mut kept = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((table_version, Arc::clone(&settings)));
        Ok(settings)
    }
}

fn read_centers(connection: &Connection) -> Result<Vec<Center>> {
    let mut statement = connection.prepare_cached(
        "select id, name, host, is_default, peer_to_peer, volunteer_profiles, activities, wording, hosts
           from volunteer_centers
          order by is_default desc, id",
    )?;
    let centers = statement
        .query_map([], |row| {
            Ok(Center {
                id: row.get(0)?,
                name: row.get(1)?,
                host: row.get(2)?,
                hosts: serde_json::from_str(&row.get::<_, String>(8)?).unwrap_or_default(),
                is_default: row.get(3)?,
                features: CenterFeatures {
                    peer_to_peer: row.get(4)?,
                    volunteer_profiles: row.get(5)?,
                    activities: row.get(6)?,
                    wording: row.get::<_, Option<Named<_>>>(7)?.map(|named| named.0),
                },
            })
        })?
        .collect::<Result<_, _>>()?;
    Ok(centers)
}

pub struct Tenants {
    registry: Arc<Registry>,
    resources: &'static ResourceSet,
    config: Arc<Config>,
    clock: Clock,
    directory: RwLock<Arc<Directory>>,
    open: Mutex<HashMap<String, Arc<Tenant>>>,
    /// One lock per name: a file that opens slowly does not delay other tenants.
    opening: Mutex<HashMap<String, Arc<Mutex<()>>>>,
    down: Down,
    placement: Arc<dyn Placement>,
}

/// The registry as of the last check.
struct Directory {
    looked: Instant,
    generation: i64,
    domains: HashMap<String, String>,
    entries: HashMap<String, Entry>,
    default: Option<String>,
}

impl Tenants {
    pub fn open(
        config: Arc<Config>,
        clock: Clock,
        resources: &'static ResourceSet,
        placement: Arc<dyn Placement>,
    ) -> Result<Self> {
        let registry = Arc::new(Registry::open(&config.registry_path())?);
        let directory = Directory::read(&registry, &config)?;
        Ok(Self {
            registry,
            resources,
            config,
            clock,
            directory: RwLock::new(Arc::new(directory)),
            open: Mutex::default(),
            opening: Mutex::default(),
            down: Down::default(),
            placement,
        })
    }

    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    fn directory(&self) -> Result<Arc<Directory>> {
        let known = self.known();
        if known.looked.elapsed() < LOOK_EVERY {
            return Ok(known);
        }
        self.look_again(&known)
    }

    fn known(&self) -> Arc<Directory> {
        Arc::clone(
            &self
                .directory
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    fn look_again(&self, known: &Directory) -> Result<Arc<Directory>> {
        let mut fresh = if self.registry.generation()? == known.generation {
            known.again()
        } else {
            Directory::read(&self.registry, &self.config)?
        };
        fresh.looked = instant();
        let fresh = Arc::new(fresh);
        *self
            .directory
            .write()
            .unwrap_or_else(PoisonError::into_inner) = Arc::clone(&fresh);
        if fresh.generation != known.generation {
            self.refresh(&fresh);
        }
        Ok(fresh)
    }

    /// Updates the domains of open tenants; closes those that were deleted or archived.
    fn refresh(&self, directory: &Directory) {
        let mut open = lock(&self.open);
        open.retain(|name, tenant| match directory.entries.get(name) {
            Some(entry) => {
                tenant
                    .domains
                    .write()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone_from(&entry.domains);
                true
            }
            None => false,
        });
    }

    /// The tenant of a host: by domain, otherwise by the wildcard suffix.
    pub fn by_host(&self, host: &str) -> Result<Option<String>> {
        let directory = self.directory()?;
        if let Some(name) = directory.domains.get(host) {
            return Ok(Some(name.clone()));
        }
        let by_suffix = self
            .config
            .wildcard_suffix
            .as_deref()
            .and_then(|suffix| host.strip_suffix(suffix)?.strip_suffix('.'))
            .filter(|name| directory.entries.contains_key(*name));
        Ok(by_suffix.map(str::to_owned))
    }

    pub fn default_name(&self) -> Result<Option<String>> {
        Ok(self.directory()?.default.clone())
    }

    pub fn exists(&self, name: &str) -> Result<bool> {
        Ok(self.directory()?.entries.contains_key(name))
    }

    /// The same for one that is expected: it may have come since the registry was read last.
    pub fn has_appeared(&self, name: &str) -> Result<bool> {
        let directory = self.directory()?;
        if directory.entries.contains_key(name) {
            return Ok(true);
        }
        Ok(self.look_again(&directory)?.entries.contains_key(name))
    }

    /// Those that this node serves.
    pub fn names(&self) -> Result<Vec<String>> {
        let mut names: Vec<_> = self.directory()?.entries.keys().cloned().collect();
        names.retain(|name| self.placement.place(name) == Place::Here);
        names.sort();
        Ok(names)
    }

    /// The tenant, opened if necessary. 404 for an unknown name, 503 for a file that cannot be opened, and for one that
    /// another node serves.
    pub fn get(&self, name: &str) -> Result<Arc<Tenant>> {
        let mut directory = self.directory()?;
        if !directory.entries.contains_key(name) {
            // It may have been created since the last check.
            directory = self.look_again(&directory)?;
        }
        let entry = directory.entries.get(name).ok_or(Code::NotFound)?;
        self.placement.admit(name)?;
        if let Some(tenant) = self.visit(name) {
            return Ok(tenant);
        }
        if self.down.is_resting(name) {
            return Err(Code::Maintenance.into());
        }
        let opening = Arc::clone(lock(&self.opening).entry(name.to_owned()).or_default());
        let _alone = lock(&opening);
        if let Some(tenant) = self.visit(name) {
            return Ok(tenant);
        }
        let path = self.folder(name).join("tenant.db");
        let tenant = self.down.open(name, &path, || {
            // Opening would make an empty one.
            if path.exists() {
                self.open_file(entry)
            } else {
                let text = format!("{} is not there", path.display());
                Err(Error::Storage(Storage::Gone, text.into()))
            }
        })?;
        let now = self.clock.now().as_second();
        tenant.visited.store(now, Ordering::Relaxed);
        let tenant = Arc::new(tenant);
        lock(&self.open).insert(name.to_owned(), Arc::clone(&tenant));
        Ok(tenant)
    }

    /// The same for a job: one that nobody visits is idle as soon as the job is done.
    pub fn get_for_job(&self, name: &str) -> Result<Arc<Tenant>> {
        let is_open = lock(&self.open).contains_key(name);
        let tenant = self.get(name)?;
        if !is_open {
            tenant.visited.store(0, Ordering::Relaxed);
        }
        Ok(tenant)
    }

    fn visit(&self, name: &str) -> Option<Arc<Tenant>> {
        let mut open = lock(&self.open);
        let tenant = open.get(name)?;
        if tenant.db.is_damaged() {
            open.remove(name);
            self.down.damaged(name);
            return None;
        }
        // What is at its place by now is opened anew.
        if tenant.db.is_gone() {
            open.remove(name);
            return None;
        }
        // A file that could not be opened for writing is opened anew: that may have been mended.
        if tenant.db.is_read_only() && tenant.db.age() >= LOOK_AGAIN_EVERY {
            open.remove(name);
            return None;
        }
        let now = self.clock.now().as_second();
        tenant.visited.store(now, Ordering::Relaxed);
        Some(Arc::clone(tenant))
    }

    /// An error where this node may not serve the tenant now.
    pub fn admit(&self, name: &str) -> Result<()> {
        self.placement.admit(name)
    }

    /// Opens a tenant's file without consulting the registry, for the command line that has just created it.
    pub fn open_file(&self, entry: &Entry) -> Result<Tenant> {
        let folder = self.folder(&entry.name);
        make_private(&folder)?;
        let db = Db::open(&folder.join("tenant.db"), self.clock.clone())?;
        if let Some(fence) = Arc::clone(&self.placement).fence(&entry.name) {
            db.fence(fence);
        }
        let live = Arc::new(Hub::default());
        let listeners = Arc::clone(&live);
        db.listen(move |announced| listeners.publish(announced));
        Ok(Tenant {
            name: entry.name.clone(),
            preset: presets::find_or_plain(&entry.preset),
            db,
            answers: ResponseCache::default(),
            totals: CountCache::default(),
            resources: self.resources,
            imports: ExclusiveWork::default(),
            uploads: Uploads::default(),
            bulk_edits: OnePerPerson::default(),
            offers: OfferCache::default(),
            candidates: CandidateCache::default(),
            views: ViewCounts::default(),
            presence: Presence::default(),
            live,
            domains: RwLock::new(entry.domains.clone()),
            hosts: CenterHosts::new(
                &self.registry,
                &entry.name,
                self.config.wildcard_suffix.as_deref(),
            ),
            centers: Mutex::new(None),
            settings: Mutex::new(None),
            visited: AtomicI64::new(0),
        })
    }

    /// True while this is the tenant that requests of its name get: not once it was archived, deleted or opened anew.
    pub fn is_serving(&self, tenant: &Arc<Tenant>) -> Result<bool> {
        let is_known = self.directory()?.entries.contains_key(&tenant.name);
        let open = lock(&self.open);
        Ok(is_known
            && open
                .get(&tenant.name)
                .is_some_and(|serving| Arc::ptr_eq(serving, tenant)))
    }

    pub fn folder(&self, name: &str) -> PathBuf {
        self.config.tenant_folder(name)
    }

    /// Forgets an open tenant: whoever uses it goes on until it is done, and the next visit opens it anew.
    pub fn close(&self, name: &str) {
        lock(&self.open).remove(name);
    }

    /// The open tenants, which background jobs serve between visits.
    pub fn opened(&self) -> Vec<Arc<Tenant>> {
        let open = lock(&self.open);
        open.values().map(Arc::clone).collect()
    }

    /// The tenants that are known not to be served, or only to those who read, with the cause. Opens none.
    pub fn down(&self) -> Result<Vec<(String, Why)>> {
        let directory = self.directory()?;
        self.down
            .keep_only(|name| directory.entries.contains_key(name));
        let mut down = self.down.list();
        for tenant in self.opened() {
            let why = if tenant.db.is_damaged() {
                Some(Why::Damaged)
            } else {
                tenant.db.trouble().map(Why::of_storage)
            };
            if let Some(why) = why
                && !down.iter().any(|(name, _)| *name == tenant.name)
            {
                down.push((tenant.name.clone(), why));
            }
        }
        Ok(down)
    }

    /// The tenants that a visit may bring back: those that could not be opened, or not for writing, and those whose file
    /// was found damaged.
    pub fn to_look_at(&self) -> Vec<String> {
        let down = self.down.due().into_iter();
        let opened = self
            .opened()
            .into_iter()
            .filter(|tenant| {
                let db = &tenant.db;
                db.is_damaged() || db.is_read_only() || db.is_gone()
            })
            .map(|tenant| tenant.name.clone());
        down.chain(opened).collect()
    }

    /// Closes tenants that are idle and not in use. On a full disk they stay open: the file could not be opened
    /// again.
    pub fn close_idle(&self) {
        let now = self.clock.now().as_second();
        let mut open = lock(&self.open);
        open.retain(|_, tenant| {
            Arc::strong_count(tenant) > 1
                || tenant.db.is_out_of_room()
                || now - tenant.visited.load(Ordering::Relaxed) < IDLE
        });
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Directory {
    fn read(registry: &Registry, config: &Config) -> Result<Self> {
        let generation = registry.generation()?;
        let entries = registry.list()?;
        let live = entries
            .into_iter()
            .filter(|entry| entry.archived_at.is_none());
        let entries: HashMap<String, Entry> =
            live.map(|entry| (entry.name.clone(), entry)).collect();
        let domains = entries
            .values()
            .flat_map(|entry| {
                entry
                    .hosts()
                    .map(|host| (host.to_owned(), entry.name.clone()))
            })
            .collect();
        let by_registry = || {
            entries
                .values()
                .find(|entry| entry.is_default)
                .map(|entry| entry.name.clone())
        };
        let default = match &config.default_tenant {
            // Set but empty: an unknown host is a plain 404.
            Some(name) if name.is_empty() => None,
            Some(name) => Some(name.clone()),
            None => by_registry(),
        };
        Ok(Self {
            looked: instant(),
            generation,
            domains,
            entries,
            default,
        })
    }

    fn again(&self) -> Self {
        Self {
            looked: self.looked,
            generation: self.generation,
            domains: self.domains.clone(),
            entries: self.entries.clone(),
            default: self.default.clone(),
        }
    }
}

impl Tenant {
    /// Writes the counted views and searches in one transaction and returns how many rows and words they are of. Kept in
    /// memory if that fails.
    pub async fn write_views(&self) -> Result<usize> {
        let counts = self.views.take();
        if counts.is_empty() {
            return Ok(0);
        }
        let batch = counts.clone();
        let written = self
            .db
            .write(move |tx| view_counts::write(tx, &batch))
            .await;
        if written.is_err() {
            self.views.put_back(counts);
        }
        written
    }
}
