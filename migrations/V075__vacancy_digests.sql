-- Up to which moment somebody has heard of new vacancies by mail.
create table vacancy_digests (
  user_id integer primary key references users (id) on delete cascade,
  told_until text not null
) strict;

-- The days and the link in the letter are one switch: no days, no letter; days again, a letter again.
create trigger vacancy_digests_stop after insert on mail_unsubscriptions when new.kind = 'digest_volunteer' begin
  update users
     set digest_days = '[]', version = version + 1, updated_at = new.created_at
   where email = new.email and digest_days <> '[]';
end;

create trigger vacancy_digests_start after update of digest_days on users when new.digest_days <> '[]' begin
  delete from mail_unsubscriptions where kind = 'digest_volunteer' and email = new.email;
end;
