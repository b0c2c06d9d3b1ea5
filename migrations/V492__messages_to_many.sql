-- Sent to many people at once: counted for the day of who sent it, not among what somebody writes one by one.
alter table messages add column to_many integer not null default 0 check (to_many in (0, 1));

create index messages_to_many on messages (created_at) where to_many = 1;
