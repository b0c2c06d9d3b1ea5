-- Newsletters of a centre, who wants them, and who was sent which.

-- Somebody who wants the newsletters of a centre, without an account or with one. With one, their consent says whether they want it,
-- and this row keeps their wishes; it is made when they are first sent one.
create table newsletter_subscribers (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  user_id integer unique references users (id) on delete cascade,
  -- Of somebody without an account.
  email text collate nocase,
  first_name text,
  locale text not null default 'nl' check (locale in ('nl', 'en')),
  frequency text not null default 'every' check (frequency in ('every', 'monthly')),
  status text not null default 'pending' check (status in ('pending', 'active', 'left')),
  -- The edition of the text that was agreed to.
  edition text,
  -- SHA-256 of the token in the mail that asks for a confirmation, and until when it holds.
  confirm_hash text unique,
  confirm_until text,
  -- In the links to their wishes: nobody else knows it.
  preferences_token text not null unique default (lower(hex(randomblob(20)))),
  confirmed_at text,
  left_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((user_id is null) = (email is not null))
) strict;

create unique index newsletter_subscribers_email on newsletter_subscribers (volunteer_center_id, email) where email is not null;
create index newsletter_subscribers_by_email on newsletter_subscribers (email);

create table newsletters (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  title text not null,
  subject text not null default '',
  preheader text,
  blocks text not null default '[]' check (json_valid(blocks)),
  subject_en text,
  preheader_en text,
  blocks_en text check (blocks_en is null or json_valid(blocks_en)),
  segment text not null check (json_valid(segment))
    default '{"audience":"everyone","theme_ids":[],"city":null,"km":null,"language":null,"active_days":null,"seen_days":null}',
  -- Whether it has a page on the site once it is sent.
  is_archived integer not null default 0 check (is_archived in (0, 1)),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
  send_at text,
  started_at text,
  finished_at text,
  -- After this moment nobody is sent it any more.
  send_until text,
  tested_at text,
  -- When the server last went on after a restart, and how many had been sent it by then.
  resumed_at text,
  resumed_from integer,
  -- The process that sends it, and when it last took people.
  sent_by text,
  last_batch_at text,
  -- Mails in a minute.
  per_minute integer not null default 60,
  -- What it came to; the rows of recipients go after a while.
  delivered_before integer not null default 0,
  bounced_before integer not null default 0,
  skipped_before integer not null default 0,
  unsubscribed_before integer not null default 0,
  created_by_id integer references users (id) on delete set null,
  updated_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index newsletters_center on newsletters (volunteer_center_id, updated_at);
create index newsletters_due on newsletters (status, send_at) where status in ('scheduled', 'sending');
create index newsletters_created_by on newsletters (created_by_id);
create index newsletters_updated_by on newsletters (updated_by_id);

-- One row for each person and newsletter. It is marked in the transaction that puts the mail in the outbox.
create table newsletter_recipients (
  newsletter_id integer not null references newsletters (id) on delete cascade,
  subscriber_id integer not null references newsletter_subscribers (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'queued', 'delivered', 'bounced', 'skipped')),
  -- Why somebody is skipped: no_consent, bounced, under_16, archived, less_often, too_late, stopped.
  reason text,
  outbox_id integer,
  queued_at text,
  unsubscribed_at text,
  primary key (newsletter_id, subscriber_id)
) strict, without rowid;

create index newsletter_recipients_status on newsletter_recipients (newsletter_id, status);
create index newsletter_recipients_subscriber on newsletter_recipients (subscriber_id, queued_at);
create index newsletter_recipients_outbox on newsletter_recipients (outbox_id) where outbox_id is not null;

-- Who leaves by a link in a mail takes their consent back, and leaves where they had no account.
create trigger newsletter_unsubscribed after insert on mail_unsubscriptions when new.kind = 'newsletter' begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  select u.id, 'newsletter', 0, new.created_at, new.created_at from users u
   where u.email = new.email
     and (select c.is_given from consents c where c.user_id = u.id and c.kind = 'newsletter' order by c.id desc limit 1) = 1;
  update newsletter_subscribers set status = 'left', left_at = new.created_at, updated_at = new.created_at, version = version + 1
   where email = new.email and status = 'active';
end;

-- Who says yes again is mailed again.
create trigger newsletter_consented after insert on consents when new.kind = 'newsletter' and new.is_given = 1 begin
  delete from mail_unsubscriptions where kind = 'newsletter' and email = (select u.email from users u where u.id = new.user_id);
end;

-- Counted for the newsletter that they were sent last.
create trigger newsletter_consent_withdrawn after insert on consents when new.kind = 'newsletter' and new.is_given = 0 begin
  update newsletter_recipients set unsubscribed_at = new.created_at
   where unsubscribed_at is null
     and (newsletter_id, subscriber_id) = (select r.newsletter_id, r.subscriber_id from newsletter_recipients r
       join newsletter_subscribers s on s.id = r.subscriber_id
      where s.user_id = new.user_id and r.queued_at is not null order by r.queued_at desc limit 1);
end;

create trigger newsletter_left after update of status on newsletter_subscribers when new.status = 'left' and old.status <> 'left' begin
  update newsletter_recipients set unsubscribed_at = new.updated_at
   where unsubscribed_at is null
     and (newsletter_id, subscriber_id) = (select r.newsletter_id, r.subscriber_id from newsletter_recipients r
      where r.subscriber_id = new.id and r.queued_at is not null order by r.queued_at desc limit 1);
end;

-- Newsletters that have a page on the site: written when one has been sent.
create table published_newsletters (
  id integer primary key references newsletters (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  subject text not null,
  subject_en text,
  preheader text,
  preheader_en text,
  html text not null,
  html_en text,
  sent_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index published_newsletters_center on published_newsletters (volunteer_center_id, sent_at);

-- What became of it stays counted when the rows of its readers go.
create trigger newsletter_recipients_counted after delete on newsletter_recipients begin
  update newsletters
     set delivered_before = delivered_before + (old.status in ('queued', 'delivered')),
         bounced_before = bounced_before + (old.status = 'bounced'),
         skipped_before = skipped_before + (old.status = 'skipped'),
         unsubscribed_before = unsubscribed_before + (old.unsubscribed_at is not null)
   where id = old.newsletter_id;
end;
