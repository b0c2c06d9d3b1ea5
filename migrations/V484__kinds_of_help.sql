-- What kind of help somebody asks for or offers, and how often, for cards and filters; and when they were last mailed what
-- fits it.
alter table vacancies add column help_kind text check (help_kind in ('company', 'groceries', 'transport', 'chore', 'garden_pet', 'computer_papers'));
alter table vacancies add column help_frequency text check (help_frequency in ('once', 'often'));
alter table vacancies add column matches_told_at text;

create index vacancies_help on vacancies (volunteer_center_id, offers_help, help_kind, published_at)
  where asker_id is not null and status = 'published';

-- How it went, in the words of who answered and of who was answered. For the centre alone.
alter table applications add column applicant_experience text;
alter table applications add column asker_experience text;
