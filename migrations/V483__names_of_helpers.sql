-- Between people nobody is told who somebody is, or how to reach them, before the one who was answered said yes. Both
-- sides of an application that has no yes, or no longer has one.
create view help_not_accepted as
  select a.id as application_id, v.asker_id as owner_id, a.user_id as applicant_id
    from applications a
    join vacancies v on v.id = a.vacancy_id
   where v.asker_id is not null and a.stage not in ('accepted', 'started', 'completed');
