-- What a guest typed is no application before its letter was answered: until then it is kept with the link of that
-- letter, which is found by its own number (docs/decisions/0025).

create table new_tokens (
  id integer primary key,
  purpose text not null,
  token_hash blob not null,
  -- What the link is about; nothing yet where it keeps what somebody typed, whose address is then beside it.
  subject_type text,
  subject_id integer,
  data text,
  email text collate nocase,
  created_at text not null,
  expires_at text not null,
  used_at text,
  -- One from before has no number in its link.
  is_old integer not null default 0
) strict;

insert into new_tokens (id, purpose, token_hash, subject_type, subject_id, data, created_at, expires_at, used_at, is_old)
select id, purpose, token_hash, subject_type, subject_id, data, created_at, expires_at, used_at, 1
  from tokens;

drop table tokens;

alter table new_tokens rename to tokens;

create index tokens_subject on tokens (subject_type, subject_id, purpose) where subject_id is not null;
create index tokens_email on tokens (email, created_at) where email is not null;
create index tokens_old on tokens (token_hash) where is_old = 1;

-- Guests who have not answered their letter: its link keeps what they typed from now on.
update outbox
   set subject_type = 'tokens', subject_id = t.id
  from tokens t
  join applications a on a.id = t.subject_id and a.stage = 'unconfirmed'
 where outbox.kind = 'application_confirm_guest'
   and outbox.subject_type = 'applications'
   and outbox.subject_id = a.id
   and t.subject_type = 'applications';

update tokens
   set subject_type = null, subject_id = null, email = a.email,
       data = json_object('vacancy_id', cast(a.vacancy_id as text), 'first_name', coalesce(a.first_name, ''),
                          'last_name', a.last_name, 'email', a.email, 'phone_number', a.phone_number,
                          'locale', a.locale, 'message', a.message, 'consent_at', coalesce(a.consent_at, a.created_at))
  from applications a
 where a.id = tokens.subject_id
   and tokens.subject_type = 'applications'
   and tokens.used_at is null
   and a.stage = 'unconfirmed'
   and a.email is not null;

delete from transitions
 where subject_type = 'applications'
   and subject_id in (select id from applications where stage = 'unconfirmed');
delete from tokens
 where subject_type = 'applications'
   and subject_id in (select id from applications where stage = 'unconfirmed');
delete from applications where stage = 'unconfirmed';

-- A letter is written more often than one is looked for by its address, which happens when somebody leaves, takes
-- another address or wants no more of a kind.
create table new_outbox (
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
  message_id text,
  unsubscribe_token text,
  claimed_at text,
  sent_at text,
  created_at text not null,
  claimed_by text
) strict;

insert into new_outbox (id, kind, to_email, to_name, locale, data, fingerprint, subject_type, subject_id, mandatory,
                        volunteer_center_id, status, attempts, next_attempt_at, last_error, message_id,
                        unsubscribe_token, claimed_at, sent_at, created_at, claimed_by)
select id, kind, to_email, to_name, locale, data, fingerprint, subject_type, subject_id, mandatory,
       volunteer_center_id, status, attempts, next_attempt_at, last_error, message_id,
       unsubscribe_token, claimed_at, sent_at, created_at, claimed_by
  from outbox;

drop table outbox;

alter table new_outbox rename to outbox;

create index outbox_due on outbox (next_attempt_at, id) where status = 'waiting';
create index outbox_claimed on outbox (claimed_at) where status = 'sending';
create index outbox_same on outbox (subject_type, subject_id, kind, to_email, created_at);
create unique index outbox_message on outbox (message_id) where message_id is not null;
create unique index outbox_unsubscribe on outbox (unsubscribe_token) where unsubscribe_token is not null;

-- What nobody did is never looked for by who did it.
drop index audit_events_actor;

create index audit_events_actor on audit_events (actor_id, at) where actor_id is not null;
