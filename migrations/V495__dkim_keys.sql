-- Keys with which a tenant signs its mail (RFC 6376), one for each domain that it sends from. The public half is in the DNS
-- of that domain; the private one is never shown.
create table dkim_keys (
  domain text primary key,
  selector text not null,
  private_key text not null,
  created_at text not null
) strict, without rowid;
