-- The answer to a POST that came with an Idempotency-Key, written in the same transaction as what it did. Kept 24 hours.

create table idempotency_keys (
  key_hash blob primary key,
  fingerprint blob not null,
  status integer not null,
  location text,
  body text not null,
  created_at text not null
) strict, without rowid;

create index idempotency_keys_age on idempotency_keys (created_at);
