-- What an organisation wants a vacancy to say that visitors see already: it waits in the vacancy's own row until the
-- centre has read it (decisions 2.2). Attribute by attribute, as it will be.

alter table vacancies add column revision text check (revision is null or json_valid(revision));
alter table vacancies add column revision_state text check (revision_state in ('submitted', 'needs_work'));
alter table vacancies add column revision_message text;

create index vacancies_revision on vacancies (volunteer_center_id, revision_state) where revision_state is not null;
