-- Which running program has a letter in hand. One that is gone has none, so what it left goes again at once.
alter table outbox add column claimed_by text;
