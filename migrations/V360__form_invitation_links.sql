-- The links of invitations are stored as hashes, one row for each letter: the link of a reminder does not end that of
-- the first letter.
create table kept_links (token_hash blob not null, invitation_id integer not null) strict;
insert into kept_links (token_hash, invitation_id) select sha256(token), id from form_invitations;

create table kept_invitations (
  id integer primary key,
  form_id integer not null references forms (id) on delete cascade,
  email text not null collate nocase,
  answered_at text,
  reminded_at text,
  created_at text not null,
  unique (form_id, email)
) strict;

insert into kept_invitations (id, form_id, email, answered_at, reminded_at, created_at)
select id, form_id, email, answered_at, reminded_at, created_at from form_invitations;

drop table form_invitations;
alter table kept_invitations rename to form_invitations;

create table form_invitation_links (
  token_hash blob not null primary key,
  invitation_id integer not null references form_invitations (id) on delete cascade
) strict, without rowid;

create index form_invitation_links_invitation on form_invitation_links (invitation_id);

insert into form_invitation_links (token_hash, invitation_id) select token_hash, invitation_id from kept_links;
drop table kept_links;
