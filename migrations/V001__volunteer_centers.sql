-- Addresses, volunteer centres, their profile and their theme.

create table addresses (
  id integer primary key,
  street text,
  house_number text,
  postal_code text,
  city text,
  country text not null default 'NL',
  latitude real,
  longitude real,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create table volunteer_center_profiles (
  id integer primary key,
  website_logo_url text,
  website_logo_dark_mode_url text,
  favicon_url text,
  gtag_id text,
  primary_color text,
  secondary_color text,
  tertiary_color text,
  muted_color text,
  background_color text,
  text_color text,
  footer_column_1_title text,
  footer_column_1_content text,
  footer_column_2_title text,
  footer_column_2_content text,
  footer_column_3_title text,
  footer_column_3_content text,
  footer_column_4_title text,
  footer_column_4_content text,
  footer_column_6_title text,
  footer_column_6_content text,
  footer_column_8_title text,
  footer_column_8_content text,
  show_anbi_logo integer not null default 0,
  show_nov_logo integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create table themes (
  id integer primary key,
  font_sans text not null default 'Inter Variable',
  font_heading text not null default 'Inter Variable',
  css_variables text not null default '{}',
  primary_color_preset text,
  primary_shades text,
  secondary_color_preset text,
  secondary_shades text,
  tertiary_color_preset text,
  tertiary_shades text,
  muted_color_preset text,
  background_color text,
  text_color text,
  default_shape text not null default 'rounded',
  header_full_width integer not null default 0,
  header_variant text not null default 'tab',
  header_sticky integer not null default 1,
  header_language_toggle integer not null default 1,
  header_center_menu_items integer not null default 0,
  footer_variant text not null default 'maud',
  allow_inactive_users integer not null default 0,
  enable_moving_organizations integer not null default 0,
  staging integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create table volunteer_centers (
  id integer primary key,
  name text not null,
  email text,
  phone_number text,
  locale text not null default 'nl',
  host text unique,
  is_default integer not null default 0,
  review_vacancies integer not null default 1,
  allow_guest_applications integer not null default 1,
  address_id integer references addresses (id),
  profile_id integer references volunteer_center_profiles (id),
  theme_id integer references themes (id),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index volunteer_centers_default on volunteer_centers (is_default) where is_default = 1;

-- What the tenant's preset decided when it was made: context, features, wording.
create table settings (
  name text primary key,
  value text not null
) strict;
