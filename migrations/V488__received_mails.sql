-- Mail that comes in: answers to mails about messages, and reports of mail that did not arrive. `domain` is where it
-- comes in, none: it does not. `key` makes the addresses that somebody may answer to.
create table inbound_mail (
    id integer primary key check (id = 1),
    domain text collate nocase,
    key blob not null
) strict;
insert into inbound_mail (id, key) values (1, randomblob(32));

-- What came in, for a month: the same mail is taken once, and one from another sender is held until somebody has looked.
create table received_mails (
    id integer primary key,
    state text not null check (state in ('held', 'taken', 'refused', 'dropped')),
    reason text,
    -- Of an answer: the conversation and who was asked to answer. Without an account the side stands alone.
    conversation_id integer references conversations (id) on delete cascade,
    side text check (side in ('person', 'organization', 'center', 'mentor')),
    user_id integer references users (id) on delete cascade,
    from_email text collate nocase,
    -- Of a mail that is held, until it was decided about.
    body text,
    -- Of an answer that was taken: the message.
    message_id integer references messages (id) on delete set null,
    message_hash text unique,
    body_hash text unique,
    -- When it was written back why it was refused.
    answered_at text,
    created_at text not null
) strict;

create index received_mails_conversation on received_mails (conversation_id) where conversation_id is not null;
create index received_mails_user on received_mails (user_id) where user_id is not null;
create index received_mails_from on received_mails (from_email) where from_email is not null;
create index received_mails_message on received_mails (message_id) where message_id is not null;
create index received_mails_held on received_mails (id) where state = 'held';

-- When the last refusal came back as mail. The mail server had taken that mail, so that taking the next one proves nothing.
alter table mail_bounces add column reported_at text;
