-- A neighbourhood initiative has its address at somebody's home. The row of such an address is marked, and so is that of
-- a vacancy that names the same place: street, house number and full postal code are not for the public. A mark on the
-- address of a vacancy outlives the initiative's move, as the place is still where somebody lived.
alter table addresses add column is_home integer not null default 0;

-- The homes, for comparing with.
create view homes as
  select o.id as organization_id, a.id as address_id,
         lower(trim(coalesce(a.street, ''))) as street, lower(replace(coalesce(a.house_number, ''), ' ', '')) as house_number,
         upper(replace(coalesce(a.postal_code, ''), ' ', '')) as postal_code, lower(trim(coalesce(a.city, ''))) as city
    from organizations o
    join addresses a on a.id = o.address_id
   where o.neighbourhood_initiative = 1;

-- The addresses of vacancies that name the home of their organisation: by postal code and house number, or by street,
-- house number and city; a part that one of the two leaves open makes no difference.
create view vacancies_at_home as
  select v.id as vacancy_id, v.organization_id, a.id as address_id
    from vacancies v
    join addresses a on a.id = v.address_id
    join homes h on h.organization_id = v.organization_id
   where a.id = h.address_id
      or (lower(replace(coalesce(a.house_number, ''), ' ', '')) in (h.house_number, '') or h.house_number = '')
     and (upper(replace(coalesce(a.postal_code, ''), ' ', '')) = h.postal_code and h.postal_code <> ''
          or lower(trim(coalesce(a.street, ''))) = h.street and h.street <> ''
             and lower(trim(coalesce(a.city, ''))) in (h.city, ''));

create trigger organizations_home_insert after insert on organizations when new.neighbourhood_initiative = 1 begin
  update addresses set is_home = 1 where id = new.address_id and is_home = 0;
end;

create trigger organizations_home_update after update of address_id, neighbourhood_initiative on organizations begin
  update addresses set is_home = new.neighbourhood_initiative
   where id = new.address_id and is_home <> new.neighbourhood_initiative;
  update addresses set is_home = 1
   where is_home = 0 and id in (select address_id from vacancies_at_home where organization_id = new.id);
end;

create trigger vacancies_home_insert after insert on vacancies when new.address_id is not null begin
  update addresses set is_home = 1
   where id = new.address_id and is_home = 0 and id in (select address_id from vacancies_at_home where vacancy_id = new.id);
end;

create trigger vacancies_home_update after update of address_id on vacancies when new.address_id is not null begin
  update addresses set is_home = 1
   where id = new.address_id and is_home = 0 and id in (select address_id from vacancies_at_home where vacancy_id = new.id);
end;

-- Another place is looked at anew; the address of an initiative itself stays a home wherever it moves.
create trigger addresses_home_update after update of street, house_number, postal_code, city on addresses
when old.street is not new.street or old.house_number is not new.house_number
  or old.postal_code is not new.postal_code or old.city is not new.city
begin
  update addresses set is_home = 0
   where id = new.id and is_home = 1
     and not exists (select 1 from homes where address_id = new.id)
     and not exists (select 1 from vacancies_at_home where address_id = new.id);
  update addresses set is_home = 1
   where id = new.id and is_home = 0 and id in (select address_id from vacancies_at_home where address_id = new.id);
  update addresses set is_home = 1
   where is_home = 0
     and id in (select address_id from vacancies_at_home
                 where organization_id in (select organization_id from homes where address_id = new.id));
end;

-- What stands in the row of a vacancy is public: of a home the four digits alone.
drop trigger vacancies_place_insert;
drop trigger vacancies_place_update;
drop trigger addresses_place_update;

create trigger vacancies_place_insert after insert on vacancies when new.address_id is not null begin
  update vacancies
     set (city, postal_code, latitude, longitude) =
         (select city, iif(is_home, substr(postal_code, 1, 4), postal_code), latitude, longitude from addresses where id = new.address_id)
   where id = new.id;
end;

create trigger vacancies_place_update after update of address_id on vacancies begin
  update vacancies
     set (city, postal_code, latitude, longitude) =
         (select city, iif(is_home, substr(postal_code, 1, 4), postal_code), latitude, longitude from addresses where id = new.address_id)
   where id = new.id;
end;

create trigger addresses_place_update after update of city, postal_code, latitude, longitude, is_home on addresses begin
  update vacancies
     set (city, postal_code, latitude, longitude) =
         (select city, iif(is_home, substr(postal_code, 1, 4), postal_code), latitude, longitude from addresses where id = new.id)
   where address_id = new.id;
end;

update addresses set is_home = 1 where id in (select address_id from homes);
update addresses set is_home = 1 where is_home = 0 and id in (select address_id from vacancies_at_home);
