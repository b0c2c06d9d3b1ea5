use super::*;
use crate::base::clock::Clock;
use crate::config::Config;
use std::sync::Arc;

fn app(folder: &Path) -> Arc<App> {
    let config = Config {
        data: folder.join("data"),
        wildcard_suffix: Some("example.nl".to_owned()),
        ..Config::default()
    };
    let clock = Clock::fixed("2026-11-20T09:00:00Z".parse().unwrap());
    App::new(config, clock, crate::resources::set()).unwrap()
}

fn plan(app: &App, name: &str) -> Provisioning {
    Provisioning::plan(app, name, &TenantOptions::default()).unwrap()
}

#[test]
fn a_new_tenant_has_the_centre_of_its_preset() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    plan(&app, "demo").create(&app, |_, _| Ok(())).unwrap();
    let tenant = app
        .tenants()
        .open_file(&app.tenants().registry().find("demo").unwrap().unwrap())
        .unwrap();
    let (name, footer, terms, latitude): (String, String, i64, f64) = tenant
        .unguarded("test")
        .read_blocking(|connection| {
            Ok(connection.query_row(
                "select c.name, p.footer_column_2_title || ' / ' || p.footer_column_2_title_en, (select count(*) from taxonomies), a.latitude
                   from volunteer_centers c
                   join volunteer_center_profiles p on p.id = c.profile_id
                   join addresses a on a.id = c.address_id
                   join themes t on t.id = c.theme_id
                  where c.is_default",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
            )?)
        })
        .unwrap();
    assert_eq!(
        (name.as_str(), footer.as_str()),
        ("Meedoen in Lindewaard", "Ik wil helpen / I want to help")
    );
    assert!(terms > 30 && (latitude - 51.8).abs() < 0.1);
    let mode =
        std::os::unix::fs::MetadataExt::mode(&fs::metadata(app.tenants().folder("demo")).unwrap());
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_founding_that_fails_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    let failed: Result<()> =
        plan(&app, "oldebroek").create(&app, |_, _| Err(Error::internal("no")));
    assert!(failed.is_err());
    assert!(!app.tenants().folder("oldebroek").exists());
    assert_eq!(app.tenants().registry().list().unwrap(), []);
    plan(&app, "oldebroek").create(&app, |_, _| Ok(())).unwrap();
    let taken = Provisioning::plan(&app, "oldebroek", &TenantOptions::default()).unwrap_err();
    assert!(taken.to_string().contains("already"), "{taken}");
}

#[expect(
    clippy::disallowed_methods,
    reason = "somebody else's file stands where a tenant is to be"
)]
#[test]
fn a_folder_that_stands_there_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    let theirs = app.tenants().folder("roermond");
    fs::create_dir_all(&theirs).unwrap();
    fs::write(theirs.join("kept"), "x").unwrap();
    let error = plan(&app, "roermond")
        .create(&app, |_, _| Ok(()))
        .unwrap_err();
    assert!(error.to_string().contains("move it away"), "{error}");
    assert!(theirs.join("kept").exists());
}

#[test]
fn a_preset_does_not_take_a_host_from_another_tenant() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    let first = plan(&app, "meedoen");
    assert!(first.domains.contains(&"meedoen.example.nl".to_owned()));
    first.create(&app, |_, _| Ok(())).unwrap();
    let options = TenantOptions {
        preset: Some("meedoen".to_owned()),
        ..TenantOptions::default()
    };
    let second = Provisioning::plan(&app, "meedoen-ook", &options).unwrap();
    assert_eq!(second.domains, Vec::<String>::new());
    let options = TenantOptions {
        domains: vec!["Meedoen.Example.nl".to_owned()],
        ..TenantOptions::default()
    };
    let error = Provisioning::plan(&app, "ander", &options).unwrap_err();
    assert!(
        error.to_string().contains("belongs to tenant 'meedoen'"),
        "{error}"
    );
}

#[test]
fn names_and_hosts_are_checked() {
    for wrong in ["", "Oldebroek", "../x", "a b", "-a", "a_b", &"a".repeat(41)] {
        assert!(validate_name(wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "https://x.nl", "x.nl/pad", "x.nl:80", "a..b", "-a.nl"] {
        assert!(validate_host(wrong).is_err(), "{wrong}");
    }
    assert_eq!(
        validate_host("Vrijwilligers.Example.NL.").unwrap(),
        "vrijwilligers.example.nl"
    );
}

#[test]
fn the_last_admin_stays() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    let outcome = plan(&app, "demo").create(&app, |tx, center_id| {
        let new = account::NewAccount {
            email: "a@example.org".to_owned(),
            first_name: None,
            last_name: None,
            password_hash: Some("x".to_owned()),
        };
        let id = account::add(tx, &new, center_id)?;
        let admin = account::grant_of(tx, "admin", center_id)?;
        assert!(account::grant(tx, id, &admin)? && !account::grant(tx, id, &admin)?);
        Ok(account::revoke(tx, id, &admin).is_err())
    });
    assert!(outcome.unwrap());
}
