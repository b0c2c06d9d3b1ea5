//! What a centre arranges on its site besides pages: menus, files, stock images, legal texts.

mod calendar;
mod calendar_counts;
mod calendar_map;
mod calendar_parts;
mod changelog;
mod contexts;
mod documents;
mod legal_texts;
mod menus;
mod search_all;
mod stock_images;
mod visits;
