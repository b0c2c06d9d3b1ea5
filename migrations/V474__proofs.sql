-- Papers on which a volunteer shows what they did: a proof of hours, a certificate of a workshop, an overview of a year. What the
-- paper says is kept as it was made, so that the code on it shows the same to who checks it.
create table proofs (
  id integer primary key,
  -- Null: of somebody whose account is gone; the code then says that it was withdrawn.
  user_id integer references users (id) on delete set null,
  volunteer_center_id integer not null references volunteer_centers (id),
  kind text not null check (kind in ('volunteering', 'certificate', 'overview')),
  locale text not null check (locale in ('nl', 'en')),
  -- Eight letters and digits (Crockford's base 32), on the paper.
  code text not null unique,
  content text not null check (json_valid (content)),
  withdrawn_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index proofs_of_user on proofs (user_id, created_at);
create index proofs_of_center on proofs (volunteer_center_id);
