-- Two centres of a tenant let their organisations find each other's volunteers: where both say so, and of those people who agreed to that
-- since then.
create table pool_shares (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  with_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (volunteer_center_id, with_center_id),
  check (volunteer_center_id <> with_center_id)
) strict;

create index pool_shares_with on pool_shares (with_center_id);

-- `center_id` looks at people of `of_center_id`, since the later of the two said yes.
create view shared_pools as
select s.volunteer_center_id as center_id, s.with_center_id as of_center_id, max(s.created_at, b.created_at) as since
  from pool_shares s
  join pool_shares b on b.with_center_id = s.volunteer_center_id and +b.volunteer_center_id = s.with_center_id;

-- When they agreed to be found by organisations of those centres as well.
alter table volunteer_profiles add column elsewhere_consent_at text;
