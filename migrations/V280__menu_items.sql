-- Menus of a centre's site: a tree of two levels for the header and one for the footer.
create table menu_items (
  id integer primary key,
  menu text not null,
  name text not null,
  name_en text,
  link_type text not null,
  page_id integer,
  system_page text,
  parent_id integer references menu_items (id) on delete cascade,
  position integer not null default 0,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index menu_items_of_center on menu_items (volunteer_center_id, menu, position, id);
create index menu_items_of_parent on menu_items (parent_id);
create index menu_items_of_page on menu_items (page_id) where page_id is not null;

-- What stands under an item is in the menu of that item.
create trigger menu_items_under after update of menu on menu_items begin
  update menu_items set menu = new.menu, version = version + 1, updated_at = new.updated_at
   where parent_id = new.id and menu <> new.menu;
end;

create trigger menu_items_moved after update of parent_id on menu_items when new.parent_id is not null begin
  update menu_items set menu = (select p.menu from menu_items p where p.id = new.parent_id)
   where id = new.id;
end;
