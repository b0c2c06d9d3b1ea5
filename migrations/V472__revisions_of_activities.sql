-- Other words of an activity that visitors see already, which wait until its centre has read them: attribute by attribute.
alter table activities add column revision text check (revision is null or json_valid (revision));

alter table activities add column revision_state text check (revision_state in ('submitted', 'needs_work'));

alter table activities add column revision_message text;

create index activities_with_revision on activities (volunteer_center_id) where revision_state is not null;
