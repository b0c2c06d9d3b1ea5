-- Who is helped at the desk of a centre, without an e-mail address or beside one: who registered them and that they agreed, and the
-- card by which the desk finds them again. The code says nothing to others.
create table desk_cards (
  user_id integer primary key references users (id) on delete cascade,
  -- Eight letters and digits (Crockford's base 32). Null: no card was printed yet.
  code text unique,
  code_made_at text,
  -- When they agreed, by word of mouth, to what is kept of them. Null: an account that has a card.
  consent_at text,
  registered_by_id integer references users (id) on delete set null,
  created_at text not null
) strict;

create index desk_cards_by_registrar on desk_cards (registered_by_id) where registered_by_id is not null;
