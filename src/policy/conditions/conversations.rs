//! Conditions for conversations, what is reported of them and of the rest, and devices on which messages are shown:
//! docs/domain/rights.md#conversations. Both sides of a conversation, and no third.

use crate::policy::Role::{
    Admin, Anyone, CenterSuperuser, Mentor, OrganizationSuperuser, SignedIn,
};
use crate::policy::Verb::{Create, Delete, Manage, Own, Read, Send, Update, Withdraw};
use crate::policy::{OWN, Rule};

/// The actor is a side by themselves.
const MINE: &str =
    "t.id in (select s.conversation_id from conversation_sides s where s.user_id = :user_id)";
/// Over `c`, a conversation of an organisation: not about an application that is still held back from it.
macro_rules! not_held {
    () => {
        "not exists (select 1 from applications a where c.about_type = 'applications' and a.id = c.about_id and a.is_held = 1)"
    };
}
const OURS: &str = concat!(
    "t.id in (select c.id from conversations c where ",
    managed!("c.organization_id"),
    " and ",
    not_held!(),
    ")"
);
/// Of the household of somebody who asks for help.
const OF_MY_HOUSEHOLD: &str = concat!(
    "t.id in (select c.id from conversations c join organizations h on h.id = c.organization_id and h.household_of_id = :user_id where ",
    not_held!(),
    ")"
);
const OF_OWN_CENTER: &str = "+t.volunteer_center_id = :center_id and exists (select 1 from conversation_sides s where s.conversation_id = t.id and s.side = 'center')";

const MESSAGE_TO_ME: &str = "t.conversation_id in (select s.conversation_id from conversation_sides s where s.user_id = :user_id)";
const MESSAGE_TO_US: &str = concat!(
    "t.conversation_id in (select c.id from conversations c where ",
    managed!("c.organization_id"),
    " and ",
    not_held!(),
    ")"
);
const MESSAGE_TO_MY_HOUSEHOLD: &str = concat!(
    "t.conversation_id in (select c.id from conversations c join organizations h on h.id = c.organization_id and h.household_of_id = :user_id where ",
    not_held!(),
    ")"
);
const MESSAGE_TO_CENTER: &str = "exists (select 1 from conversations c join conversation_sides s on s.conversation_id = c.id and s.side = 'center' where c.id = t.conversation_id and +c.volunteer_center_id = :center_id)";
/// Whether something can be written is asked of the conversation (`resources/conversation/message.rs`).
const WRITTEN_BY_ME: &str = concat!(
    "t.author_id = :user_id and (t.conversation_id in (select s.conversation_id from conversation_sides s where s.user_id = :user_id
        union select c.id from conversations c where ",
    managed!("c.organization_id"),
    " union select c.id from conversations c join organizations h on h.id = c.organization_id and h.household_of_id = :user_id)
        or exists (select 1 from conversations c join conversation_sides s on s.conversation_id = c.id and s.side = 'center'
                    where c.id = t.conversation_id and +c.volunteer_center_id = :center_id))"
);

const REPORTED_HERE: &str = "t.volunteer_center_id = :center_id";
/// Nobody handles what was reported of themselves, nor reads who did.
const REPORTED_OF_OTHERS: &str =
    "t.volunteer_center_id = :center_id and t.reported_user_id is not :user_id";

#[rustfmt::skip]
pub const CONVERSATIONS: &[Rule] = &[
    Rule("conversations", &[Read, Create, Update], &[SignedIn], MINE),
    Rule("conversations", &[Read, Create, Update], &[SignedIn], OF_MY_HOUSEHOLD),
    Rule("conversations", &[Read, Create, Update], &[OrganizationSuperuser], OURS),
    Rule("conversations", &[Read, Create, Update], &[CenterSuperuser, Admin], OF_OWN_CENTER),
    // Send: write to many at once. To whom is asked of each (`resources/conversation/many.rs`).
    Rule("conversations", &[Send], &[Mentor], MINE),
    Rule("conversations", &[Send], &[OrganizationSuperuser], OURS),
    Rule("conversations", &[Send], &[CenterSuperuser, Admin], OF_OWN_CENTER),
    Rule("messages", &[Read, Create], &[SignedIn], MESSAGE_TO_ME),
    Rule("messages", &[Read, Create], &[SignedIn], MESSAGE_TO_MY_HOUSEHOLD),
    Rule("messages", &[Read, Create], &[OrganizationSuperuser], MESSAGE_TO_US),
    Rule("messages", &[Read, Create], &[CenterSuperuser, Admin], MESSAGE_TO_CENTER),
    Rule("messages", &[Withdraw], &[SignedIn], WRITTEN_BY_ME),
    Rule("abuse_reports", &[Create], &[Anyone], REPORTED_HERE),
    Rule("abuse_reports", &[Read, Manage], &[CenterSuperuser, Admin], REPORTED_OF_OTHERS),
    Rule("push_subscriptions", &[Read, Create, Delete, Own], &[SignedIn], OWN),
];
