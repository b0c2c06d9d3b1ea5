-- What the social map tells of an organisation: whom it is for, how one gets in, when, and where else.
alter table organization_profiles add column audiences text not null default '[]';
alter table organization_profiles add column languages text not null default '[]';
alter table organization_profiles add column wheelchair_accessible integer not null default 0;
alter table organization_profiles add column accessible_toilet integer not null default 0;
alter table organization_profiles add column opening_hours text not null default '[]';
alter table organization_profiles add column opening_note text;
alter table organization_profiles add column places text not null default '[]';

-- The coordinates of a postal code are those of an area; exact are those that somebody put on the map by hand.
alter table addresses add column is_exact integer not null default 0;

-- On the social map: approved, shown by choice, and with a description that says something. Kept by triggers, so that
-- an index has the list in its order.
alter table organizations add column on_social_map integer not null default 0;

create index organizations_on_social_map on organizations (volunteer_center_id, name collate nocase, id) where on_social_map = 1;

create trigger organizations_social_map_insert after insert on organizations begin
  update organizations
     set on_social_map = (new.status = 'approved' and length(trim(coalesce(new.description, ''))) >= 100
                          and exists (select 1 from organization_profiles p where p.id = new.profile_id and p.show_on_social_map = 1))
   where id = new.id and new.profile_id is not null;
end;

create trigger organizations_social_map_update after update of status, description, profile_id on organizations begin
  update organizations
     set on_social_map = (new.status = 'approved' and length(trim(coalesce(new.description, ''))) >= 100
                          and exists (select 1 from organization_profiles p where p.id = new.profile_id and p.show_on_social_map = 1))
   where id = new.id;
end;

create trigger organization_profiles_social_map_update after update of show_on_social_map on organization_profiles begin
  update organizations
     set on_social_map = (status = 'approved' and length(trim(coalesce(description, ''))) >= 100 and new.show_on_social_map = 1)
   where profile_id = new.id;
end;

update organizations
   set on_social_map = 1
 where status = 'approved' and length(trim(coalesce(description, ''))) >= 100
   and exists (select 1 from organization_profiles p where p.id = organizations.profile_id and p.show_on_social_map = 1);

-- Words of organisations in trigrams: the name with the place, in which a word with a typing error is found too, and
-- the description.
create virtual table organizations_search using fts5 (name, about, tokenize = 'trigram', columnsize = 0);

insert into organizations_search (organizations_search, rank) values ('secure-delete', 1);

insert into organizations_search (rowid, name, about)
select o.id, fold (o.name || ' ' || coalesce((select city from addresses where id = o.address_id), '')), fold (coalesce(o.description, ''))
  from organizations o;

create trigger organizations_trigrams_insert after insert on organizations begin
  insert into organizations_search (rowid, name, about)
  values (new.id, fold (new.name || ' ' || coalesce((select city from addresses where id = new.address_id), '')), fold (coalesce(new.description, '')));
end;

create trigger organizations_trigrams_update after update of name, description, address_id on organizations begin
  update organizations_search
     set name = fold (new.name || ' ' || coalesce((select city from addresses where id = new.address_id), '')),
         about = fold (coalesce(new.description, ''))
   where rowid = new.id;
end;

create trigger organizations_trigrams_city after update of city on addresses when new.city is not old.city begin
  update organizations_search
     set name = (select fold (o.name || ' ' || coalesce(new.city, '')) from organizations o where o.id = organizations_search.rowid)
   where rowid in (select id from organizations where address_id = new.id);
end;

create trigger organizations_trigrams_delete after delete on organizations begin
  delete from organizations_search where rowid = old.id;
end;

-- What a visitor thinks is wrong or missing on the social map. For the centre.
create table organization_suggestions (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id),
  organization_id integer references organizations (id) on delete cascade,
  message text not null,
  email text,
  handled integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index organization_suggestions_center on organization_suggestions (volunteer_center_id, handled, id);
create index organization_suggestions_organization on organization_suggestions (organization_id);
create index organization_suggestions_created on organization_suggestions (created_at);
