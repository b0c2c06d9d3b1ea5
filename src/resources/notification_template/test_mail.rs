//! A test of a text: the email with sample data, to whoever writes it.

use super::{KindInPath, NotificationTemplate, NotificationTemplateForm, Which, tried};
use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::TEST_LETTERS;
use crate::error::{Code, Result};
use crate::http::routes::{DocumentOf, Input, Sent};
use crate::jsonapi::write::store::{attributes_of, typed};
use crate::jsonapi::{Answer, Resource as _, table};
use crate::mail::{OWN_TEXT, sample};
use crate::resources::notification::Notice;

/// `POST /notification_templates/{kind}/test_mail?locale=nl`: to the requester's own address, at once.
pub(super) async fn send(
    access: Access<NotificationTemplate, action::Update>,
    path: KindInPath,
    input: Input<Sent<DocumentOf<NotificationTemplate, NotificationTemplateForm>>>,
) -> Result<Answer> {
    let which = Which::of(&path, &input.query)?;
    let sent = attributes_of(table::<NotificationTemplate>(), &input.body)?;
    let form: NotificationTemplateForm = typed(&[], sent.clone())?;
    access
        .post(input.key, move |tx, rows| {
            let ctx = rows.ctx();
            let center_id = ctx.site.center_id;
            let text = tried(tx, (which, center_id), &sent, form)?;
            let user_id = ctx.user_id().ok_or(Code::NotSignedIn)?;
            let (email, name): (Option<String>, String) = tx.query_row(
                "select email, coalesce(first_name, '') from users where id = ?1",
                [user_id],
                |row| row.try_into(),
            )?;
            let email = email.ok_or(Code::NotFound)?;
            TEST_LETTERS.keep(tx, &email)?;
            let mut data = sample(which.kind, which.locale);
            if let Some(data) = data.as_object_mut() {
                data.insert(OWN_TEXT.to_owned(), text.to_carry());
            }
            Notice {
                kind: which.kind,
                data,
                subject: (NotificationTemplate::TYPE, user_id),
                center_id,
            }
            .mail(tx, &email, (&name, ""), which.locale.as_str())?;
            tx.noted();
            Ok(Answer::empty())
        })
        .await
}
