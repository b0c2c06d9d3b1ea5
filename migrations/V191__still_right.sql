-- Every six months the contact of an organisation is asked whether its public data is still right. The question and its
-- reminders are counted until the answer; without one the organisation is marked as not confirmed.
alter table organizations add column confirmation_asked_at text;
alter table organizations add column confirmation_letters integer not null default 0;
alter table organizations add column unconfirmed_since text;
create index organizations_confirmation on organizations (status, last_confirmed_at, confirmation_asked_at);
