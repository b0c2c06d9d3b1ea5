-- What was sent is deleted once the last day of the form is over, however many months it would be kept.
alter table forms add column erases_after_close integer not null default 0;
