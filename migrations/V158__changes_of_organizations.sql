-- What a manager of an approved organisation asks to change of its identity: name, type, trade-register number. It waits
-- here, attribute by attribute; what is shown stays until the centre agrees.
alter table organizations add column requested_change text;
alter table organizations add column change_requested_at text;

create index organizations_change_requested on organizations (volunteer_center_id) where requested_change is not null;
