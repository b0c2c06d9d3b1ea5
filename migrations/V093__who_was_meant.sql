-- How the asker named whom they asked: a list of addresses alone does not tell a teacher who is who.
alter table role_invitations add column typed_name text;
