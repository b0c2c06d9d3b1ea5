-- What a participant shows at the door, as a QR code of their mail: ten hexadecimal digits, of which the device of whoever
-- checks people in has those of its own list.

alter table activity_registrations add column check_in_code text;

update activity_registrations set check_in_code = lower(hex(randomblob(5)));

create trigger activity_registrations_check_in_code after insert on activity_registrations when new.check_in_code is null begin
  update activity_registrations set check_in_code = lower(hex(randomblob(5))) where id = new.id;
end;
