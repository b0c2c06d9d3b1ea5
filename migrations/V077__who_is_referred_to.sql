-- Taking somebody away asks every table whether it refers to them. Without these a row at the end of a large table is
-- found by reading all of it, fifty milliseconds a person, while everybody who writes waits.

create index users_archived_by on users (archived_by_id) where archived_by_id is not null;
create index users_created_by on users (created_by_id) where created_by_id is not null;
create index users_invited_by on users (invited_by_id) where invited_by_id is not null;
create index roles_granted_by on roles (granted_by_id) where granted_by_id is not null;
create index transitions_actor on transitions (actor_id) where actor_id is not null;
create index vacancies_contact_person on vacancies (contact_person_id) where contact_person_id is not null;
create index vacancies_address on vacancies (address_id) where address_id is not null;
create index organizations_address on organizations (address_id) where address_id is not null;
create index organizations_profile on organizations (profile_id) where profile_id is not null;
create index applications_mentor on applications (mentor_id) where mentor_id is not null;
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index role_invitations_sent_by on role_invitations (sent_by_id) where sent_by_id is not null;
create index favorites_vacancy on favorites (vacancy_id);
create index notifications_subject on notifications (subject_type, subject_id);
