-- Personal data that an admin has had shown in the data viewer: why, of which rows, until when. No row: of the whole table.
create table data_viewer_disclosures (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  session_id integer not null references sessions (id) on delete cascade,
  table_name text not null,
  row_id integer,
  reason text not null check (reason in ('help', 'access_request', 'fault', 'other')),
  explanation text not null,
  expires_at text not null,
  created_at text not null
) strict;

create index data_viewer_disclosures_current on data_viewer_disclosures (session_id, table_name, expires_at);
create index data_viewer_disclosures_user on data_viewer_disclosures (user_id);
create index data_viewer_disclosures_created on data_viewer_disclosures (created_at);
