//! Hosts of a centre: its own, which is in its links, and further ones. An admin changes them; they lead to it at once.

use axum::http::Method;
use rusqlite::named_params;

use super::{VolunteerCenter, VolunteerCenterAttributes};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::routes::{Body, Input, OperationKind, Routes};
use crate::jsonapi::write::store::{changes_of, new_attributes_of};
use crate::jsonapi::{Answer, Document, Id, Saving, table};
use crate::model::field_rules;

/// Makes and changes centres, as any other row, with their hosts in the registry.
pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "", create)
        .answering(OperationKind::Create)
        .action(Method::PATCH, "/{id}", update)
        .answering(OperationKind::Update)
        .action(Method::PUT, "/{id}", update)
        .answering(OperationKind::Update)
}

async fn create(
    access: Access<VolunteerCenter, action::Create>,
    (): (),
    input: Input<Body>,
) -> Result<Answer> {
    let attributes = new_attributes_of(table::<VolunteerCenter>(), &input.body)?;
    access
        .post(input.key, move |tx, rows| {
            let id = rows.create(tx, attributes)?;
            claim(tx, rows, id)?;
            let location = format!("/api/v1/volunteer_centers/{id}");
            Ok(Answer::created(location, rows.shown_text(tx, id)?))
        })
        .await
}

async fn update(
    access: Access<VolunteerCenter, action::Update>,
    id: Id<VolunteerCenter>,
    input: Input<Body>,
) -> Result<Document> {
    let attributes = changes_of(table::<VolunteerCenter>(), &input.body)?;
    let (one, gone) = access
        .write(move |tx, rows| {
            let before = hosts_of(tx, id)?;
            rows.update(tx, id, attributes)?;
            let after = claim(tx, rows, id)?;
            let gone: Vec<String> = before
                .into_iter()
                .filter(|host| !after.contains(host))
                .collect();
            // Another centre may have it from the same change on.
            let gone = gone
                .into_iter()
                .filter_map(|host| match is_of_a_center(tx, &host) {
                    Ok(true) => None,
                    Ok(false) => Some(Ok(host)),
                    Err(error) => Some(Err(error)),
                })
                .collect::<Result<Vec<_>>>()?;
            Ok((rows.shown(tx, id)?, gone))
        })
        .await?;
    // Only once the change is kept: until then they lead here.
    access.ctx().site.tenant.center_hosts().release(&gone)?;
    Ok(Document::new(one.body, Some(one.version)))
}

/// Lets the hosts that the centre has now lead to it. Refused, and the change with it, where one is another tenant's.
fn claim(tx: &Tx, rows: &Rows<VolunteerCenter>, id: Id<VolunteerCenter>) -> Result<Vec<String>> {
    let hosts = hosts_of(tx, id)?;
    let tenant = &rows.ctx().site.tenant;
    match tenant.center_hosts().claim(&hosts)? {
        Ok(()) => Ok(hosts),
        Err(taken) => {
            let own: Option<String> = tx.query_row(
                "select host from volunteer_centers where id = ?1",
                [id.number()],
                |row| row.get(0),
            )?;
            let further = hosts.iter().skip(usize::from(own.is_some()));
            let field = match further.into_iter().position(|host| *host == taken) {
                Some(at) => format!("hosts/{at}"),
                None => "host".to_owned(),
            };
            Err(FieldFault::attribute(&field, "taken").into())
        }
    }
}

/// All of them, its own first.
fn hosts_of(tx: &Tx, id: Id<VolunteerCenter>) -> Result<Vec<String>> {
    Ok(tx
        .prepare_cached(
            "select c.host from volunteer_centers c where c.id = :id and c.host is not null
              union all
             select further.value from volunteer_centers c, json_each(c.hosts) further where c.id = :id",
        )?
        .query_map(named_params! {":id": id.number()}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

fn is_of_a_center(tx: &Tx, host: &str) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from volunteer_centers c
              where c.host = ?1 or exists (select 1 from json_each(c.hosts) further where further.value = ?1)",
        )?
        .exists([host])?)
}

/// Brings the hosts into the spelling that browsers send, and requires that no other centre of the tenant has one.
pub(super) fn tidy(new: &mut VolunteerCenterAttributes, saving: &Saving) -> Result<()> {
    new.host = new
        .host
        .take()
        .filter(|host| !host.is_empty())
        .map(|host| field_rules::ascii_host(&host));
    let mut hosts: Vec<String> = Vec::new();
    for (at, host) in new.hosts.iter().enumerate() {
        let host = field_rules::ascii_host(host.trim());
        // A single label is a machine of somebody's own network, and a number an address without a name.
        let is_name = host.contains('.')
            && !host.ends_with(|last: char| last.is_ascii_digit())
            && host.len() <= 253;
        if host.is_empty() || !is_name || field_rules::host(&host).is_err() {
            return Err(FieldFault::attribute(&format!("hosts/{at}"), "host").into());
        }
        if !hosts.contains(&host) && new.host.as_deref() != Some(&*host) {
            hosts.push(host);
        }
    }
    new.hosts = hosts;
    let named = |field: String, host: &str| -> Result<()> {
        let is_taken = saving
            .tx
            .prepare_cached(
                "select 1 from volunteer_centers c
                  where c.id is not :id
                    and (c.host = :host or exists (select 1 from json_each(c.hosts) further where further.value = :host))",
            )?
            .exists(named_params! {":id": saving.id, ":host": host})?;
        if is_taken {
            return Err(FieldFault::attribute(&field, "taken").into());
        }
        Ok(())
    };
    if let Some(host) = &new.host {
        named("host".to_owned(), host)?;
    }
    for (at, host) in new.hosts.iter().enumerate() {
        named(format!("hosts/{at}"), host)?;
    }
    Ok(())
}
