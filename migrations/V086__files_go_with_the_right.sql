-- A file holds what its maker might see when it was made. Whoever loses a role, or the leave to take lists out, loses the
-- files that were made with it, also one that is still being made.

create trigger exports_without_role after delete on roles when old.accepted_at is not null begin
  delete from exports where created_by_id = old.user_id;
end;

create trigger exports_without_leave after update of can_export on users when old.can_export = 1 and new.can_export = 0 begin
  delete from exports where created_by_id = new.id;
end;
