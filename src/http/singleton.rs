//! Singletons: `GET` and `PATCH /things/current` (docs/engine.md#singletons), the one row that is the actor's, the
//! centre's or the site's.

use axum::http::Method;

use super::endpoint::Endpoint;
use super::routes::{OperationKind, Routes};
use crate::jsonapi::{Resource, table};

/// A resource of which each actor has one row.
pub trait Singleton: Resource {
    /// SQL over `t`: the row that is current, such as `t.user_id = :user_id` or `t.id = :center_id`.
    const CURRENT: &'static str;
}

impl Routes {
    /// Adds `GET`, `PATCH` and `PUT /things/current`.
    pub fn singleton<R: Singleton>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "/current", "read", OperationKind::Find);
        let find = Endpoint::find_current(table::<R>(), R::CURRENT);
        let routes = routes.serve(operation, find);
        [Method::PATCH, Method::PUT]
            .into_iter()
            .fold(routes, |routes, method| {
                let (routes, operation) =
                    routes.generic::<R>(method, "/current", "update", OperationKind::Update);
                let update = Endpoint::update_current(table::<R>(), R::CURRENT);
                routes.serve(operation, update)
            })
    }
}
