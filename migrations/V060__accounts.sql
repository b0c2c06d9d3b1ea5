-- What an account remembers of its address, its password and who asked the person in.

-- A new address that waits until it is proved; the old one holds until then.
alter table users add column unconfirmed_email text collate nocase;
alter table users add column password_changed_at text;
-- When the first letter of the present invitation went out. Empty: made or imported, and not written to yet.
alter table users add column invited_at text;
alter table users add column invited_by_id integer references users (id) on delete set null;

create index users_invited on users (invited_at) where status = 'invited' and invited_at is not null;
