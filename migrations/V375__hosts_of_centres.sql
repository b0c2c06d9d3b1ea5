-- Further hosts that lead to a centre, besides its own.

alter table volunteer_centers add column hosts text not null default '[]';
