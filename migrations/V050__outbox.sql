-- Letters that wait to be sent: written in the transaction of what they tell about, sent by a job.
-- `data` holds what the template needs, links with tokens included; it is emptied once the letter is sent.
create table outbox (
    id integer primary key,
    kind text not null,
    to_email text not null collate nocase,
    to_name text not null default '',
    locale text not null default 'nl',
    data text not null default '{}' check (json_valid(data)),
    fingerprint text not null,
    subject_type text not null,
    subject_id integer not null,
    mandatory integer not null default 0 check (mandatory in (0, 1)),
    -- No reference: a letter outlives its centre, and is then sent in the name of the tenant.
    volunteer_center_id integer,
    status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'failed')),
    attempts integer not null default 0,
    next_attempt_at text not null,
    last_error text,
    message_id text unique,
    unsubscribe_token text unique,
    claimed_at text,
    sent_at text,
    created_at text not null
) strict;

create index outbox_due on outbox (next_attempt_at, id) where status = 'waiting';
create index outbox_claimed on outbox (claimed_at) where status = 'sending';
create index outbox_same on outbox (subject_type, subject_id, kind, to_email, created_at);
create index outbox_by_address on outbox (to_email);

-- Addresses that refuse mail for good; three refusals in a row stop the mail.
create table mail_bounces (
    email text primary key collate nocase,
    count integer not null,
    last_error text not null,
    bounced_at text not null
) strict, without rowid;

-- Kinds of mail that an address no longer wants. Mandatory kinds are sent all the same.
create table mail_unsubscriptions (
    email text not null collate nocase,
    kind text not null,
    created_at text not null,
    primary key (email, kind)
) strict, without rowid;
