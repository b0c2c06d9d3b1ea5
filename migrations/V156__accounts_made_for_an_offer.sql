-- Whether the account was made for this offer. Times cannot say so: two requests may fall in the same second.
alter table role_invitations add column made_account integer not null default 0;

update role_invitations
   set made_account = 1
 where created_at = (select u.created_at from users u where u.id = role_invitations.user_id and u.status = 'invited');
