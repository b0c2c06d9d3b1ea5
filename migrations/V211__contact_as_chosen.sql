-- Which of its contact data an organisation shows to everybody. The phone number stood on the social map: there it stays.

alter table organizations add column show_email integer not null default 0 check (show_email in (0, 1));
alter table organizations add column show_phone_number integer not null default 0 check (show_phone_number in (0, 1));
alter table organizations add column show_website integer not null default 1 check (show_website in (0, 1));

update organizations set show_phone_number = 1 where on_social_map = 1;
