-- What was typed at the last sign-up for an address, whether it has an account or not: a sign-in that comes before the
-- confirmation gets the same answer for both. It opens nothing, and lives as long as the letter's link.
create table signup_attempts (
  email text primary key collate nocase,
  password_hash text not null,
  created_at text not null,
  expires_at text not null
) strict, without rowid;

create index signup_attempts_expiry on signup_attempts (expires_at);

insert into signup_attempts (email, password_hash, created_at, expires_at)
select email, password_hash, created_at, strftime('%Y-%m-%dT%H:%M:%SZ', created_at, '+3 days')
  from users
 where email is not null and password_hash is not null and confirmed_at is null and status = 'inactive';
