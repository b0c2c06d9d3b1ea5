-- Pictures that a centre keeps at hand: uploaded ones, and those that the program brings.
create table stock_images (
  id integer primary key,
  name text not null,
  description text not null default '',
  -- What it shows, for who does not see it.
  short_description text not null default '',
  keywords text not null default '[]',
  image_url text not null,
  credit text not null default '',
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index stock_images_of_center on stock_images (volunteer_center_id, id);
create index stock_images_by_url on stock_images (image_url);

insert into stock_images (name, description, short_description, keywords, image_url, credit, volunteer_center_id, created_at, updated_at)
select p.value ->> 'name', '', p.value ->> 'shows', p.value -> 'keywords', p.value ->> 'url', 'Voluntr', c.id, c.created_at, c.created_at
  from volunteer_centers c, json_each(starter_pictures ()) p
 order by c.id, p.key;

-- Which of them a picture was made of; what takes the place of a document's file keeps its address.
alter table uploads add column stock_image_id integer references stock_images (id) on delete set null;
alter table uploads add column file text;
alter table uploads add column replaced_at text;
create index uploads_by_stock_image on uploads (stock_image_id) where stock_image_id is not null;
create index uploads_by_file on uploads (file) where file is not null;
