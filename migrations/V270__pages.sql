-- Pages that a centre makes: the draft, which visitors never see. `published_pages` is what they see.
create table pages (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id),
  title text not null,
  slug text not null,
  locale text not null default 'nl' check (locale in ('nl', 'en')),
  page_type text not null default 'default' check (page_type in ('default', 'news', 'success_story')),
  page_layout text not null default 'wide' check (page_layout in ('wide', 'narrow')),
  show_title_on_page integer not null default 1,
  summary text,
  featured integer not null default 0,
  meta_title text,
  meta_description text,
  og_title text,
  og_description text,
  og_image_id integer references uploads (id) on delete set null,
  tags text not null default '[]',
  author_name text,
  image_id integer references uploads (id) on delete set null,
  image_stock text,
  image_alt text,
  translation_of_id integer references pages (id) on delete set null,
  published_at text,
  published_number integer,
  has_unpublished_changes integer not null default 1,
  created_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index pages_slug on pages (volunteer_center_id, locale, slug);
create unique index pages_translation on pages (translation_of_id, locale) where translation_of_id is not null;
create index pages_list on pages (volunteer_center_id, page_type, updated_at);
create index pages_created_by on pages (created_by_id) where created_by_id is not null;
create index pages_image on pages (image_id) where image_id is not null;
create index pages_og_image on pages (og_image_id) where og_image_id is not null;

create table content_blocks (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  position integer not null,
  block_type text not null,
  content text not null default '{}',
  ground text not null default 'page' check (ground in ('page', 'card', 'accent', 'dark')),
  is_hidden integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index content_blocks_page on content_blocks (page_id, position);

-- A snapshot for each publication and, while somebody edits, for every ten minutes. `fields` are the page's, `blocks`
-- those of the draft, as JSON. A closed one takes no later changes up.
create table page_versions (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  number integer not null,
  fields text not null,
  blocks text not null,
  is_published integer not null default 0,
  is_closed integer not null default 0,
  actor_id integer references users (id) on delete set null,
  at text not null,
  unique (page_id, number)
) strict;

create index page_versions_actor on page_versions (actor_id) where actor_id is not null;

-- What visitors see. A page has one row, and one more while another version waits for its time: the first then ends
-- when the second begins.
create table published_pages (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id),
  number integer not null,
  title text not null,
  slug text not null,
  locale text not null,
  page_type text not null,
  page_layout text not null,
  show_title_on_page integer not null,
  summary text,
  featured integer not null,
  meta_title text,
  meta_description text,
  og_title text,
  og_description text,
  og_image_url text,
  tags text not null,
  author_name text,
  image_url text,
  image_alt text,
  blocks text not null,
  published_at text not null,
  publish_at text not null,
  unpublish_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index published_pages_page on published_pages (page_id, publish_at);
create index published_pages_slug on published_pages (volunteer_center_id, locale, slug);
create index published_pages_newest on published_pages (volunteer_center_id, page_type, locale, published_at);
create index published_pages_publish on published_pages (publish_at);
create index published_pages_unpublish on published_pages (unpublish_at) where unpublish_at is not null;

-- The pictures of a page: of its draft and of what is published.
create table page_uploads (
  page_id integer not null references pages (id) on delete cascade,
  upload_id integer not null references uploads (id) on delete cascade,
  primary key (page_id, upload_id)
) strict, without rowid;

create index page_uploads_upload on page_uploads (upload_id);

-- Former addresses.
create table page_redirects (
  volunteer_center_id integer not null references volunteer_centers (id),
  locale text not null,
  slug text not null,
  page_id integer not null references pages (id) on delete cascade,
  created_at text not null,
  primary key (volunteer_center_id, locale, slug)
) strict, without rowid;

create index page_redirects_page on page_redirects (page_id);

-- Links with which somebody without an account sees a draft.
create table page_preview_tokens (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  token_hash blob not null unique,
  expires_at text not null,
  created_at text not null
) strict;

create index page_preview_tokens_page on page_preview_tokens (page_id);
create index page_preview_tokens_expiry on page_preview_tokens (expires_at);
