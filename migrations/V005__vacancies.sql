-- Vacancies, and the index they are searched by.

create table vacancies (
  id integer primary key,
  title text not null,
  slug text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published', 'filled', 'expired', 'archived', 'deleted')),
  moderation_state text not null default 'none' check (moderation_state in ('none', 'submitted', 'needs_work', 'approved', 'refused')),
  moderation_message text,
  vacancy_type text not null default 'volunteering' check (vacancy_type in ('volunteering', 'p2p', 'one-on-one', 'neighbour-help', 'activity', 'language')),
  summary text,
  description text not null default '',
  requirements text not null default '[]',
  offer text,
  hours_per_week real,
  capacity integer,
  places_taken integer not null default 0,
  schedule text,
  expenses text,
  youtube_url text,
  image_url text,
  expires_at text,
  published_at text,
  publish_after_approval integer not null default 0,
  contact_person_id integer references users (id) on delete set null,
  contact_phone_visible integer not null default 0,
  age_group_ids text not null default '[]',
  activity_type_ids text not null default '[]',
  tags text not null default '[]',
  online integer not null default 0,
  min_age integer,
  languages text not null default '[]',
  required_checks text not null default '[]',
  view_count integer not null default 0,
  origin text,
  external_id text,
  verified_at text,
  archived_at text,
  deleted_at text,
  organization_id integer not null references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  address_id integer references addresses (id),
  -- Copied from the address by the triggers below, so that a list needs no join.
  city text,
  postal_code text,
  latitude real,
  longitude real,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index vacancies_published on vacancies (status, volunteer_center_id, published_at desc, id desc, expires_at);
create index vacancies_expiry on vacancies (status, expires_at);
create index vacancies_organization on vacancies (organization_id, status);
create index vacancies_place on vacancies (latitude, longitude);
create unique index vacancies_external on vacancies (origin, external_id) where external_id is not null;

create trigger vacancies_place_insert after insert on vacancies when new.address_id is not null begin
  update vacancies
     set (city, postal_code, latitude, longitude) = (select city, postal_code, latitude, longitude from addresses where id = new.address_id)
   where id = new.id;
end;

create trigger vacancies_place_update after update of address_id on vacancies begin
  update vacancies
     set (city, postal_code, latitude, longitude) = (select city, postal_code, latitude, longitude from addresses where id = new.address_id)
   where id = new.id;
end;

create trigger addresses_place_update after update of city, postal_code, latitude, longitude on addresses begin
  update vacancies
     set city = new.city, postal_code = new.postal_code, latitude = new.latitude, longitude = new.longitude
   where address_id = new.id;
end;

-- Title counts most, then the words of the list, then the rest. `facet` holds tokens that narrow a search
-- inside the index: s_published, c_1 (centre), t_volunteering (kind).
create virtual table vacancies_search using fts5 (
  title, keywords, body, facet,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 tokenchars '_'",
  prefix = '2 3 4'
);

create view vacancies_searchable as
select v.id,
       search_terms (v.title) as title,
       search_terms (v.summary, o.name, v.city, v.schedule,
         (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
           where (x.kind = 'tags' and x.key in (select value from json_each(v.tags)))
              or (x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids))))) as keywords,
       search_terms (v.description, (select group_concat(value, ' ') from json_each(v.requirements)), v.offer) as body,
       's_' || v.status || ' c_' || v.volunteer_center_id || ' t_' || replace(v.vacancy_type, '-', '_') as facet
  from vacancies v
  join organizations o on o.id = v.organization_id;

-- With an address the update of its place fills the index.
create trigger vacancies_search_insert after insert on vacancies when new.address_id is null begin
  insert into vacancies_search (rowid, title, keywords, body, facet)
  select id, title, keywords, body, facet from vacancies_searchable where id = new.id;
end;

create trigger vacancies_search_update
after update of title, summary, city, schedule, tags, activity_type_ids, description, requirements, offer, status, volunteer_center_id, vacancy_type, organization_id on vacancies begin
  delete from vacancies_search where rowid = new.id;
  insert into vacancies_search (rowid, title, keywords, body, facet)
  select id, title, keywords, body, facet from vacancies_searchable where id = new.id;
end;

create trigger vacancies_search_delete after delete on vacancies begin
  delete from vacancies_search where rowid = old.id;
end;

create trigger organizations_search_update after update of name on organizations begin
  delete from vacancies_search where rowid in (select id from vacancies where organization_id = new.id);
  insert into vacancies_search (rowid, title, keywords, body, facet)
  select id, title, keywords, body, facet from vacancies_searchable
   where id in (select id from vacancies where organization_id = new.id);
end;

create trigger vacancies_count_insert after insert on vacancies when new.status = 'published' begin
  update organizations set vacancies_count = vacancies_count + 1 where id = new.organization_id;
end;

create trigger vacancies_count_update after update of status on vacancies when (new.status = 'published') <> (old.status = 'published') begin
  update organizations
     set vacancies_count = vacancies_count + iif(new.status = 'published', 1, -1)
   where id = new.organization_id;
end;

create trigger vacancies_count_delete after delete on vacancies when old.status = 'published' begin
  update organizations set vacancies_count = vacancies_count - 1 where id = old.organization_id;
end;

create table favorites (
  user_id integer not null references users (id) on delete cascade,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  created_at text not null,
  primary key (user_id, vacancy_id)
) strict;
