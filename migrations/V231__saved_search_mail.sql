-- New results by mail: at once, every day or every week. Somebody hears of what went online after `told_until`.
create table saved_searches_new (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  filters text not null,
  mail text not null default 'never' check (mail in ('at_once', 'daily', 'weekly', 'never')),
  told_until text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

insert into saved_searches_new (id, user_id, name, filters, mail, version, created_at, updated_at)
select id, user_id, name, filters, mail, version, created_at, updated_at from saved_searches;

drop table saved_searches;
alter table saved_searches_new rename to saved_searches;

create unique index saved_searches_user on saved_searches (user_id, filters);
create index saved_searches_mail on saved_searches (mail, told_until) where mail <> 'never';

-- Who chose another rate hears of what comes from then on.
create trigger saved_searches_start after update of mail on saved_searches when old.mail = 'never' and new.mail <> 'never' begin
  update saved_searches set told_until = new.updated_at where id = new.id;
  delete from mail_unsubscriptions
   where kind = 'saved_search_new' and email = (select email from users where id = new.user_id);
end;

create trigger saved_searches_start_new after insert on saved_searches when new.mail <> 'never' begin
  delete from mail_unsubscriptions
   where kind = 'saved_search_new' and email = (select email from users where id = new.user_id);
end;

-- The link in the letter stops the letters of all searches; the searches stay.
create trigger saved_searches_stop after insert on mail_unsubscriptions when new.kind = 'saved_search_new' begin
  update saved_searches
     set mail = 'never', version = version + 1, updated_at = new.created_at
   where mail <> 'never' and user_id in (select id from users where email = new.email);
end;
