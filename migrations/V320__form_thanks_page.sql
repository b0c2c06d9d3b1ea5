-- Where somebody is led after sending a form: a published page instead of a text.
alter table forms add column thanks_page_id integer references pages (id) on delete set null;
create index forms_thanks_page on forms (thanks_page_id) where thanks_page_id is not null;
