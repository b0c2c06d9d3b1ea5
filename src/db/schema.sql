-- What the migrations make of an empty file, written by: WRITE=1 cargo test --lib new_file
CREATE TABLE refinery_schema_history(
             version int4 PRIMARY KEY,
             name VARCHAR(255),
             applied_on VARCHAR(255),
             checksum VARCHAR(255));
CREATE TABLE addresses (
  id integer primary key,
  street text,
  house_number text,
  postal_code text,
  city text,
  country text not null default 'NL',
  latitude real,
  longitude real,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, is_home integer not null default 0, is_exact integer not null default 0) strict;
CREATE TABLE volunteer_center_profiles (
  id integer primary key,
  website_logo_url text,
  website_logo_dark_mode_url text,
  favicon_url text,
  gtag_id text,
  primary_color text,
  secondary_color text,
  tertiary_color text,
  muted_color text,
  background_color text,
  text_color text,
  footer_column_1_title text,
  footer_column_1_content text,
  footer_column_2_title text,
  footer_column_2_content text,
  footer_column_3_title text,
  footer_column_3_content text,
  footer_column_4_title text,
  footer_column_4_content text,
  footer_column_6_title text,
  footer_column_6_content text,
  footer_column_8_title text,
  footer_column_8_content text,
  show_anbi_logo integer not null default 0,
  show_nov_logo integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, footer_column_1_title_en text, footer_column_1_content_en text, footer_column_2_title_en text, footer_column_2_content_en text, footer_column_3_title_en text, footer_column_3_content_en text, footer_column_4_title_en text, footer_column_4_content_en text, footer_column_6_title_en text, footer_column_6_content_en text, footer_column_8_title_en text, footer_column_8_content_en text, contact_name text, contact_role text, contact_email text, contact_phone text, contact_photo_url text, contact_text text, contact_text_en text, help_intro text, help_intro_en text, help_lines text, help_lines_en text) strict;
CREATE TABLE themes (
  id integer primary key,
  font_sans text not null default 'Inter Variable',
  font_heading text not null default 'Inter Variable',
  css_variables text not null default '{}',
  primary_color_preset text,
  primary_shades text,
  secondary_color_preset text,
  secondary_shades text,
  tertiary_color_preset text,
  tertiary_shades text,
  muted_color_preset text,
  background_color text,
  text_color text,
  default_shape text not null default 'rounded',
  header_full_width integer not null default 0,
  header_variant text not null default 'tab',
  header_sticky integer not null default 1,
  header_language_toggle integer not null default 1,
  header_center_menu_items integer not null default 0,
  footer_variant text not null default 'maud',
  allow_inactive_users integer not null default 0,
  enable_moving_organizations integer not null default 0,
  staging integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE TABLE volunteer_centers (
  id integer primary key,
  name text not null,
  email text,
  phone_number text,
  locale text not null default 'nl',
  host text unique,
  is_default integer not null default 0,
  review_vacancies integer not null default 1,
  allow_guest_applications integer not null default 1,
  address_id integer references addresses (id),
  profile_id integer references volunteer_center_profiles (id),
  theme_id integer references themes (id),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, minimum_age integer not null default 16 check (minimum_age between 16 and 18), peer_to_peer integer, volunteer_profiles integer, activities integer, wording text, remind_after_days integer not null default 3, tell_after_days integer not null default 7, chase_after_days integer not null default 14, close_after_days integer not null default 60, hosts text not null default '[]', check_grace_days integer not null default 30) strict;
CREATE UNIQUE INDEX volunteer_centers_default on volunteer_centers (is_default) where is_default = 1;
CREATE TABLE settings (
  name text primary key,
  value text not null
) strict;
CREATE TABLE users (
  id integer primary key,
  email text collate nocase unique,
  password_hash text,
  first_name text,
  last_name text,
  phone_number text,
  job_title text,
  gender text check (gender in ('male', 'female', 'other')),
  birth_date text,
  status text not null default 'inactive' check (status in ('active', 'invited', 'inactive', 'archived')),
  signup_method text not null default 'unknown' check (signup_method in ('signedUp', 'createdByUser', 'imported', 'unknown')),
  locale text not null default 'nl' check (locale in ('nl', 'en')),
  digest_days text not null default '[1]',
  volunteer_center_id integer not null references volunteer_centers (id),
  accepted_terms_at text,
  confirmed_at text,
  last_sign_in_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, unconfirmed_email text collate nocase, password_changed_at text, invited_at text, invited_by_id integer references users (id) on delete set null, can_export integer not null default 0, created_by_id integer references users (id) on delete set null, archived_at text, archived_by_id integer references users (id) on delete set null, archive_reason text, erase_after text, anonymised_at text, kept_at text, inactive_at text, color_mode text not null default 'system' check (color_mode in ('system', 'light', 'dark')), quiet_from text, quiet_until text, avatar_url text, writing_paused_until text) strict;
CREATE INDEX users_center on users (volunteer_center_id, status);
CREATE TABLE roles (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null check (name in ('admin', 'volunteer', 'content_manager', 'mentor', 'student', 'organization_superuser', 'center_superuser', 'page_manager')),
  scope_type text not null check (scope_type in ('tenant', 'volunteer_center', 'organization', 'school', 'page')),
  scope_id integer not null default 0,
  granted_by_id integer references users (id) on delete set null,
  granted_at text not null,
  accepted_at text,
  expires_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (user_id, name, scope_type, scope_id)
) strict;
CREATE INDEX roles_scope on roles (scope_type, scope_id, name);
CREATE TABLE sessions (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  client text not null unique,
  token_hash blob not null,
  created_at text not null,
  used_at text not null,
  expires_at text not null,
  user_agent text,
  revoked_at text
, version integer not null default 1, updated_at text generated always as (used_at) virtual, device text not null default '', device_hash blob, second_factor_at text, impersonator_id integer references users (id) on delete cascade, impersonation_reason text, parent_session_id integer references sessions (id) on delete cascade) strict;
CREATE INDEX sessions_user on sessions (user_id);
CREATE TABLE attempts (
  key blob not null,
  at text not null
) strict;
CREATE INDEX attempts_key on attempts (key, at);
CREATE TABLE organization_profiles (
  id integer primary key,
  non_profit_type_id integer,
  show_on_social_map integer not null default 0,
  activity_type_ids text not null default '[]',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, audiences text not null default '[]', languages text not null default '[]', wheelchair_accessible integer not null default 0, accessible_toilet integer not null default 0, opening_hours text not null default '[]', opening_note text, places text not null default '[]') strict;
CREATE TABLE organizations (
  id integer primary key,
  name text not null,
  email text,
  phone_number text,
  contact_name text,
  website text,
  description text,
  organization_type text not null default 'NonProfit' check (organization_type in ('NonProfit', 'VolunteerCenter', 'School')),
  status text not null default 'pending' check (status in ('approved', 'pending', 'denied', 'archived', 'deleted')),
  kvk_number text,
  neighbourhood_initiative integer not null default 0,
  anbi integer not null default 0,
  trusted integer not null default 0,
  denial_reason text,
  denial_text text,
  denials integer not null default 0,
  denied_at text,
  approved_at text,
  archived_at text,
  deleted_at text,
  verified_at text,
  last_confirmed_at text,
  response_days real,
  -- Published vacancies; kept by the triggers of V005, so that no list counts them.
  vacancies_count integer not null default 0,
  origin text,
  external_id text,
  volunteer_center_id integer not null references volunteer_centers (id),
  address_id integer references addresses (id),
  profile_id integer references organization_profiles (id),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, mentor_approval integer not null default 0, purged_at text, mentors_see_all integer not null default 0, requested_change text, change_requested_at text, logo_url text, photo_url text, photo_alt text not null default '', move_to_id integer references volunteer_centers (id) on delete set null, move_requested_at text, merged_into_id integer references organizations (id) on delete set null, confirmation_asked_at text, confirmation_letters integer not null default 0, unconfirmed_since text, on_social_map integer not null default 0, show_email integer not null default 0 check (show_email in (0, 1)), show_phone_number integer not null default 0 check (show_phone_number in (0, 1)), show_website integer not null default 1 check (show_website in (0, 1)), response_score integer, household_of_id integer references users (id), auto_confirms_hours integer not null default 1 check (auto_confirms_hours in (0, 1))) strict;
CREATE INDEX organizations_center on organizations (volunteer_center_id, status, name);
CREATE INDEX organizations_kvk on organizations (kvk_number) where kvk_number is not null;
CREATE UNIQUE INDEX organizations_external on organizations (origin, external_id) where external_id is not null;
CREATE TABLE transitions (
  id integer primary key,
  subject_type text not null,
  subject_id integer not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users (id) on delete set null,
  on_behalf integer not null default 0,
  reason_code text,
  reason_text text,
  at text not null
, impersonator_id integer references users (id) on delete set null) strict;
CREATE INDEX transitions_subject on transitions (subject_type, subject_id, id);
CREATE TABLE audit_events (
  id integer primary key,
  actor_id integer,
  action text not null,
  subject_type text not null,
  subject_id integer,
  detail text,
  at text not null
, data text, volunteer_center_id integer, impersonator_id integer, version integer generated always as (1) virtual, created_at text generated always as (at) virtual, updated_at text generated always as (at) virtual, api_key_id integer) strict;
CREATE INDEX audit_events_subject on audit_events (subject_type, subject_id);
CREATE TABLE vacancies (
  id integer primary key,
  title text not null,
  slug text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published', 'filled', 'expired', 'archived', 'deleted')),
  moderation_state text not null default 'none' check (moderation_state in ('none', 'submitted', 'needs_work', 'approved', 'refused')),
  moderation_message text,
  vacancy_type text not null default 'volunteering' check (vacancy_type in ('volunteering', 'p2p', 'one-on-one', 'neighbour-help', 'activity', 'language')),
  summary text,
  description text not null default '',
  requirements text not null default '[]',
  offer text,
  hours_per_week real,
  capacity integer,
  places_taken integer not null default 0,
  schedule text,
  expenses text,
  youtube_url text,
  image_url text,
  expires_at text,
  published_at text,
  publish_after_approval integer not null default 0,
  contact_person_id integer references users (id) on delete set null,
  contact_phone_visible integer not null default 0,
  age_group_ids text not null default '[]',
  activity_type_ids text not null default '[]',
  tags text not null default '[]',
  online integer not null default 0,
  min_age integer,
  languages text not null default '[]',
  required_checks text not null default '[]',
  view_count integer not null default 0,
  origin text,
  external_id text,
  verified_at text,
  archived_at text,
  deleted_at text,
  organization_id integer not null references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  address_id integer references addresses (id),
  -- Copied from the address by the triggers below, so that a list needs no join.
  city text,
  postal_code text,
  latitude real,
  longitude real,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, revision text check (revision is null or json_valid(revision)), revision_state text check (revision_state in ('submitted', 'needs_work')), revision_message text, purged_at text, search_rank integer
  generated always as ((coalesce(unixepoch(coalesce(published_at, created_at)), 0) << 29) | id) virtual, image_alt text not null default '', availability text not null default '[]' check (json_valid(availability)), dates text not null default '[]' check (json_valid(dates)), places text not null default '[]' check (json_valid(places)), other_contact_ids text not null default '[]' check (json_valid(other_contact_ids)), skills text not null default '[]' check (json_valid(skills)), gains text not null default '[]' check (json_valid(gains)), social_setting text check (social_setting in ('alone', 'together', 'either')), wheelchair_accessible integer not null default 0, for_groups integer not null default 0, asker_id integer references users (id), day_parts text generated always as (
  '[' || substr(
    case when availability like '%\_morning"%' escape '\' then ',"morning"' else '' end
    || case when availability like '%\_afternoon"%' escape '\' then ',"afternoon"' else '' end
    || case when availability like '%\_evening"%' escape '\' or tags like '%"evenings"%' then ',"evening"' else '' end
    || case when availability like '%"sat\_%' escape '\' or availability like '%"sun\_%' escape '\' or tags like '%"weekend"%'
       then ',"weekend"' else '' end,
    2) || ']'
) virtual, traits text generated always as (
  '[' || substr(
    case when online then ',"online"' else '' end
    || case when wheelchair_accessible then ',"accessible"' else '' end
    || case when for_groups then ',"group"' else '' end,
    2) || ']'
) virtual, offers_help integer not null default 0, agrees_to_safety_rules integer not null default 0, safety_rules_agreed_at text, help_kind text check (help_kind in ('company', 'groceries', 'transport', 'chore', 'garden_pet', 'computer_papers')), help_frequency text check (help_frequency in ('once', 'often')), matches_told_at text) strict;
CREATE INDEX vacancies_expiry on vacancies (status, expires_at);
CREATE INDEX vacancies_organization on vacancies (organization_id, status);
CREATE UNIQUE INDEX vacancies_external on vacancies (origin, external_id) where external_id is not null;
CREATE TRIGGER vacancies_count_insert after insert on vacancies when new.status = 'published' begin
  update organizations set vacancies_count = vacancies_count + 1 where id = new.organization_id;
end;
CREATE TRIGGER vacancies_count_update after update of status on vacancies when (new.status = 'published') <> (old.status = 'published') begin
  update organizations
     set vacancies_count = vacancies_count + iif(new.status = 'published', 1, -1)
   where id = new.organization_id;
end;
CREATE TRIGGER vacancies_count_delete after delete on vacancies when old.status = 'published' begin
  update organizations set vacancies_count = vacancies_count - 1 where id = old.organization_id;
end;
CREATE TABLE favorites (
  user_id integer not null references users (id) on delete cascade,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  created_at text not null,
  primary key (user_id, vacancy_id)
) strict;
CREATE TABLE applications (
  id integer primary key,
  vacancy_id integer not null references vacancies (id),
  organization_id integer not null references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  user_id integer references users (id) on delete set null,
  first_name text,
  last_name text,
  email text collate nocase,
  phone_number text,
  message text not null default '',
  answers text,
  locale text not null default 'nl',
  status text check (status in ('accepted', 'rejected')),
  stage text not null default 'new' check (stage in ('unconfirmed', 'mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started', 'completed', 'rejected', 'withdrawn', 'closed')),
  reason_code text,
  reason_text text,
  closed_by text check (closed_by in ('volunteer', 'organization', 'system')),
  source text not null default 'web' check (source in ('web', 'guest', 'walk_in', 'widget', 'partner')),
  mentor_id integer references users (id) on delete set null,
  consent_at text,
  responded_at text,
  match_confirmed_at text,
  waitlist_position integer,
  offer_expires_at text,
  withdrawals integer not null default 0,
  asked_center_at text,
  closed_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, school_id integer references organizations (id), school_approved_at text, is_held integer generated always as (school_id is not null and school_approved_at is null) virtual, asked_again_at text, accepted_at text, safety_rules_agreed_at text, applicant_experience text, asker_experience text) strict;
CREATE INDEX applications_vacancy on applications (vacancy_id, stage);
CREATE INDEX applications_organization on applications (organization_id, stage, created_at);
CREATE UNIQUE INDEX applications_one_open on applications (vacancy_id, user_id)
 where user_id is not null and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started');
CREATE UNIQUE INDEX applications_one_open_guest on applications (vacancy_id, email)
 where user_id is null and stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started');
CREATE TABLE notifications (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  data text not null default '{}',
  url text,
  actor_id integer references users (id) on delete set null,
  subject_type text,
  subject_id integer,
  group_key text,
  channel_state text not null default '{}',
  seen_at text,
  read_at text,
  expires_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX notifications_user on notifications (user_id, read_at, id desc);
CREATE TABLE idempotency_keys (
  key_hash blob primary key,
  fingerprint blob not null,
  status integer not null,
  location text,
  body text not null,
  created_at text not null
) strict, without rowid;
CREATE INDEX idempotency_keys_age on idempotency_keys (created_at);
CREATE TABLE mail_bounces (
    email text primary key collate nocase,
    count integer not null,
    last_error text not null,
    bounced_at text not null
, reported_at text) strict, without rowid;
CREATE TABLE mail_unsubscriptions (
    email text not null collate nocase,
    kind text not null,
    created_at text not null,
    primary key (email, kind)
) strict, without rowid;
CREATE INDEX vacancies_revision on vacancies (volunteer_center_id, revision_state) where revision_state is not null;
CREATE INDEX users_invited on users (invited_at) where status = 'invited' and invited_at is not null;
CREATE INDEX sessions_parent on sessions (parent_session_id) where parent_session_id is not null;
CREATE INDEX sessions_impersonator on sessions (impersonator_id) where impersonator_id is not null;
CREATE TABLE second_factors (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text,
  -- Of an app: what its codes are made from, and the last step of thirty seconds whose code was used.
  secret blob,
  last_step integer,
  -- Of a passkey: its id, the site it was made for, and its public half as the library keeps it.
  credential_id blob unique,
  rp_id text,
  credential text,
  created_at text not null,
  -- An app counts from the moment its first code was right.
  confirmed_at text,
  last_used_at text
) strict;
CREATE INDEX second_factors_user on second_factors (user_id, kind);
CREATE TABLE recovery_codes (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  code_hash blob not null,
  created_at text not null,
  used_at text,
  unique (user_id, code_hash)
) strict;
CREATE TABLE passkey_challenges (
  id text primary key,
  session_id integer not null references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in')),
  state text not null,
  created_at text not null,
  expires_at text not null
) strict, without rowid;
CREATE INDEX passkey_challenges_session on passkey_challenges (session_id);
CREATE INDEX passkey_challenges_expiry on passkey_challenges (expires_at);
CREATE TABLE known_devices (
  user_id integer not null references users (id) on delete cascade,
  device_hash blob not null,
  created_at text not null,
  used_at text not null,
  primary key (user_id, device_hash)
) strict, without rowid;
CREATE INDEX known_devices_used on known_devices (used_at);
CREATE TABLE role_invitations (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  -- The address as it was when the offer was sent: what the sender knew.
  email text collate nocase,
  role text not null,
  scope_type text not null,
  scope_id integer not null default 0,
  state text not null default 'sent' check (state in ('sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  sent_by_id integer references users (id) on delete set null,
  expires_at text not null,
  answered_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, typed_name text, made_account integer not null default 0) strict;
CREATE UNIQUE INDEX role_invitations_open on role_invitations (user_id, role, scope_type, scope_id) where state = 'sent';
CREATE INDEX role_invitations_scope on role_invitations (scope_type, scope_id, state);
CREATE TRIGGER role_invitations_accepted after update of accepted_at on roles
when old.accepted_at is null and new.accepted_at is not null
begin
  update role_invitations
     set state = 'accepted', answered_at = new.accepted_at, updated_at = new.accepted_at, version = version + 1
   where user_id = new.user_id and role = new.name and scope_type = new.scope_type and scope_id = new.scope_id
     and state = 'sent';
end;
CREATE INDEX users_to_erase on users (erase_after) where erase_after is not null;
CREATE TABLE erasures (
  id integer primary key,
  kind text not null,
  at text not null,
  scrubbed_at text
) strict;
CREATE INDEX erasures_to_scrub on erasures (at) where scrubbed_at is null;
CREATE INDEX notifications_gathered on notifications (created_at) where channel_state like '%"email":%';
CREATE TABLE internal_notes (
  id integer primary key,
  subject_type text not null check (subject_type in ('users', 'organizations', 'vacancies', 'applications')),
  subject_id integer not null,
  author_id integer references users (id) on delete set null,
  note text not null,
  volunteer_center_id integer not null references volunteer_centers (id),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX internal_notes_subject on internal_notes (subject_type, subject_id, id);
CREATE INDEX internal_notes_author on internal_notes (author_id);
CREATE TABLE student_links (
  id integer primary key,
  student_id integer not null references users (id) on delete cascade,
  mentor_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id) on delete cascade,
  -- What the School asks of the student; none where nothing was agreed.
  hour_target integer check (hour_target between 0 and 500),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check (student_id <> mentor_id),
  -- One mentor a student at a School.
  unique (organization_id, student_id)
) strict;
CREATE INDEX student_links_student on student_links (student_id);
CREATE INDEX student_links_mentor on student_links (mentor_id);
CREATE TRIGGER student_links_role_gone after delete on roles
when old.name in ('student', 'mentor') and old.scope_type in ('organization', 'school')
begin
  delete from student_links
   where organization_id = old.scope_id
     and ((old.name = 'student' and student_id = old.user_id) or (old.name = 'mentor' and mentor_id = old.user_id))
     and not exists (select 1 from roles r
                      where r.user_id = old.user_id and r.name = old.name
                        and r.scope_type in ('organization', 'school') and r.scope_id = old.scope_id);
end;
CREATE TRIGGER student_links_person_gone after update of status on users
when new.status = 'archived' and old.status <> 'archived'
begin
  delete from student_links where student_id = new.id or mentor_id = new.id;
end;
CREATE INDEX applications_school on applications (school_id, stage) where school_id is not null;
CREATE TABLE signup_attempts (
  email text primary key collate nocase,
  password_hash text not null,
  created_at text not null,
  expires_at text not null
) strict, without rowid;
CREATE INDEX signup_attempts_expiry on signup_attempts (expires_at);
CREATE INDEX vacancies_deleted on vacancies (deleted_at) where status = 'deleted' and purged_at is null;
CREATE INDEX organizations_deleted on organizations (deleted_at) where status = 'deleted' and purged_at is null;
CREATE TABLE guardians (
  id integer primary key,
  user_id integer not null unique references users (id) on delete cascade,
  email text collate nocase,
  -- When the last letter went, and how many did.
  asked_at text,
  asks integer not null default 0,
  agreed_at text,
  created_at text not null
) strict;
CREATE INDEX guardians_email on guardians (email);
CREATE INDEX users_birth on users (birth_date) where birth_date is not null;
CREATE TABLE "consents" (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('terms', 'newsletter', 'pool', 'statistics', 'guardian')),
  is_given integer not null check (is_given in (0, 1)),
  edition text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX consents_user on consents (user_id, kind, id);
CREATE TRIGGER users_terms_insert after insert on users when new.accepted_terms_at is not null begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  values (new.id, 'terms', 1, new.accepted_terms_at, new.accepted_terms_at);
end;
CREATE TRIGGER users_terms_update after update of accepted_terms_at on users
when new.accepted_terms_at is not null and new.accepted_terms_at is not old.accepted_terms_at begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  values (new.id, 'terms', 1, new.accepted_terms_at, new.accepted_terms_at);
end;
CREATE INDEX audit_events_age on audit_events (at);
CREATE INDEX audit_events_center on audit_events (volunteer_center_id, at);
CREATE TABLE vacancy_digests (
  user_id integer primary key references users (id) on delete cascade,
  told_until text not null
) strict;
CREATE TRIGGER vacancy_digests_stop after insert on mail_unsubscriptions when new.kind = 'digest_volunteer' begin
  update users
     set digest_days = '[]', version = version + 1, updated_at = new.created_at
   where email = new.email and digest_days <> '[]';
end;
CREATE TRIGGER vacancy_digests_start after update of digest_days on users when new.digest_days <> '[]' begin
  delete from mail_unsubscriptions where kind = 'digest_volunteer' and email = new.email;
end;
CREATE INDEX users_archived_by on users (archived_by_id) where archived_by_id is not null;
CREATE INDEX users_created_by on users (created_by_id) where created_by_id is not null;
CREATE INDEX users_invited_by on users (invited_by_id) where invited_by_id is not null;
CREATE INDEX roles_granted_by on roles (granted_by_id) where granted_by_id is not null;
CREATE INDEX transitions_actor on transitions (actor_id) where actor_id is not null;
CREATE INDEX vacancies_contact_person on vacancies (contact_person_id) where contact_person_id is not null;
CREATE INDEX vacancies_address on vacancies (address_id) where address_id is not null;
CREATE INDEX organizations_address on organizations (address_id) where address_id is not null;
CREATE INDEX organizations_profile on organizations (profile_id) where profile_id is not null;
CREATE INDEX applications_mentor on applications (mentor_id) where mentor_id is not null;
CREATE INDEX notifications_actor on notifications (actor_id) where actor_id is not null;
CREATE INDEX role_invitations_sent_by on role_invitations (sent_by_id) where sent_by_id is not null;
CREATE INDEX favorites_vacancy on favorites (vacancy_id);
CREATE INDEX notifications_subject on notifications (subject_type, subject_id);
CREATE INDEX transitions_impersonator on transitions (impersonator_id) where impersonator_id is not null;
CREATE INDEX vacancies_slug on vacancies (slug);
CREATE TABLE known_as (
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('email', 'name', 'phone')),
  value text not null collate nocase,
  until text not null,
  primary key (user_id, kind, value)
) strict, without rowid;
CREATE INDEX known_as_value on known_as (kind, value);
CREATE TRIGGER users_known_by_email after update of email on users
when old.confirmed_at is not null and old.email is not null and new.email is not old.email and new.anonymised_at is null
begin
  insert or replace into known_as (user_id, kind, value, until) values (new.id, 'email', old.email, new.updated_at);
end;
CREATE TRIGGER users_known_by_name after update of first_name, last_name on users
when old.confirmed_at is not null and length(old.first_name) > 0 and length(old.last_name) > 0 and new.anonymised_at is null
 and (new.first_name is not old.first_name or new.last_name is not old.last_name)
begin
  insert or replace into known_as (user_id, kind, value, until)
  values (new.id, 'name', old.first_name || ' ' || old.last_name, new.updated_at);
end;
CREATE TRIGGER users_known_by_phone after update of phone_number on users
when old.confirmed_at is not null and length(old.phone_number) > 0 and new.phone_number is not old.phone_number and new.anonymised_at is null
begin
  insert or replace into known_as (user_id, kind, value, until) values (new.id, 'phone', old.phone_number, new.updated_at);
end;
CREATE VIEW organization_managers as
select r.scope_id as organization_id, r.user_id, r.id as role_id
  from roles r
  join users u on u.id = r.user_id and u.status = 'active'
 where r.name = 'organization_superuser'
   and r.scope_type = 'organization'
   and r.accepted_at is not null
   and r.expires_at is null;
CREATE TRIGGER vacancies_without_member after delete on roles
when old.scope_type = 'organization' and old.accepted_at is not null
begin
  update vacancies
     set contact_person_id = (select m.user_id
                                from organization_managers m
                               where m.organization_id = old.scope_id and m.user_id <> old.user_id
                               order by m.role_id
                               limit 1),
         contact_phone_visible = 0,
         version = version + 1
   where organization_id = old.scope_id
     and contact_person_id = old.user_id
     -- Somebody with another role there still belongs to it.
     and not exists (select 1
                       from roles r
                      where r.user_id = old.user_id
                        and r.scope_type = 'organization'
                        and r.scope_id = old.scope_id
                        and r.accepted_at is not null);
end;
CREATE INDEX applications_guest on applications (email, vacancy_id) where user_id is null;
CREATE INDEX applications_user on applications (user_id, stage, created_at) where user_id is not null;
CREATE TABLE "tokens" (
  id integer primary key,
  purpose text not null,
  token_hash blob not null,
  -- What the link is about; nothing yet where it keeps what somebody typed, whose address is then beside it.
  subject_type text,
  subject_id integer,
  data text,
  email text collate nocase,
  created_at text not null,
  expires_at text not null,
  used_at text,
  -- One from before has no number in its link.
  is_old integer not null default 0
) strict;
CREATE INDEX tokens_subject on tokens (subject_type, subject_id, purpose) where subject_id is not null;
CREATE INDEX tokens_email on tokens (email, created_at) where email is not null;
CREATE INDEX tokens_old on tokens (token_hash) where is_old = 1;
CREATE TABLE "outbox" (
  id integer primary key,
  kind text not null,
  to_email text not null collate nocase,
  to_name text not null default '',
  locale text not null default 'nl',
  data text not null default '{}' check (json_valid(data)),
  fingerprint text not null,
  subject_type text not null,
  subject_id integer not null,
  mandatory integer not null default 0 check (mandatory in (0, 1)),
  -- No reference: a letter outlives its centre, and is then sent in the name of the tenant.
  volunteer_center_id integer,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at text not null,
  last_error text,
  message_id text,
  unsubscribe_token text,
  claimed_at text,
  sent_at text,
  created_at text not null,
  claimed_by text
) strict;
CREATE INDEX outbox_due on outbox (next_attempt_at, id) where status = 'waiting';
CREATE INDEX outbox_claimed on outbox (claimed_at) where status = 'sending';
CREATE INDEX outbox_same on outbox (subject_type, subject_id, kind, to_email, created_at);
CREATE UNIQUE INDEX outbox_message on outbox (message_id) where message_id is not null;
CREATE UNIQUE INDEX outbox_unsubscribe on outbox (unsubscribe_token) where unsubscribe_token is not null;
CREATE VIEW homes as
  select o.id as organization_id, a.id as address_id,
         lower(trim(coalesce(a.street, ''))) as street, lower(replace(coalesce(a.house_number, ''), ' ', '')) as house_number,
         upper(replace(coalesce(a.postal_code, ''), ' ', '')) as postal_code, lower(trim(coalesce(a.city, ''))) as city
    from organizations o
    join addresses a on a.id = o.address_id
   where o.neighbourhood_initiative = 1;
CREATE TRIGGER organizations_home_insert after insert on organizations when new.neighbourhood_initiative = 1 begin
  update addresses set is_home = 1 where id = new.address_id and is_home = 0;
end;
CREATE TRIGGER organizations_home_update after update of address_id, neighbourhood_initiative on organizations begin
  update addresses set is_home = new.neighbourhood_initiative
   where id = new.address_id and is_home <> new.neighbourhood_initiative;
  update addresses set is_home = 1
   where is_home = 0 and id in (select address_id from vacancies_at_home where organization_id = new.id);
end;
CREATE TRIGGER vacancies_home_insert after insert on vacancies when new.address_id is not null begin
  update addresses set is_home = 1
   where id = new.address_id and is_home = 0 and id in (select address_id from vacancies_at_home where vacancy_id = new.id);
end;
CREATE TRIGGER vacancies_home_update after update of address_id on vacancies when new.address_id is not null begin
  update addresses set is_home = 1
   where id = new.address_id and is_home = 0 and id in (select address_id from vacancies_at_home where vacancy_id = new.id);
end;
CREATE TRIGGER addresses_home_update after update of street, house_number, postal_code, city on addresses
when old.street is not new.street or old.house_number is not new.house_number
  or old.postal_code is not new.postal_code or old.city is not new.city
begin
  update addresses set is_home = 0
   where id = new.id and is_home = 1
     and not exists (select 1 from homes where address_id = new.id)
     and not exists (select 1 from vacancies_at_home where address_id = new.id);
  update addresses set is_home = 1
   where id = new.id and is_home = 0 and id in (select address_id from vacancies_at_home where address_id = new.id);
  update addresses set is_home = 1
   where is_home = 0
     and id in (select address_id from vacancies_at_home
                 where organization_id in (select organization_id from homes where address_id = new.id));
end;
CREATE TRIGGER vacancies_place_insert after insert on vacancies when new.address_id is not null begin
  update vacancies
     set (city, postal_code, latitude, longitude) =
         (select city, iif(is_home, substr(postal_code, 1, 4), postal_code), latitude, longitude from addresses where id = new.address_id)
   where id = new.id;
end;
CREATE TRIGGER vacancies_place_update after update of address_id on vacancies begin
  update vacancies
     set (city, postal_code, latitude, longitude) =
         (select city, iif(is_home, substr(postal_code, 1, 4), postal_code), latitude, longitude from addresses where id = new.address_id)
   where id = new.id;
end;
CREATE TRIGGER addresses_place_update after update of city, postal_code, latitude, longitude, is_home on addresses begin
  update vacancies
     set (city, postal_code, latitude, longitude) =
         (select city, iif(is_home, substr(postal_code, 1, 4), postal_code), latitude, longitude from addresses where id = new.id)
   where address_id = new.id;
end;
CREATE INDEX applications_center on applications (volunteer_center_id, created_at, id, stage, user_id);
CREATE INDEX applications_created on applications (created_at, id, stage, user_id);
CREATE INDEX users_center_name on users (volunteer_center_id, last_name collate nocase, first_name collate nocase, id, status);
CREATE INDEX users_name on users (last_name collate nocase, first_name collate nocase, id, status);
CREATE INDEX users_center_created on users (volunteer_center_id, created_at, id, status);
CREATE INDEX users_created on users (created_at, id, status);
CREATE INDEX vacancies_center_created on vacancies (volunteer_center_id, created_at, id, status, organization_id, purged_at) where purged_at is null;
CREATE INDEX vacancies_created on vacancies (created_at, id, status, organization_id, purged_at) where purged_at is null;
CREATE INDEX vacancies_submitted on vacancies (id) where status = 'draft' and moderation_state = 'submitted';
CREATE INDEX vacancies_revised on vacancies (id) where revision_state = 'submitted';
CREATE INDEX organizations_center_name on organizations (volunteer_center_id, name collate nocase, id, status);
CREATE INDEX organizations_name on organizations (name collate nocase, id, status, purged_at);
CREATE INDEX audit_events_actor on audit_events (actor_id, at, volunteer_center_id) where actor_id is not null;
CREATE TABLE audit_event_counts (
  volunteer_center_id integer primary key,
  events integer not null
) strict;
CREATE TRIGGER audit_event_counts_insert after insert on audit_events begin
  insert into audit_event_counts (volunteer_center_id, events)
  values (coalesce(new.volunteer_center_id, 0), 1)
  on conflict (volunteer_center_id) do update set events = events + 1;
end;
CREATE TRIGGER audit_event_counts_delete after delete on audit_events begin
  update audit_event_counts set events = events - 1
   where volunteer_center_id = coalesce(old.volunteer_center_id, 0);
end;
CREATE TRIGGER audit_event_counts_update after update of volunteer_center_id on audit_events
when new.volunteer_center_id is not old.volunteer_center_id
begin
  update audit_event_counts set events = events - 1
   where volunteer_center_id = coalesce(old.volunteer_center_id, 0);
  insert into audit_event_counts (volunteer_center_id, events)
  values (coalesce(new.volunteer_center_id, 0), 1)
  on conflict (volunteer_center_id) do update set events = events + 1;
end;
CREATE VIRTUAL TABLE users_search using fts5 (name, tokenize = 'trigram', columnsize = 0);
CREATE TRIGGER users_search_insert after insert on users begin
  insert into users_search (rowid, name)
  values (new.id, fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '') || ' ' || coalesce(new.email, '')));
end;
CREATE TRIGGER users_search_update after update of first_name, last_name, email on users begin
  update users_search
     set name = fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '') || ' ' || coalesce(new.email, ''))
   where rowid = new.id;
end;
CREATE TRIGGER users_search_delete after delete on users begin
  delete from users_search where rowid = old.id;
end;
CREATE INDEX applications_name on applications (fold (coalesce(first_name, '') || ' ' || coalesce(last_name, '')));
CREATE TABLE applicant_names (
  id integer primary key,
  name text not null unique
) strict;
CREATE VIRTUAL TABLE applicant_names_search using fts5 (
  name, content = 'applicant_names', content_rowid = 'id', tokenize = 'trigram', columnsize = 0
);
CREATE TRIGGER applicant_names_insert after insert on applicant_names begin
  insert into applicant_names_search (rowid, name) values (new.id, new.name);
end;
CREATE TRIGGER applicant_names_delete after delete on applicant_names begin
  insert into applicant_names_search (applicant_names_search, rowid, name) values ('delete', old.id, old.name);
end;
CREATE TRIGGER applications_name_insert after insert on applications
when not exists (select 1 from applicant_names
                  where name = fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')))
begin
  insert into applicant_names (name)
  values (fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')));
end;
CREATE TRIGGER applications_name_update after update of first_name, last_name on applications begin
  insert into applicant_names (name)
  select fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, ''))
   where not exists (select 1 from applicant_names
                      where name = fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')));
  delete from applicant_names
   where name = fold (coalesce(old.first_name, '') || ' ' || coalesce(old.last_name, ''))
     and not exists (select 1 from applications a
                      where fold (coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')) = +applicant_names.name);
end;
CREATE TRIGGER applications_name_delete after delete on applications begin
  delete from applicant_names
   where name = fold (coalesce(old.first_name, '') || ' ' || coalesce(old.last_name, ''))
     and not exists (select 1 from applications a
                      where fold (coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')) = +applicant_names.name);
end;
CREATE VIRTUAL TABLE vacancies_titles using fts5 (title, tokenize = 'trigram', columnsize = 0);
CREATE TRIGGER vacancies_titles_insert after insert on vacancies begin
  insert into vacancies_titles (rowid, title) values (new.id, fold (new.title));
end;
CREATE TRIGGER vacancies_titles_update after update of title on vacancies when new.title is not old.title begin
  update vacancies_titles set title = fold (new.title) where rowid = new.id;
end;
CREATE TRIGGER vacancies_titles_delete after delete on vacancies begin
  delete from vacancies_titles where rowid = old.id;
end;
CREATE TABLE row_versions (
  id integer primary key,
  subject_type text not null,
  subject_id integer not null,
  number integer not null,
  actor_id integer references users (id) on delete set null,
  changes text not null,
  data text not null,
  at text not null,
  unique (subject_type, subject_id, number)
) strict;
CREATE INDEX row_versions_actor on row_versions (actor_id) where actor_id is not null;
CREATE TABLE scheduled_effects (
  subject_type text not null,
  subject_id integer not null,
  event text not null check (event in ('publish', 'unpublish')),
  due_at text not null,
  done_at text not null,
  primary key (subject_type, subject_id, event, due_at)
) strict, without rowid;
CREATE TABLE view_counts (
  subject_type text not null,
  subject_id integer not null,
  day text not null,
  count integer not null,
  primary key (subject_type, subject_id, day)
) strict, without rowid;
CREATE INDEX view_counts_day on view_counts (day);
CREATE TABLE feed_tokens (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  feed text not null,
  token_hash blob not null unique,
  created_at text not null,
  revoked_at text
) strict;
CREATE UNIQUE INDEX feed_tokens_in_use on feed_tokens (user_id, feed) where revoked_at is null;
CREATE INDEX organizations_change_requested on organizations (volunteer_center_id) where requested_change is not null;
CREATE TABLE uploads (
  id integer primary key,
  kind text not null,
  url text not null,
  urls text not null default '[]',
  name text not null default '',
  content_type text not null,
  alt text not null default '',
  is_decorative integer not null default 0,
  width integer,
  height integer,
  focus_x integer not null default 50,
  focus_y integer not null default 50,
  color text,
  size integer not null,
  -- Since when nothing refers to it; after thirty days it goes.
  unused_since text,
  created_by_id integer references users (id) on delete set null,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, stock_image_id integer references stock_images (id) on delete set null, file text, replaced_at text) strict;
CREATE INDEX uploads_by_url on uploads (url, kind);
CREATE INDEX uploads_by_person on uploads (created_by_id);
CREATE INDEX uploads_by_center on uploads (volunteer_center_id);
CREATE INDEX uploads_unused on uploads (unused_since) where unused_since is not null;
CREATE INDEX vacancies_by_image on vacancies (image_url) where image_url is not null;
CREATE INDEX organizations_by_logo on organizations (logo_url) where logo_url is not null;
CREATE INDEX organizations_by_photo on organizations (photo_url) where photo_url is not null;
CREATE TABLE tenant_settings (
  id integer primary key,
  context text not null default 'main',
  app_name text,
  header_scale text not null default 'primary',
  peer_to_peer integer not null default 0,
  volunteer_profiles integer not null default 1,
  activities integer not null default 1,
  wording text not null default 'one_on_one',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check (id = 1)
) strict;
CREATE INDEX users_by_avatar on users (avatar_url) where avatar_url is not null;
CREATE INDEX organizations_move_to on organizations (move_to_id) where move_to_id is not null;
CREATE INDEX organizations_merged on organizations (merged_into_id) where merged_into_id is not null;
CREATE TABLE organization_merges (
  id integer primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  into_id integer not null references organizations (id) on delete cascade,
  status text not null,
  moved text not null default '[]',
  undone_at text,
  created_at text not null
) strict;
CREATE INDEX organization_merges_into on organization_merges (into_id, created_at);
CREATE INDEX organization_merges_of on organization_merges (organization_id);
CREATE INDEX organizations_confirmation on organizations (status, last_confirmed_at, confirmation_asked_at);
CREATE INDEX organizations_on_social_map on organizations (volunteer_center_id, name collate nocase, id) where on_social_map = 1;
CREATE TRIGGER organizations_social_map_insert after insert on organizations begin
  update organizations
     set on_social_map = (new.status = 'approved' and length(trim(coalesce(new.description, ''))) >= 100
                          and exists (select 1 from organization_profiles p where p.id = new.profile_id and p.show_on_social_map = 1))
   where id = new.id and new.profile_id is not null;
end;
CREATE TRIGGER organizations_social_map_update after update of status, description, profile_id on organizations begin
  update organizations
     set on_social_map = (new.status = 'approved' and length(trim(coalesce(new.description, ''))) >= 100
                          and exists (select 1 from organization_profiles p where p.id = new.profile_id and p.show_on_social_map = 1))
   where id = new.id;
end;
CREATE TRIGGER organization_profiles_social_map_update after update of show_on_social_map on organization_profiles begin
  update organizations
     set on_social_map = (status = 'approved' and length(trim(coalesce(description, ''))) >= 100 and new.show_on_social_map = 1)
   where profile_id = new.id;
end;
CREATE VIRTUAL TABLE organizations_search using fts5 (name, about, tokenize = 'trigram', columnsize = 0);
CREATE TRIGGER organizations_trigrams_insert after insert on organizations begin
  insert into organizations_search (rowid, name, about)
  values (new.id, fold (new.name || ' ' || coalesce((select city from addresses where id = new.address_id), '')), fold (coalesce(new.description, '')));
end;
CREATE TRIGGER organizations_trigrams_update after update of name, description, address_id on organizations begin
  update organizations_search
     set name = fold (new.name || ' ' || coalesce((select city from addresses where id = new.address_id), '')),
         about = fold (coalesce(new.description, ''))
   where rowid = new.id;
end;
CREATE TRIGGER organizations_trigrams_city after update of city on addresses when new.city is not old.city begin
  update organizations_search
     set name = (select fold (o.name || ' ' || coalesce(new.city, '')) from organizations o where o.id = organizations_search.rowid)
   where rowid in (select id from organizations where address_id = new.id);
end;
CREATE TRIGGER organizations_trigrams_delete after delete on organizations begin
  delete from organizations_search where rowid = old.id;
end;
CREATE TABLE organization_suggestions (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id),
  organization_id integer references organizations (id) on delete cascade,
  message text not null,
  email text,
  handled integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX organization_suggestions_center on organization_suggestions (volunteer_center_id, handled, id);
CREATE INDEX organization_suggestions_organization on organization_suggestions (organization_id);
CREATE INDEX organization_suggestions_created on organization_suggestions (created_at);
CREATE TABLE organization_moves (
  organization_id integer not null references organizations (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  primary key (organization_id, volunteer_center_id)
) strict, without rowid;
CREATE TRIGGER vacancies_without_other_contact after delete on roles
when old.scope_type = 'organization' and old.accepted_at is not null
begin
  update vacancies
     set other_contact_ids = (select json_group_array(value) from json_each(other_contact_ids) where value <> cast(old.user_id as text)),
         version = version + 1
   where organization_id = old.scope_id
     and other_contact_ids <> '[]'
     and exists (select 1 from json_each(other_contact_ids) where value = cast(old.user_id as text))
     and not exists (select 1
                       from roles r
                      where r.user_id = old.user_id
                        and r.scope_type = 'organization'
                        and r.scope_id = old.scope_id
                        and r.accepted_at is not null);
end;
CREATE TABLE vacancy_bulk_edits (
  id integer primary key,
  attributes text not null check (json_valid(attributes)),
  state text not null check (state in ('waiting', 'done', 'failed', 'undoing', 'undone')),
  total integer not null,
  processed integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  undo_until text,
  maker text not null,
  attempts integer not null default 0,
  created_by_id integer not null references users (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id),
  organization_id integer references organizations (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX vacancy_bulk_edits_person on vacancy_bulk_edits (created_by_id, id);
CREATE INDEX vacancy_bulk_edits_state on vacancy_bulk_edits (state, updated_at) where state in ('waiting', 'undoing');
CREATE INDEX vacancy_bulk_edits_center on vacancy_bulk_edits (volunteer_center_id);
CREATE INDEX vacancy_bulk_edits_organization on vacancy_bulk_edits (organization_id) where organization_id is not null;
CREATE TABLE vacancy_bulk_items (
  id integer primary key,
  bulk_edit_id integer not null references vacancy_bulk_edits (id) on delete cascade,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'unchanged', 'failed', 'undone', 'kept')),
  -- The new values wait for the centre's review.
  is_held integer not null default 0,
  changes text not null default '{}' check (json_valid(changes)),
  code text,
  detail text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, read_version integer) strict;
CREATE UNIQUE INDEX vacancy_bulk_items_edit on vacancy_bulk_items (bulk_edit_id, vacancy_id);
CREATE INDEX vacancy_bulk_items_state on vacancy_bulk_items (bulk_edit_id, state, id);
CREATE INDEX vacancy_bulk_items_vacancy on vacancy_bulk_items (vacancy_id);
CREATE TABLE vacancy_templates (
  id integer primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  name text not null,
  content text not null check (json_valid(content)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX vacancy_templates_name on vacancy_templates (organization_id, name collate nocase);
CREATE TABLE search_words (
  id integer primary key,
  word text not null unique,
  letters integer not null,
  is_place integer not null default 0
) strict;
CREATE INDEX search_words_letters on search_words (letters, word);
CREATE TABLE search_synonyms (
  id integer primary key,
  words text not null,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX search_synonyms_center on search_synonyms (volunteer_center_id, id);
CREATE TABLE "saved_searches" (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  filters text not null,
  mail text not null default 'never' check (mail in ('at_once', 'daily', 'weekly', 'never')),
  told_until text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX saved_searches_user on saved_searches (user_id, filters);
CREATE INDEX saved_searches_mail on saved_searches (mail, told_until) where mail <> 'never';
CREATE TRIGGER saved_searches_start after update of mail on saved_searches when old.mail = 'never' and new.mail <> 'never' begin
  update saved_searches set told_until = new.updated_at where id = new.id;
  delete from mail_unsubscriptions
   where kind = 'saved_search_new' and email = (select email from users where id = new.user_id);
end;
CREATE TRIGGER saved_searches_start_new after insert on saved_searches when new.mail <> 'never' begin
  delete from mail_unsubscriptions
   where kind = 'saved_search_new' and email = (select email from users where id = new.user_id);
end;
CREATE TRIGGER saved_searches_stop after insert on mail_unsubscriptions when new.kind = 'saved_search_new' begin
  update saved_searches
     set mail = 'never', version = version + 1, updated_at = new.created_at
   where mail <> 'never' and user_id in (select id from users where email = new.email);
end;
CREATE TABLE vacancy_questions (
  id integer primary key,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  position integer not null default 1,
  text text not null,
  kind text not null default 'text' check (kind in ('text', 'yes_no', 'choice')),
  options text not null default '[]',
  is_required integer not null default 0
) strict;
CREATE INDEX vacancy_questions_vacancy on vacancy_questions (vacancy_id, position);
CREATE INDEX applications_clock on applications (stage) where stage in ('new', 'waitlisted', 'offered', 'accepted');
CREATE TABLE volunteer_profiles (
  id integer primary key,
  user_id integer not null unique references users (id) on delete cascade,
  theme_ids text not null default '[]' check (json_valid(theme_ids)),
  skills text not null default '[]' check (json_valid(skills)),
  frequency text check (frequency in ('once', 'regularly', 'flexible')),
  hours_per_week real,
  availability text not null default '[]' check (json_valid(availability)),
  postal_code_4 text,
  transport text check (transport in ('walk', 'bike', 'public_transport', 'car')),
  max_distance_km integer,
  wants_online integer not null default 0,
  languages text not null default '[]' check (json_valid(languages)),
  practises_dutch integer not null default 0,
  gains text not null default '[]' check (json_valid(gains)),
  social_setting text check (social_setting in ('alone', 'together', 'either')),
  visibility text not null default 'hidden' check (visibility in ('hidden', 'visible', 'paused')),
  visible_until text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, headline text, about text, language_levels text not null default '{}' check (json_valid (language_levels)), confirmed_at text, visibility_asked_at text, elsewhere_consent_at text) strict;
CREATE INDEX volunteer_profiles_visible on volunteer_profiles (visible_until) where visibility = 'visible';
CREATE TRIGGER volunteer_profiles_of_users after insert on users begin
  insert into volunteer_profiles (user_id, created_at, updated_at) values (new.id, new.created_at, new.created_at);
end;
CREATE TABLE vacancy_dismissals (
  user_id integer not null references users (id) on delete cascade,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  reason text not null check (reason in ('too_far', 'wrong_time', 'not_my_theme', 'too_much', 'other')),
  created_at text not null,
  primary key (user_id, vacancy_id)
) strict, without rowid;
CREATE INDEX vacancy_dismissals_vacancy on vacancy_dismissals (vacancy_id);
CREATE TABLE match_counts (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  day text not null,
  shown integer not null default 0,
  opened integer not null default 0,
  applied integer not null default 0,
  primary key (volunteer_center_id, day)
) strict, without rowid;
CREATE TABLE forms (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id),
  organization_id integer references organizations (id) on delete set null,
  title text not null,
  title_en text,
  description text,
  description_en text,
  status text not null default 'draft' check (status in ('draft', 'open', 'closed', 'archived')),
  access_permission text not null default 'anonymous' check (access_permission in ('anonymous', 'token_holder')),
  token text not null unique,
  is_contact integer not null default 0,
  confidential integer not null default 0,
  opens_on text,
  closes_on text,
  most_submissions integer,
  thanks text,
  thanks_en text,
  sends_receipt integer not null default 0,
  owner_id integer references users (id) on delete set null,
  retention_months integer not null default 12,
  created_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, thanks_page_id integer references pages (id) on delete set null, erases_after_close integer not null default 0) strict;
CREATE UNIQUE INDEX forms_contact on forms (volunteer_center_id) where is_contact = 1;
CREATE INDEX forms_center on forms (volunteer_center_id, status);
CREATE INDEX forms_organization on forms (organization_id) where organization_id is not null;
CREATE TABLE form_questions (
  id integer primary key,
  form_id integer not null references forms (id) on delete cascade,
  position integer not null,
  key text not null,
  text text not null,
  text_en text,
  hint text,
  hint_en text,
  question_type text not null,
  required integer not null default 0,
  long_answer integer not null default 0,
  options text not null default '[]',
  options_en text not null default '[]',
  show_if_key text,
  show_if_operator text,
  show_if_value text,
  is_hidden integer not null default 0
) strict;
CREATE INDEX form_questions_form on form_questions (form_id, position);
CREATE TABLE form_submissions (
  id integer primary key,
  form_id integer not null references forms (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id),
  organization_id integer references organizations (id) on delete set null,
  user_id integer references users (id) on delete set null,
  status text not null default 'new' check (status in ('new', 'in_progress', 'done', 'spam')),
  answers text not null,
  search text not null,
  name text,
  email text collate nocase,
  locale text not null default 'nl' check (locale in ('nl', 'en')),
  ip_hash blob,
  assignee_id integer references users (id) on delete set null,
  note text,
  replies text not null default '[]',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX form_submissions_form on form_submissions (form_id, status, id);
CREATE INDEX form_submissions_user on form_submissions (user_id) where user_id is not null;
CREATE INDEX form_submissions_email on form_submissions (email) where email is not null;
CREATE INDEX form_submissions_center on form_submissions (volunteer_center_id);
CREATE INDEX form_submissions_ip on form_submissions (created_at) where ip_hash is not null;
CREATE TRIGGER forms_contact_questions after insert on forms when new.is_contact = 1
begin
  insert into form_questions (form_id, position, key, text, text_en, hint, hint_en, question_type, required, long_answer) values
    (new.id, 1, 'name', 'Hoe heet je?', 'What is your name?', null, null, 'text', 1, 0),
    (new.id, 2, 'email', 'Wat is je e-mailadres?', 'What is your email address?', 'Hierop krijg je antwoord.', 'We will answer to this address.', 'email', 1, 0),
    (new.id, 3, 'phone', 'Wat is je telefoonnummer?', 'What is your phone number?', null, null, 'phone', 0, 0),
    (new.id, 4, 'message', 'Wat wil je vragen of vertellen?', 'What would you like to ask or tell us?', null, null, 'text', 1, 1);
end;
CREATE TRIGGER forms_contact_center after insert on volunteer_centers
begin
  insert into forms (volunteer_center_id, title, title_en, description, description_en, status, token, is_contact, sends_receipt,
                     thanks, thanks_en, created_at, updated_at)
  values (new.id, 'Contact', 'Contact', 'Heb je een vraag? We helpen je graag.', 'Do you have a question? We are happy to help.',
          'open', lower(hex(randomblob(16))), 1, 1, 'Bedankt voor je bericht. Je krijgt zo snel mogelijk antwoord.',
          'Thank you for your message. We will answer as soon as we can.', new.created_at, new.created_at);
end;
CREATE TABLE pages (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id),
  title text not null,
  slug text not null,
  locale text not null default 'nl' check (locale in ('nl', 'en')),
  page_type text not null default 'default' check (page_type in ('default', 'news', 'success_story')),
  page_layout text not null default 'wide' check (page_layout in ('wide', 'narrow')),
  show_title_on_page integer not null default 1,
  summary text,
  featured integer not null default 0,
  meta_title text,
  meta_description text,
  og_title text,
  og_description text,
  og_image_id integer references uploads (id) on delete set null,
  tags text not null default '[]',
  author_name text,
  image_id integer references uploads (id) on delete set null,
  image_stock text,
  image_alt text,
  translation_of_id integer references pages (id) on delete set null,
  published_at text,
  published_number integer,
  has_unpublished_changes integer not null default 1,
  created_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, deleted_at text) strict;
CREATE INDEX pages_list on pages (volunteer_center_id, page_type, updated_at);
CREATE INDEX pages_created_by on pages (created_by_id) where created_by_id is not null;
CREATE INDEX pages_image on pages (image_id) where image_id is not null;
CREATE INDEX pages_og_image on pages (og_image_id) where og_image_id is not null;
CREATE TABLE content_blocks (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  position integer not null,
  block_type text not null,
  content text not null default '{}',
  ground text not null default 'page' check (ground in ('page', 'card', 'accent', 'dark')),
  is_hidden integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX content_blocks_page on content_blocks (page_id, position);
CREATE TABLE page_versions (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  number integer not null,
  fields text not null,
  blocks text not null,
  is_published integer not null default 0,
  is_closed integer not null default 0,
  actor_id integer references users (id) on delete set null,
  at text not null,
  unique (page_id, number)
) strict;
CREATE INDEX page_versions_actor on page_versions (actor_id) where actor_id is not null;
CREATE TABLE published_pages (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id),
  number integer not null,
  title text not null,
  slug text not null,
  locale text not null,
  page_type text not null,
  page_layout text not null,
  show_title_on_page integer not null,
  summary text,
  featured integer not null,
  meta_title text,
  meta_description text,
  og_title text,
  og_description text,
  og_image_url text,
  tags text not null,
  author_name text,
  image_url text,
  image_alt text,
  blocks text not null,
  published_at text not null,
  publish_at text not null,
  unpublish_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, planned_unpublish_at text) strict;
CREATE INDEX published_pages_page on published_pages (page_id, publish_at);
CREATE INDEX published_pages_slug on published_pages (volunteer_center_id, locale, slug);
CREATE INDEX published_pages_newest on published_pages (volunteer_center_id, page_type, locale, published_at);
CREATE INDEX published_pages_publish on published_pages (publish_at);
CREATE INDEX published_pages_unpublish on published_pages (unpublish_at) where unpublish_at is not null;
CREATE TABLE page_uploads (
  page_id integer not null references pages (id) on delete cascade,
  upload_id integer not null references uploads (id) on delete cascade,
  primary key (page_id, upload_id)
) strict, without rowid;
CREATE INDEX page_uploads_upload on page_uploads (upload_id);
CREATE TABLE page_redirects (
  volunteer_center_id integer not null references volunteer_centers (id),
  locale text not null,
  slug text not null,
  page_id integer not null references pages (id) on delete cascade,
  created_at text not null,
  primary key (volunteer_center_id, locale, slug)
) strict, without rowid;
CREATE INDEX page_redirects_page on page_redirects (page_id);
CREATE TABLE page_preview_tokens (
  id integer primary key,
  page_id integer not null references pages (id) on delete cascade,
  token_hash blob not null unique,
  expires_at text not null,
  created_at text not null
) strict;
CREATE INDEX page_preview_tokens_page on page_preview_tokens (page_id);
CREATE INDEX page_preview_tokens_expiry on page_preview_tokens (expires_at);
CREATE TABLE menu_items (
  id integer primary key,
  menu text not null,
  name text not null,
  name_en text,
  link_type text not null,
  page_id integer,
  system_page text,
  parent_id integer references menu_items (id) on delete cascade,
  position integer not null default 0,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX menu_items_of_center on menu_items (volunteer_center_id, menu, position, id);
CREATE INDEX menu_items_of_parent on menu_items (parent_id);
CREATE INDEX menu_items_of_page on menu_items (page_id) where page_id is not null;
CREATE TRIGGER menu_items_under after update of menu on menu_items begin
  update menu_items set menu = new.menu, version = version + 1, updated_at = new.updated_at
   where parent_id = new.id and menu <> new.menu;
end;
CREATE TRIGGER menu_items_moved after update of parent_id on menu_items when new.parent_id is not null begin
  update menu_items set menu = (select p.menu from menu_items p where p.id = new.parent_id)
   where id = new.id;
end;
CREATE TABLE legal_texts (
  id integer primary key,
  kind text not null,
  edition integer not null,
  text text not null,
  text_en text not null,
  -- What is different, for readers.
  change_note text,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX legal_texts_editions on legal_texts (volunteer_center_id, kind, edition);
CREATE TRIGGER consents_edition after insert on consents
when new.kind = 'terms' and new.is_given = 1 and new.edition is null begin
  update consents
     set edition = (select max(l.edition) from legal_texts l
                      join users u on u.volunteer_center_id = l.volunteer_center_id
                     where u.id = new.user_id and l.kind = 'terms')
   where id = new.id;
end;
CREATE TABLE stock_images (
  id integer primary key,
  name text not null,
  description text not null default '',
  -- What it shows, for who does not see it.
  short_description text not null default '',
  keywords text not null default '[]',
  image_url text not null,
  credit text not null default '',
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX stock_images_of_center on stock_images (volunteer_center_id, id);
CREATE INDEX stock_images_by_url on stock_images (image_url);
CREATE INDEX uploads_by_stock_image on uploads (stock_image_id) where stock_image_id is not null;
CREATE INDEX uploads_by_file on uploads (file) where file is not null;
CREATE UNIQUE INDEX organizations_household on organizations (household_of_id, volunteer_center_id) where household_of_id is not null;
CREATE INDEX vacancies_asker on vacancies (asker_id, status) where asker_id is not null;
CREATE TRIGGER households_name after update of first_name on users when new.first_name is not old.first_name begin
  update organizations set name = new.first_name, version = version + 1
   where household_of_id = new.id and coalesce(new.first_name, '') <> '';
end;
CREATE VIEW vacancies_at_home as
  select v.id as vacancy_id, v.organization_id, v.address_id
    from vacancies v
   where v.asker_id is not null and v.address_id is not null
  union all
  select v.id as vacancy_id, v.organization_id, a.id as address_id
    from vacancies v
    join addresses a on a.id = v.address_id
    join homes h on h.organization_id = v.organization_id
   where v.asker_id is null
     and (a.id = h.address_id
      or (lower(replace(coalesce(a.house_number, ''), ' ', '')) in (h.house_number, '') or h.house_number = '')
     and (upper(replace(coalesce(a.postal_code, ''), ' ', '')) = h.postal_code and h.postal_code <> ''
          or lower(trim(coalesce(a.street, ''))) = h.street and h.street <> ''
             and lower(trim(coalesce(a.city, ''))) in (h.city, '')));
CREATE INDEX vacancies_published on vacancies (status, volunteer_center_id, published_at desc, id desc, expires_at, asker_id);
CREATE VIRTUAL TABLE published_pages_search using fts5 (
  title, title_more, keywords, body, facet,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 tokenchars '_'",
  prefix = '2 3 4'
);
CREATE VIEW published_pages_texts as
select p.id, p.title, p.summary, p.tags,
       '_c_' || p.volunteer_center_id || ' _l_' || p.locale as facet,
       (select group_concat(plain_text (j.value), ' ')
          from json_tree(p.blocks) j
         where j.type = 'text' and j.key in ('title', 'text', 'quote', 'name', 'role', 'caption', 'label')) as body
  from published_pages p;
CREATE VIEW published_pages_searchable as
select id,
       search_terms (title) as title,
       search_parts (title) as title_more,
       search_terms (summary, tags) || ' ' || search_parts (summary, tags) as keywords,
       search_terms (body) || ' ' || search_parts (body) as body,
       facet,
       search_vocabulary (title, summary, tags, body) as vocabulary
  from published_pages_texts;
CREATE TABLE page_words (
  id integer primary key,
  word text not null unique,
  letters integer not null
) strict;
CREATE INDEX page_words_letters on page_words (letters, word);
CREATE TRIGGER published_pages_search_insert after insert on published_pages begin
  insert into published_pages_search (rowid, title, title_more, keywords, body, facet)
  select id, title, title_more, keywords, body, facet from published_pages_searchable where id = new.id;
  insert or ignore into page_words (word, letters)
  select w.value, length(w.value) from published_pages_searchable s, json_each(s.vocabulary) w where s.id = new.id;
end;
CREATE TRIGGER published_pages_search_update
after update of title, summary, tags, blocks, locale, volunteer_center_id on published_pages begin
  delete from published_pages_search where rowid = old.id;
  insert into published_pages_search (rowid, title, title_more, keywords, body, facet)
  select id, title, title_more, keywords, body, facet from published_pages_searchable where id = new.id;
  insert or ignore into page_words (word, letters)
  select w.value, length(w.value) from published_pages_searchable s, json_each(s.vocabulary) w where s.id = new.id;
end;
CREATE TRIGGER published_pages_search_delete after delete on published_pages begin
  delete from published_pages_search where rowid = old.id;
end;
CREATE INDEX forms_thanks_page on forms (thanks_page_id) where thanks_page_id is not null;
CREATE INDEX pages_deleted on pages (deleted_at) where deleted_at is not null;
CREATE UNIQUE INDEX pages_slug on pages (volunteer_center_id, locale, slug) where deleted_at is null;
CREATE UNIQUE INDEX pages_translation on pages (translation_of_id, locale)
  where translation_of_id is not null and deleted_at is null;
CREATE VIEW news_items as
select t.id, 'p' || p.id as row_key, 0 as is_draft, p.title, p.slug, p.summary as intro,
       (select json_group_array(json_remove(j.value, '$.id')) from json_each(p.blocks) j) as body,
       p.image_url as image, p.image_alt, p.author_name, p.featured, p.locale, t.translation_of_id, p.tags, p.meta_title,
       p.meta_description, p.published_at, p.publish_at, p.unpublish_at, t.has_unpublished_changes, t.volunteer_center_id,
       t.version, t.created_at, p.updated_at
  from published_pages p join pages t on t.id = p.page_id
 where p.page_type = 'news'
union all
select t.id, 'd' || t.id, 1, t.title, t.slug, t.summary,
       (select json_group_array(json_object('block_type', b.block_type, 'content', json(b.content), 'ground', b.ground,
                                            'is_hidden', json(iif(b.is_hidden, 'true', 'false'))))
          from (select * from content_blocks c where c.page_id = t.id order by c.position, c.id) b),
       coalesce((select u.url from uploads u where u.id = t.image_id), '/img/' || t.image_stock || '.svg'),
       t.image_alt, t.author_name, t.featured, t.locale, t.translation_of_id, t.tags, t.meta_title,
       t.meta_description, t.published_at, (select max(p.publish_at) from published_pages p where p.page_id = t.id),
       (select p.unpublish_at from published_pages p where p.page_id = t.id order by p.publish_at desc limit 1),
       t.has_unpublished_changes, t.volunteer_center_id, t.version, t.created_at, t.updated_at
  from pages t
 where t.page_type = 'news' and t.deleted_at is null;
CREATE TABLE keyed_ids (
  id integer primary key check (id = 1),
  key blob not null check (length(key) = 32)
) strict;
CREATE TRIGGER organizations_version_of_profile after update on organization_profiles begin
  update organizations set version = version + 1 where profile_id = new.id;
end;
CREATE TRIGGER vacancies_version_of_address after update of street, house_number, postal_code, city, country on addresses
when (new.street, new.house_number, new.postal_code, new.city, new.country)
  is not (old.street, old.house_number, old.postal_code, old.city, old.country) begin
  update vacancies set version = version + 1 where address_id = new.id;
end;
CREATE TABLE "form_invitations" (
  id integer primary key,
  form_id integer not null references forms (id) on delete cascade,
  email text not null collate nocase,
  answered_at text,
  reminded_at text,
  created_at text not null,
  unique (form_id, email)
) strict;
CREATE TABLE form_invitation_links (
  token_hash blob not null primary key,
  invitation_id integer not null references form_invitations (id) on delete cascade
) strict, without rowid;
CREATE INDEX form_invitation_links_invitation on form_invitation_links (invitation_id);
CREATE INDEX vacancies_center_published
  on vacancies (volunteer_center_id, published_at desc, id desc, status, organization_id, purged_at)
  where purged_at is null;
CREATE INDEX vacancies_moderation
  on vacancies (volunteer_center_id, moderation_state, published_at desc, id desc, status, expires_at, asker_id, purged_at);
CREATE INDEX applications_received on applications (volunteer_center_id, is_held, created_at, vacancy_id);
CREATE INDEX applications_unanswered
  on applications (volunteer_center_id, coalesce(school_approved_at, created_at), vacancy_id)
  where stage = 'new' and is_held = 0 and responded_at is null;
CREATE VIRTUAL TABLE vacancies_search using fts5 (
  title, title_more, keywords, body, organization, aside, themes, facet,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 tokenchars '_'",
  prefix = '2 3 4'
);
CREATE VIEW vacancies_searchable as
select v.id,
       v.organization_id,
       v.search_rank,
       search_terms (v.own_title) as title,
       search_parts (v.own_title) as title_more,
       search_terms (v.summary, v.city, v.schedule) || ' ' || search_parts (v.summary, v.schedule) as keywords,
       search_terms (v.own_description, v.lines) as body,
       search_terms (v.organization_name) as organization,
       search_parts (v.organization_name, v.own_description, v.lines) || ' ' || search_terms (v.tag_names, v.offer)
         || ' ' || search_parts (v.tag_names, v.offer) as aside,
       search_terms (v.type_names) || ' ' || search_parts (v.type_names) as themes,
       iif (v.asker_id is null, '_s_', '_h_') || v.status || ' _c_' || v.volunteer_center_id || ' _t_' || replace(v.vacancy_type, '-', '_') as facet,
       iif (v.status = 'published' and v.asker_id is null,
            search_vocabulary (v.title, v.summary, v.organization_name, v.city, v.schedule, v.tag_names, v.type_names, v.description, v.lines, v.offer),
            '[]') as vocabulary,
       iif (v.status = 'published' and v.asker_id is null, search_vocabulary (v.city), '[]') as places
  from (select v.*,
               o.name as organization_name,
               replace(v.title, ' ' || o.name, '') as own_title,
               replace(v.description, o.name, '') as own_description,
               (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
                 where (x.volunteer_center_id is null or x.volunteer_center_id = v.volunteer_center_id)
                   and x.kind = 'tags' and x.key in (select value from json_each(v.tags))) as tag_names,
               (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
                 where (x.volunteer_center_id is null or x.volunteer_center_id = v.volunteer_center_id)
                   and x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids))) as type_names,
               (select group_concat(value, ' ') from json_each(v.requirements)) as lines
          from vacancies v
          join organizations o on o.id = v.organization_id
         where v.purged_at is null) v;
CREATE TRIGGER vacancies_search_insert after insert on vacancies when new.address_id is null begin
  insert into vacancies_search (rowid, title, title_more, keywords, body, organization, aside, themes, facet)
  select search_rank, title, title_more, keywords, body, organization, aside, themes, facet from vacancies_searchable where id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.id = new.id;
  insert into search_words (word, letters, is_place)
  select w.value, length(w.value), 1 from vacancies_searchable s, json_each(s.places) w where s.id = new.id
      on conflict (word) do update set is_place = 1 where is_place = 0;
end;
CREATE TRIGGER vacancies_search_update
after update of title, summary, city, schedule, tags, activity_type_ids, description, requirements, offer, status, published_at, volunteer_center_id, vacancy_type, organization_id on vacancies begin
  delete from vacancies_search where rowid = old.search_rank;
  insert into vacancies_search (rowid, title, title_more, keywords, body, organization, aside, themes, facet)
  select search_rank, title, title_more, keywords, body, organization, aside, themes, facet from vacancies_searchable where id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.id = new.id;
  insert into search_words (word, letters, is_place)
  select w.value, length(w.value), 1 from vacancies_searchable s, json_each(s.places) w where s.id = new.id
      on conflict (word) do update set is_place = 1 where is_place = 0;
end;
CREATE TRIGGER vacancies_search_delete after delete on vacancies begin
  delete from vacancies_search where rowid = old.search_rank;
end;
CREATE TRIGGER organizations_search_update after update of name on organizations begin
  delete from vacancies_search where rowid in (select search_rank from vacancies where organization_id = new.id);
  insert into vacancies_search (rowid, title, title_more, keywords, body, organization, aside, themes, facet)
  select search_rank, title, title_more, keywords, body, organization, aside, themes, facet from vacancies_searchable where organization_id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.organization_id = new.id;
end;
CREATE TABLE "imports" (
  id integer primary key,
  resource text not null check (resource in ('users', 'organizations')),
  file_name text not null,
  content blob not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done')),
  columns text not null default '[]',
  rows integer not null,
  report text not null default '{}',
  result text,
  volunteer_center_id integer not null references volunteer_centers (id),
  created_by_id integer not null references users (id) on delete cascade,
  finished_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  processed integer not null default 0,
  refused integer not null default 0,
  maker text,
  attempts integer not null default 0
) strict;
CREATE INDEX imports_creator on imports (created_by_id, id desc);
CREATE INDEX imports_age on imports (created_at);
CREATE TABLE vacancy_imports (
  vacancy_id integer primary key references vacancies (id) on delete cascade,
  -- Of the partner's own words, to leave alone what is as it was.
  digest text not null,
  -- The attributes as they were stored then.
  content text not null check (json_valid(content)),
  -- The partner no longer has it.
  withdrawn_at text,
  seen_at text not null
) strict;
CREATE TABLE vacancy_sources (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  -- Of vacancies that name none.
  organization_id integer references organizations (id) on delete set null,
  url text not null unique,
  etag text,
  next_at text not null,
  last_read_at text,
  -- What came of it, for the operator.
  last_outcome text,
  version integer not null default 1,
  created_at text not null
, paused integer not null default 0, last_failed integer not null default 0, last_result text check (last_result is null or json_valid(last_result)), updated_at text) strict;
CREATE INDEX vacancy_sources_next on vacancy_sources (next_at);
CREATE INDEX vacancies_facets
  on vacancies (id, status, volunteer_center_id, expires_at, asker_id, purged_at, organization_id, vacancy_type, tags,
                activity_type_ids, age_group_ids, day_parts, traits, languages);
CREATE INDEX vacancies_choices
  on vacancies (status, volunteer_center_id, expires_at, activity_type_ids, tags, age_group_ids, vacancy_type, latitude,
                longitude, published_at, asker_id, purged_at, organization_id, day_parts, traits, languages);
CREATE INDEX vacancies_place
  on vacancies (latitude, longitude, status, volunteer_center_id, expires_at, asker_id, purged_at, organization_id);
CREATE TABLE places (
  id integer primary key,
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  organization_id integer references organizations (id) on delete cascade,
  name text not null,
  address text not null check (json_valid (address)),
  is_step_free integer not null default 0 check (is_step_free in (0, 1)),
  has_accessible_toilet integer not null default 0 check (has_accessible_toilet in (0, 1)),
  has_disabled_parking integer not null default 0 check (has_disabled_parking in (0, 1)),
  has_hearing_loop integer not null default 0 check (has_hearing_loop in (0, 1)),
  has_quiet_room integer not null default 0 check (has_quiet_room in (0, 1)),
  directions text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((volunteer_center_id is null) <> (organization_id is null))
) strict;
CREATE INDEX places_of_center on places (volunteer_center_id) where volunteer_center_id is not null;
CREATE INDEX places_of_organization on places (organization_id) where organization_id is not null;
CREATE TABLE activities (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  organization_id integer references organizations (id) on delete cascade,
  title text not null,
  slug text not null,
  summary text,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published', 'full', 'running', 'finished', 'cancelled', 'deleted')),
  moderation_state text not null default 'none' check (moderation_state in ('none', 'submitted', 'needs_work', 'approved', 'refused')),
  moderation_message text,
  activity_categories text not null default '[]' check (json_valid (activity_categories)),
  target_groups text not null default '[]' check (json_valid (target_groups)),
  tags text not null default '[]' check (json_valid (tags)),
  is_workshop integer not null default 0 check (is_workshop in (0, 1)),
  seats_per_organization integer,
  only_for_organizations integer not null default 0 check (only_for_organizations in (0, 1)),
  -- Local date and time of the first time that it happens, without an offset.
  starts_at text not null,
  ends_at text not null,
  time_zone text not null default 'Europe/Amsterdam',
  all_day integer not null default 0 check (all_day in (0, 1)),
  -- A subset of RFC 5545; null: once.
  recurrence text,
  excluded_days text not null default '[]' check (json_valid (excluded_days)),
  place_id integer references places (id) on delete set null,
  online integer not null default 0 check (online in (0, 1)),
  online_url text,
  contact_person_id integer references users (id) on delete set null,
  contact_phone_visible integer not null default 0 check (contact_phone_visible in (0, 1)),
  registration text not null default 'none' check (registration in ('none', 'occurrence', 'series')),
  allows_guests integer not null default 1 check (allows_guests in (0, 1)),
  capacity integer,
  has_waiting_list integer not null default 1 check (has_waiting_list in (0, 1)),
  most_per_party integer not null default 1 check (most_per_party between 1 and 4),
  registration_closes_minutes integer,
  withdraw_minutes integer not null default 180,
  questions text not null default '[]' check (json_valid (questions)),
  cost text,
  is_free integer not null default 1 check (is_free in (0, 1)),
  accessibility text,
  image_url text,
  image_alt text not null default '',
  minimum_participants integer,
  minimum_on text,
  -- Grows with every change that calendars have to follow (RFC 5545, 3.8.7.4).
  sequence integer not null default 0,
  published_at text,
  cancelled_at text,
  deleted_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, minimum_asked_at text, asks_after_no_shows integer not null default 0 check (asks_after_no_shows in (0, 1)), revision text check (revision is null or json_valid (revision)), revision_state text check (revision_state in ('submitted', 'needs_work')), revision_message text, counts_hours integer not null default 0 check (counts_hours in (0, 1))) strict;
CREATE INDEX activities_of_center on activities (volunteer_center_id, status);
CREATE INDEX activities_of_organization on activities (organization_id) where organization_id is not null;
CREATE INDEX activities_of_contact on activities (contact_person_id) where contact_person_id is not null;
CREATE INDEX activities_of_place on activities (place_id) where place_id is not null;
CREATE INDEX activities_to_review on activities (volunteer_center_id) where status = 'draft' and moderation_state = 'submitted';
CREATE TABLE activity_occurrences (
  id integer primary key,
  activity_id integer not null references activities (id) on delete cascade,
  original_start text not null,
  starts_at text not null,
  ends_at text not null,
  -- Local day and times, for lists by day.
  day text not null,
  starts_local text not null,
  ends_local text not null,
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  is_changed integer not null default 0 check (is_changed in (0, 1)),
  reason text,
  -- Null: that of the activity.
  capacity integer,
  places_taken integer not null default 0,
  places_offered integer not null default 0,
  people_waiting integer not null default 0,
  sequence integer not null default 0,
  changed_at text,
  cancelled_at text,
  -- What people who signed up were last told of it.
  told_starts_at text,
  told_ends_at text,
  told_status text not null default 'planned',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (activity_id, original_start)
) strict;
CREATE INDEX activity_occurrences_by_start on activity_occurrences (starts_at);
CREATE INDEX activity_occurrences_by_day on activity_occurrences (day);
CREATE TABLE taxonomies (
  id integer primary key,
  kind text not null check (kind in ('tags', 'age_groups', 'activity_types', 'non_profit_types', 'skills', 'languages', 'activity_categories', 'target_groups')),
  key text not null,
  name_nl text not null,
  name_en text not null,
  icon text,
  position integer not null default 0,
  archived integer not null default 0,
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX taxonomies_key on taxonomies (kind, key, coalesce(volunteer_center_id, 0));
CREATE INDEX taxonomies_center on taxonomies (volunteer_center_id) where volunteer_center_id is not null;
CREATE TABLE activity_registrations (
  id integer primary key,
  activity_id integer not null references activities (id) on delete cascade,
  occurrence_id integer references activity_occurrences (id) on delete cascade,
  -- Null: without an account.
  user_id integer references users (id) on delete set null,
  -- The organisation that signed up a colleague for a workshop.
  organization_id integer references organizations (id) on delete set null,
  first_name text,
  last_name text,
  email text,
  phone_number text,
  party_size integer not null default 1 check (party_size between 1 and 4),
  is_minor integer not null default 0 check (is_minor in (0, 1)),
  answers text not null default '[]' check (json_valid (answers)),
  status text not null check (status in ('registered', 'waitlisted', 'offered', 'withdrawn', 'removed', 'closed')),
  -- Place in the line, counted from the first who ever waited; kept by who lets an offer pass.
  waitlist_order integer,
  -- How many offers passed without an answer: who has fewer is asked before.
  silences integer not null default 0,
  -- Of an offer: for how many people. Fewer than the party: they were asked to come with fewer.
  offered_size integer,
  -- The most people with whom the party did not want to come alone.
  refused_size integer not null default 0,
  asked_at text,
  offer_expires_at text,
  is_late_withdrawal integer not null default 0 check (is_late_withdrawal in (0, 1)),
  attendance text check (attendance in ('present', 'absent')),
  checked_in_at text,
  source text not null default 'web' check (source in ('web', 'guest', 'walk_in', 'organization')),
  locale text not null default 'nl',
  -- Beginning of the last date that they were reminded of.
  reminded_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, needs_yes integer not null default 0 check (needs_yes in (0, 1)), check_in_code text, checked_out_at text) strict;
CREATE INDEX activity_registrations_of_activity on activity_registrations (activity_id, occurrence_id, status);
CREATE INDEX activity_registrations_of_occurrence on activity_registrations (occurrence_id, status) where occurrence_id is not null;
CREATE INDEX activity_registrations_of_organization on activity_registrations (organization_id) where organization_id is not null;
CREATE INDEX activity_registrations_offered on activity_registrations (offer_expires_at) where status = 'offered';
CREATE UNIQUE INDEX activity_registrations_of_user on activity_registrations (user_id, activity_id, coalesce(occurrence_id, 0))
 where user_id is not null and status in ('registered', 'waitlisted', 'offered');
CREATE UNIQUE INDEX activity_registrations_of_address on activity_registrations (lower(email), activity_id, coalesce(occurrence_id, 0))
 where user_id is null and email is not null and status in ('registered', 'waitlisted', 'offered');
CREATE INDEX activity_registrations_by_user on activity_registrations (user_id) where user_id is not null;
CREATE INDEX activity_registrations_by_address on activity_registrations (email) where email is not null;
CREATE TABLE activity_taps (
  id integer primary key,
  registration_id integer not null references activity_registrations (id) on delete cascade,
  occurrence_id integer not null references activity_occurrences (id) on delete cascade,
  tap_id text not null,
  is_present integer not null check (is_present in (0, 1)),
  -- By the clock of the device.
  tapped_at text not null,
  received_at text not null, is_out integer not null default 0 check (is_out in (0, 1)),
  unique (registration_id, tap_id)
) strict;
CREATE INDEX activity_taps_of_occurrence on activity_taps (occurrence_id);
CREATE INDEX activity_occurrences_to_tell on activity_occurrences (changed_at)
 where told_starts_at is not starts_at or told_ends_at is not ends_at or told_status is not status;
CREATE TABLE activity_messages (
  id integer primary key,
  activity_id integer not null references activities (id) on delete cascade,
  -- Null: to those of every date.
  occurrence_id integer references activity_occurrences (id) on delete cascade,
  audience text not null check (audience in ('registered', 'waiting', 'all')),
  message text not null,
  -- Null: their account was erased.
  author_id integer references users (id) on delete set null,
  sent_count integer not null default 0,
  -- The last registration that it was sent to.
  sent_through integer not null default 0,
  -- Null: still being sent.
  sent_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX activity_messages_of_activity on activity_messages (activity_id);
CREATE INDEX activity_messages_of_author on activity_messages (author_id) where author_id is not null;
CREATE INDEX activity_messages_to_send on activity_messages (id) where sent_at is null;
CREATE TABLE volunteer_profile_looks (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id) on delete cascade,
  day text not null,
  version integer not null default 1,
  created_at text not null,
  unique (user_id, organization_id, day)
) strict;
CREATE INDEX volunteer_profile_looks_organization on volunteer_profile_looks (organization_id);
CREATE INDEX volunteer_profile_looks_day on volunteer_profile_looks (day);
CREATE TABLE volunteer_profile_blocks (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  unique (user_id, organization_id)
) strict;
CREATE INDEX volunteer_profile_blocks_organization on volunteer_profile_blocks (organization_id);
CREATE TABLE volunteer_profile_replies (
  id integer primary key,
  -- The person who was found.
  user_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  vacancy_id integer references vacancies (id) on delete set null,
  author_id integer references users (id) on delete set null,
  body text not null,
  status text not null check (status in ('open', 'answered', 'declined', 'expired', 'blocked')),
  shares_last_name integer not null default 0 check (shares_last_name in (0, 1)),
  shares_phone integer not null default 0 check (shares_phone in (0, 1)),
  shares_email integer not null default 0 check (shares_email in (0, 1)),
  answered_at text,
  reminded_at text,
  expires_at text not null,
  -- When the organisation was told that no answer came.
  expired_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX volunteer_profile_replies_open on volunteer_profile_replies (organization_id, user_id) where status = 'open';
CREATE INDEX volunteer_profile_replies_user on volunteer_profile_replies (user_id);
CREATE INDEX volunteer_profile_replies_organization on volunteer_profile_replies (organization_id, created_at);
CREATE INDEX volunteer_profile_replies_center on volunteer_profile_replies (volunteer_center_id);
CREATE INDEX volunteer_profile_replies_vacancy on volunteer_profile_replies (vacancy_id) where vacancy_id is not null;
CREATE INDEX volunteer_profile_replies_author on volunteer_profile_replies (author_id) where author_id is not null;
CREATE INDEX volunteer_profile_replies_waiting on volunteer_profile_replies (expires_at) where status in ('open', 'blocked');
CREATE TRIGGER activity_registrations_check_in_code after insert on activity_registrations when new.check_in_code is null begin
  update activity_registrations set check_in_code = lower(hex(randomblob(5))) where id = new.id;
end;
CREATE TABLE activity_templates (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  -- Null: of the centre itself.
  organization_id integer references organizations (id) on delete cascade,
  name text not null,
  content text not null check (json_valid (content)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX activity_templates_name on activity_templates (volunteer_center_id, coalesce(organization_id, 0), name collate nocase);
CREATE INDEX activity_templates_of_organization on activity_templates (organization_id);
CREATE INDEX activities_with_revision on activities (volunteer_center_id) where revision_state is not null;
CREATE TABLE hours_entries (
  id integer primary key,
  -- Null: of somebody whose account is gone. The hours count still.
  user_id integer references users (id) on delete set null,
  -- Null: helped the centre itself, or an organisation that is gone.
  organization_id integer references organizations (id) on delete set null,
  organization_name text,
  volunteer_center_id integer not null references volunteer_centers (id),
  application_id integer references applications (id) on delete set null,
  activity_id integer references activities (id) on delete set null,
  occurrence_id integer references activity_occurrences (id) on delete set null,
  -- Title of the vacancy or activity as it was then, or own words.
  work text not null,
  day text not null,
  -- That count now, and as first written, in quarters of an hour.
  hours real not null check (hours between 0.25 and 24 and hours * 4 = round(hours * 4)),
  logged_hours real not null check (logged_hours between 0.25 and 24),
  remark text,
  status text not null check (status in ('logged', 'confirmed', 'corrected', 'disputed', 'refused')),
  -- Of the last correction, question, disagreement or refusal.
  reason text,
  reason_by text check (reason_by in ('volunteer', 'organization')),
  source text not null default 'own' check (source in ('own', 'check_in', 'staff')),
  confirmed_by_id integer references users (id) on delete set null,
  confirmed_at text,
  -- Confirmed by time.
  is_automatic integer not null default 0 check (is_automatic in (0, 1)),
  -- Since when the number waits for whoever has to say something: thirty days.
  waits_since text not null,
  -- When those who confirm were mailed about it.
  organization_asked_at text,
  mentors_asked_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX hours_entries_of_user on hours_entries (user_id, day);
CREATE INDEX hours_entries_of_organization on hours_entries (organization_id, status, day);
CREATE INDEX hours_entries_of_center on hours_entries (volunteer_center_id, status, day);
CREATE INDEX hours_entries_of_application on hours_entries (application_id) where application_id is not null;
CREATE INDEX hours_entries_of_activity on hours_entries (activity_id) where activity_id is not null;
CREATE INDEX hours_entries_confirmed_by on hours_entries (confirmed_by_id) where confirmed_by_id is not null;
CREATE INDEX hours_entries_waiting on hours_entries (waits_since) where status in ('logged', 'corrected');
CREATE UNIQUE INDEX hours_entries_of_check_in on hours_entries (occurrence_id, user_id) where source = 'check_in' and occurrence_id is not null and user_id is not null;
CREATE TRIGGER hours_entries_deleted after delete on hours_entries begin
  delete from outbox where subject_type = 'hours_entries' and subject_id = old.id;
  delete from notifications where subject_type = 'hours_entries' and subject_id = old.id;
  delete from transitions where subject_type = 'hours_entries' and subject_id = old.id;
end;
CREATE TABLE proofs (
  id integer primary key,
  -- Null: of somebody whose account is gone; the code then says that it was withdrawn.
  user_id integer references users (id) on delete set null,
  volunteer_center_id integer not null references volunteer_centers (id),
  kind text not null check (kind in ('volunteering', 'certificate', 'overview')),
  locale text not null check (locale in ('nl', 'en')),
  -- Eight letters and digits (Crockford's base 32), on the paper.
  code text not null unique,
  content text not null check (json_valid (content)),
  withdrawn_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX proofs_of_user on proofs (user_id, created_at);
CREATE INDEX proofs_of_center on proofs (volunteer_center_id);
CREATE TABLE checks (
  id integer primary key,
  -- None: a guest, who is known by the application alone.
  user_id integer references users (id) on delete cascade,
  application_id integer references applications (id) on delete set null,
  -- None: the centre's own.
  organization_id integer references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  kind text not null check (kind in ('vog', 'first_aid', 'driving_licence', 'reference')),
  status text not null check (status in ('requested', 'claimed', 'seen', 'revoked', 'cancelled')),
  requested_by_id integer references users (id) on delete set null,
  requested_on text not null,
  claimed_on text,
  issued_on text,
  seen_by_id integer references users (id) on delete set null,
  seen_on text,
  valid_until text,
  note text,
  -- The one that it renews.
  replaces_id integer references checks (id) on delete set null,
  -- When both sides were mailed that it runs out.
  warned_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX checks_open on checks (user_id, coalesce(organization_id, 0), kind)
  where status in ('requested', 'claimed') and user_id is not null;
CREATE UNIQUE INDEX checks_open_of_guests on checks (application_id, kind)
  where status in ('requested', 'claimed') and user_id is null;
CREATE INDEX checks_user on checks (user_id, kind) where user_id is not null;
CREATE INDEX checks_application on checks (application_id) where application_id is not null;
CREATE INDEX checks_organization on checks (organization_id, valid_until) where organization_id is not null;
CREATE INDEX checks_center on checks (volunteer_center_id, valid_until);
CREATE INDEX checks_seen_by on checks (seen_by_id) where seen_by_id is not null;
CREATE INDEX checks_requested_by on checks (requested_by_id) where requested_by_id is not null;
CREATE INDEX checks_replaces on checks (replaces_id) where replaces_id is not null;
CREATE INDEX checks_to_warn on checks (valid_until) where status = 'seen' and warned_at is null;
CREATE TRIGGER told_of_checks after delete on checks begin
  delete from outbox where subject_type = 'checks' and subject_id = old.id;
  delete from notifications where subject_type = 'checks' and subject_id = old.id;
  delete from transitions where subject_type = 'checks' and subject_id = old.id;
end;
CREATE TRIGGER checks_of_claimed after update of user_id on applications
  when old.user_id is null and new.user_id is not null begin
  update or ignore checks set user_id = new.user_id where application_id = new.id and user_id is null;
end;
CREATE TRIGGER checks_of_guests before delete on applications begin
  delete from checks where application_id = old.id and user_id is null;
end;
CREATE TABLE desk_cards (
  user_id integer primary key references users (id) on delete cascade,
  -- Eight letters and digits (Crockford's base 32). Null: no card was printed yet.
  code text unique,
  code_made_at text,
  -- When they agreed, by word of mouth, to what is kept of them. Null: an account that has a card.
  consent_at text,
  registered_by_id integer references users (id) on delete set null,
  created_at text not null
) strict;
CREATE INDEX desk_cards_by_registrar on desk_cards (registered_by_id) where registered_by_id is not null;
CREATE VIEW help_not_accepted as
  select a.id as application_id, v.asker_id as owner_id, a.user_id as applicant_id
    from applications a
    join vacancies v on v.id = a.vacancy_id
   where v.asker_id is not null and a.stage not in ('accepted', 'started', 'completed');
CREATE INDEX vacancies_help on vacancies (volunteer_center_id, offers_help, help_kind, published_at)
  where asker_id is not null and status = 'published';
CREATE TABLE pool_shares (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  with_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (volunteer_center_id, with_center_id),
  check (volunteer_center_id <> with_center_id)
) strict;
CREATE INDEX pool_shares_with on pool_shares (with_center_id);
CREATE VIEW shared_pools as
select s.volunteer_center_id as center_id, s.with_center_id as of_center_id, max(s.created_at, b.created_at) as since
  from pool_shares s
  join pool_shares b on b.with_center_id = s.volunteer_center_id and +b.volunteer_center_id = s.with_center_id;
CREATE TABLE "conversations" (
  id integer primary key,
  about_type text not null check (about_type in
    ('applications', 'volunteer_profile_replies', 'vacancies', 'organizations', 'activities', 'users', 'student_links')),
  -- Of users: the person themselves, where a conversation is about nothing else.
  about_id integer not null,
  -- The organisation of the side "organization", the centre of the side "center".
  organization_id integer references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  subject text,
  last_message_at text not null,
  last_side text check (last_side in ('person', 'organization', 'center', 'mentor')),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE TABLE conversation_sides (
  id integer primary key,
  conversation_id integer not null references "conversations" (id) on delete cascade,
  side text not null check (side in ('person', 'organization', 'center', 'mentor')),
  -- Of a person or a mentor; none: without an account, or gone.
  user_id integer references users (id) on delete set null,
  read_id integer not null default 0,
  mailed_id integer not null default 0,
  -- Who of a team answers.
  taken_by_id integer references users (id) on delete set null,
  blocked_at text,
  blocked_by_id integer references users (id) on delete set null
) strict;
CREATE TABLE "messages" (
  id integer primary key,
  conversation_id integer not null references "conversations" (id) on delete cascade,
  author_id integer references users (id) on delete set null,
  side text not null check (side in ('person', 'organization', 'center', 'mentor')),
  body text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
, hidden_at text, to_many integer not null default 0 check (to_many in (0, 1))) strict;
CREATE UNIQUE INDEX conversations_about on conversations (about_type, about_id) where about_type in ('applications', 'volunteer_profile_replies');
CREATE INDEX conversations_subject on conversations (about_type, about_id);
CREATE INDEX conversations_organization on conversations (organization_id) where organization_id is not null;
CREATE INDEX conversations_center on conversations (volunteer_center_id);
CREATE INDEX conversations_last on conversations (last_message_at);
CREATE UNIQUE INDEX conversation_sides_of on conversation_sides (conversation_id, side);
CREATE INDEX conversation_sides_user on conversation_sides (user_id) where user_id is not null;
CREATE INDEX conversation_sides_taken on conversation_sides (taken_by_id) where taken_by_id is not null;
CREATE INDEX conversation_sides_blocked on conversation_sides (blocked_by_id) where blocked_by_id is not null;
CREATE INDEX messages_conversation on messages (conversation_id, id);
CREATE INDEX messages_author on messages (author_id, created_at) where author_id is not null;
CREATE TABLE conversation_marks (
  id integer primary key,
  conversation_id integer not null references conversations (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  -- Archived until a message after this one.
  archived_id integer,
  muted_at text
) strict;
CREATE UNIQUE INDEX conversation_marks_of on conversation_marks (user_id, conversation_id);
CREATE INDEX conversation_marks_conversation on conversation_marks (conversation_id);
CREATE TRIGGER conversation_sides_of_applicants after update of user_id on applications when new.user_id is not old.user_id begin
  update conversation_sides set user_id = new.user_id
   where side = 'person' and conversation_id in (select id from conversations where about_type = 'applications' and about_id = new.id);
end;
CREATE TRIGGER conversations_of_replies after delete on volunteer_profile_replies begin
  delete from conversations where about_type = 'volunteer_profile_replies' and about_id = old.id;
  delete from outbox where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
  delete from notifications where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
  delete from transitions where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
end;
CREATE TRIGGER conversations_of_student_links after delete on student_links begin
  delete from conversations where about_type = 'student_links' and about_id = old.id;
end;
CREATE TABLE inbound_mail (
    id integer primary key check (id = 1),
    domain text collate nocase,
    key blob not null
) strict;
CREATE TABLE received_mails (
    id integer primary key,
    state text not null check (state in ('held', 'taken', 'refused', 'dropped')),
    reason text,
    -- Of an answer: the conversation and who was asked to answer. Without an account the side stands alone.
    conversation_id integer references conversations (id) on delete cascade,
    side text check (side in ('person', 'organization', 'center', 'mentor')),
    user_id integer references users (id) on delete cascade,
    from_email text collate nocase,
    -- Of a mail that is held, until it was decided about.
    body text,
    -- Of an answer that was taken: the message.
    message_id integer references messages (id) on delete set null,
    message_hash text unique,
    body_hash text unique,
    -- When it was written back why it was refused.
    answered_at text,
    created_at text not null
) strict;
CREATE INDEX received_mails_conversation on received_mails (conversation_id) where conversation_id is not null;
CREATE INDEX received_mails_user on received_mails (user_id) where user_id is not null;
CREATE INDEX received_mails_from on received_mails (from_email) where from_email is not null;
CREATE INDEX received_mails_message on received_mails (message_id) where message_id is not null;
CREATE INDEX received_mails_held on received_mails (id) where state = 'held';
CREATE TABLE abuse_reports (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id),
  subject_type text not null check (subject_type in
    ('vacancies', 'activities', 'organizations', 'pages', 'forms', 'users', 'messages')),
  subject_id integer not null,
  -- The organisation and the person behind it.
  organization_id integer references organizations (id),
  reported_user_id integer references users (id) on delete set null,
  -- Neither: a visitor who left no address, or somebody who is gone.
  reporter_id integer references users (id) on delete set null,
  reporter_email text,
  reporter_locale text not null default 'nl',
  category text not null check (category in ('money', 'unsafe', 'insulting', 'misleading', 'spam', 'other')),
  body text not null default '',
  snapshot text not null,
  status text not null check (status in ('new', 'in_review', 'action_taken', 'no_action', 'duplicate')),
  handled_by_id integer references users (id) on delete set null,
  decided_by_id integer references users (id) on delete set null,
  decided_at text,
  measures text not null default '[]',
  reporter_text text,
  reported_text text,
  -- Of the centre alone.
  note text,
  duplicate_of_id integer references abuse_reports (id) on delete set null,
  appeal_status text check (appeal_status in ('open', 'upheld', 'overturned')),
  appeal_by text check (appeal_by in ('reporter', 'reported')),
  appeal_body text,
  appealed_at text,
  appeal_text text,
  appeal_decided_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX abuse_reports_center on abuse_reports (volunteer_center_id, created_at);
CREATE INDEX abuse_reports_subject on abuse_reports (subject_type, subject_id);
CREATE INDEX abuse_reports_organization on abuse_reports (organization_id) where organization_id is not null;
CREATE INDEX abuse_reports_reported on abuse_reports (reported_user_id) where reported_user_id is not null;
CREATE INDEX abuse_reports_reporter on abuse_reports (reporter_id) where reporter_id is not null;
CREATE INDEX abuse_reports_handled_by on abuse_reports (handled_by_id) where handled_by_id is not null;
CREATE INDEX abuse_reports_decided_by on abuse_reports (decided_by_id) where decided_by_id is not null;
CREATE INDEX abuse_reports_appeal_decided_by on abuse_reports (appeal_decided_by_id) where appeal_decided_by_id is not null;
CREATE INDEX abuse_reports_duplicate_of on abuse_reports (duplicate_of_id) where duplicate_of_id is not null;
CREATE INDEX abuse_reports_open on abuse_reports (volunteer_center_id, created_at)
  where status in ('new', 'in_review') or appeal_status = 'open';
CREATE TRIGGER told_of_abuse_reports after delete on abuse_reports begin
  delete from outbox where subject_type = 'abuse_reports' and subject_id = old.id;
  delete from notifications where subject_type = 'abuse_reports' and subject_id = old.id;
  delete from transitions where subject_type = 'abuse_reports' and subject_id = old.id;
  delete from tokens where subject_type = 'abuse_reports' and subject_id = old.id;
end;
CREATE TABLE conversation_readings (
  id integer primary key,
  conversation_id integer not null references conversations (id) on delete cascade,
  abuse_report_id integer references abuse_reports (id) on delete set null,
  reader_id integer references users (id) on delete set null,
  created_at text not null
) strict;
CREATE INDEX conversation_readings_conversation on conversation_readings (conversation_id);
CREATE INDEX conversation_readings_report on conversation_readings (abuse_report_id) where abuse_report_id is not null;
CREATE INDEX conversation_readings_reader on conversation_readings (reader_id) where reader_id is not null;
CREATE TABLE push_subscriptions (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  -- Goes with it: whoever signs out hears nothing more on that device.
  session_id integer not null references sessions (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  -- Refusals in a row.
  failures integer not null default 0,
  last_sent_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX push_subscriptions_endpoint on push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_user on push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session on push_subscriptions (session_id);
CREATE TABLE push_messages (
  id integer primary key,
  subscription_id integer not null references push_subscriptions (id) on delete cascade,
  -- A newer one of the same tag takes its place.
  tag text not null,
  body text not null,
  url text not null,
  due_at text not null,
  attempts integer not null default 0,
  -- Kept for a day, so that the next one of the tag waits a minute.
  sent_at text,
  created_at text not null
) strict;
CREATE UNIQUE INDEX push_messages_tag on push_messages (subscription_id, tag);
CREATE INDEX push_messages_due on push_messages (due_at);
CREATE TABLE push_keys (
  id integer primary key check (id = 1),
  private_key blob not null,
  created_at text not null
) strict;
CREATE TABLE "notification_preferences" (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('app', 'email', 'push')),
  rate text not null check (rate in ('instant', 'daily', 'weekly', 'off')),
  updated_at text not null,
  primary key (user_id, kind, channel)
) strict, without rowid;
CREATE TABLE "notification_templates" (
  id integer primary key,
  kind text not null,
  locale text not null check (locale in ('nl', 'en')),
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  subject text,
  intro text,
  body text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE UNIQUE INDEX notification_templates_text on notification_templates (kind, locale, coalesce(volunteer_center_id, 0));
CREATE TRIGGER versions_of_notification_templates after delete on notification_templates begin
  delete from row_versions where subject_type = 'notification_templates' and subject_id = old.id;
end;
CREATE TABLE switched_off_mails (
  id integer primary key,
  kind text not null,
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  created_at text not null
) strict;
CREATE UNIQUE INDEX switched_off_mails_kind on switched_off_mails (kind, coalesce(volunteer_center_id, 0));
CREATE INDEX outbox_sent on outbox (volunteer_center_id, kind, sent_at) where status = 'sent';
CREATE INDEX messages_to_many on messages (created_at) where to_many = 1;
CREATE TABLE "message_snippets" (
  id integer primary key,
  organization_id integer references organizations (id),
  -- Of the centre itself.
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  reason_code text,
  text text not null,
  created_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((organization_id is null) <> (volunteer_center_id is null))
) strict;
CREATE INDEX message_snippets_organization on message_snippets (organization_id) where organization_id is not null;
CREATE INDEX message_snippets_center on message_snippets (volunteer_center_id) where volunteer_center_id is not null;
CREATE INDEX message_snippets_author on message_snippets (created_by_id) where created_by_id is not null;
CREATE INDEX message_snippets_owner on message_snippets (coalesce(organization_id, -volunteer_center_id));
CREATE TABLE dkim_keys (
  domain text primary key,
  selector text not null,
  private_key text not null,
  created_at text not null
) strict, without rowid;
CREATE TABLE center_digests (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  kind text not null,
  -- The date that it is about begins on: 2026-11-23.
  period text not null,
  sent_at text not null,
  primary key (volunteer_center_id, kind, period)
) strict, without rowid;
CREATE TABLE told_in_digests (
  user_id integer not null references users (id) on delete cascade,
  subject_type text not null check (subject_type in ('vacancies', 'activities')),
  subject_id integer not null,
  at text not null,
  primary key (user_id, subject_type, subject_id)
) strict, without rowid;
CREATE INDEX told_in_digests_subject on told_in_digests (subject_type, subject_id);
CREATE INDEX told_in_digests_at on told_in_digests (at);
CREATE TABLE newsletter_subscribers (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  user_id integer unique references users (id) on delete cascade,
  -- Of somebody without an account.
  email text collate nocase,
  first_name text,
  locale text not null default 'nl' check (locale in ('nl', 'en')),
  frequency text not null default 'every' check (frequency in ('every', 'monthly')),
  status text not null default 'pending' check (status in ('pending', 'active', 'left')),
  -- The edition of the text that was agreed to.
  edition text,
  -- SHA-256 of the token in the mail that asks for a confirmation, and until when it holds.
  confirm_hash text unique,
  confirm_until text,
  -- In the links to their wishes: nobody else knows it.
  preferences_token text not null unique default (lower(hex(randomblob(20)))),
  confirmed_at text,
  left_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((user_id is null) = (email is not null))
) strict;
CREATE UNIQUE INDEX newsletter_subscribers_email on newsletter_subscribers (volunteer_center_id, email) where email is not null;
CREATE INDEX newsletter_subscribers_by_email on newsletter_subscribers (email);
CREATE TABLE newsletters (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  title text not null,
  subject text not null default '',
  preheader text,
  blocks text not null default '[]' check (json_valid(blocks)),
  subject_en text,
  preheader_en text,
  blocks_en text check (blocks_en is null or json_valid(blocks_en)),
  segment text not null check (json_valid(segment))
    default '{"audience":"everyone","theme_ids":[],"city":null,"km":null,"language":null,"active_days":null,"seen_days":null}',
  -- Whether it has a page on the site once it is sent.
  is_archived integer not null default 0 check (is_archived in (0, 1)),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
  send_at text,
  started_at text,
  finished_at text,
  -- After this moment nobody is sent it any more.
  send_until text,
  tested_at text,
  -- When the server last went on after a restart, and how many had been sent it by then.
  resumed_at text,
  resumed_from integer,
  -- The process that sends it, and when it last took people.
  sent_by text,
  last_batch_at text,
  -- Mails in a minute.
  per_minute integer not null default 60,
  -- What it came to; the rows of recipients go after a while.
  delivered_before integer not null default 0,
  bounced_before integer not null default 0,
  skipped_before integer not null default 0,
  unsubscribed_before integer not null default 0,
  created_by_id integer references users (id) on delete set null,
  updated_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX newsletters_center on newsletters (volunteer_center_id, updated_at);
CREATE INDEX newsletters_due on newsletters (status, send_at) where status in ('scheduled', 'sending');
CREATE INDEX newsletters_created_by on newsletters (created_by_id);
CREATE INDEX newsletters_updated_by on newsletters (updated_by_id);
CREATE TABLE newsletter_recipients (
  newsletter_id integer not null references newsletters (id) on delete cascade,
  subscriber_id integer not null references newsletter_subscribers (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'queued', 'delivered', 'bounced', 'skipped')),
  -- Why somebody is skipped: no_consent, bounced, under_16, archived, less_often, too_late, stopped.
  reason text,
  outbox_id integer,
  queued_at text,
  unsubscribed_at text,
  primary key (newsletter_id, subscriber_id)
) strict, without rowid;
CREATE INDEX newsletter_recipients_status on newsletter_recipients (newsletter_id, status);
CREATE INDEX newsletter_recipients_subscriber on newsletter_recipients (subscriber_id, queued_at);
CREATE INDEX newsletter_recipients_outbox on newsletter_recipients (outbox_id) where outbox_id is not null;
CREATE TRIGGER newsletter_unsubscribed after insert on mail_unsubscriptions when new.kind = 'newsletter' begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  select u.id, 'newsletter', 0, new.created_at, new.created_at from users u
   where u.email = new.email
     and (select c.is_given from consents c where c.user_id = u.id and c.kind = 'newsletter' order by c.id desc limit 1) = 1;
  update newsletter_subscribers set status = 'left', left_at = new.created_at, updated_at = new.created_at, version = version + 1
   where email = new.email and status = 'active';
end;
CREATE TRIGGER newsletter_consented after insert on consents when new.kind = 'newsletter' and new.is_given = 1 begin
  delete from mail_unsubscriptions where kind = 'newsletter' and email = (select u.email from users u where u.id = new.user_id);
end;
CREATE TRIGGER newsletter_consent_withdrawn after insert on consents when new.kind = 'newsletter' and new.is_given = 0 begin
  update newsletter_recipients set unsubscribed_at = new.created_at
   where unsubscribed_at is null
     and (newsletter_id, subscriber_id) = (select r.newsletter_id, r.subscriber_id from newsletter_recipients r
       join newsletter_subscribers s on s.id = r.subscriber_id
      where s.user_id = new.user_id and r.queued_at is not null order by r.queued_at desc limit 1);
end;
CREATE TRIGGER newsletter_left after update of status on newsletter_subscribers when new.status = 'left' and old.status <> 'left' begin
  update newsletter_recipients set unsubscribed_at = new.updated_at
   where unsubscribed_at is null
     and (newsletter_id, subscriber_id) = (select r.newsletter_id, r.subscriber_id from newsletter_recipients r
      where r.subscriber_id = new.id and r.queued_at is not null order by r.queued_at desc limit 1);
end;
CREATE TABLE published_newsletters (
  id integer primary key references newsletters (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  subject text not null,
  subject_en text,
  preheader text,
  preheader_en text,
  html text not null,
  html_en text,
  sent_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX published_newsletters_center on published_newsletters (volunteer_center_id, sent_at);
CREATE TRIGGER newsletter_recipients_counted after delete on newsletter_recipients begin
  update newsletters
     set delivered_before = delivered_before + (old.status in ('queued', 'delivered')),
         bounced_before = bounced_before + (old.status = 'bounced'),
         skipped_before = skipped_before + (old.status = 'skipped'),
         unsubscribed_before = unsubscribed_before + (old.unsubscribed_at is not null)
   where id = old.newsletter_id;
end;
CREATE TABLE mail_holds (
  id integer primary key check (id = 1),
  since text not null,
  why text not null check (why in ('restore')),
  -- What was written before this moment was let go.
  released_before text
) strict;
CREATE TABLE traffic_counts (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  day text not null,
  kind text not null,
  source text not null check (source in ('search_engine', 'social', 'site', 'other_site', 'direct')),
  count integer not null,
  primary key (volunteer_center_id, day, kind, source)
) strict, without rowid;
CREATE INDEX traffic_counts_day on traffic_counts (day);
CREATE TABLE search_counts (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  day text not null,
  words text not null,
  has_results integer not null check (has_results in (0, 1)),
  count integer not null,
  primary key (volunteer_center_id, day, words, has_results)
) strict, without rowid;
CREATE INDEX search_counts_day on search_counts (day);
CREATE INDEX search_counts_words on search_counts (volunteer_center_id, words);
CREATE TABLE analytics_days (
  volunteer_center_id integer not null,
  measure text not null,
  -- Of the Netherlands.
  day text not null,
  -- 0: of no organisation, of no theme.
  organization_id integer not null,
  theme_id integer not null,
  postal_code_4 text not null,
  -- Where an application came from, how many days an answer took, an age band …
  detail text not null,
  -- 1: rows that are deleted since, which stay counted. Never made anew.
  is_kept integer not null check (is_kept in (0, 1)),
  events integer not null,
  -- Minutes, of hours.
  amount integer not null,
  -- One of 64 bits for each person, by a hash: as many persons as bits at least. Never which.
  people integer not null,
  primary key (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept)
) strict, without rowid;
CREATE TABLE analytics_cells (
  volunteer_center_id integer not null,
  measure text not null,
  -- total, organization, theme, postal_code or detail.
  dimension text not null,
  -- A year, a quarter or a month: 2026, 2026-q4, 2026-11.
  period text not null,
  value text not null,
  events integer not null,
  amount integer not null,
  -- 1: it is too small to be shown; 2: it would give another away.
  hidden integer not null check (hidden in (0, 1, 2)),
  primary key (volunteer_center_id, measure, dimension, period, value)
) strict, without rowid;
CREATE TABLE analytics_public (
  volunteer_center_id integer not null,
  measure text not null,
  period text not null,
  -- Null: fewer than ten.
  events integer,
  primary key (volunteer_center_id, measure, period)
) strict, without rowid;
CREATE TABLE analytics_runs (
  id integer primary key check (id = 1),
  counted_at text not null,
  -- The day of the last time that everything was counted anew.
  rebuilt_on text not null
) strict;
CREATE VIEW application_facts as
select a.id, a.volunteer_center_id, a.organization_id, a.user_id, a.source, a.updated_at,
       date(a.created_at, iif(a.created_at >= date(substr(a.created_at, 1, 4) || '-03-25', 'weekday 0') || 'T01:00:00Z'
                          and a.created_at < date(substr(a.created_at, 1, 4) || '-10-25', 'weekday 0') || 'T01:00:00Z', '+2 hours', '+1 hours')) as day,
       coalesce((select v.activity_type_ids ->> '$[0]' from vacancies v where v.id = a.vacancy_id), 0) as theme_id,
       coalesce((select p.postal_code_4 from volunteer_profiles p where p.user_id = a.user_id), '') as postal_code_4,
       case when a.responded_at is null then -1
            else max(0, cast(julianday(a.responded_at) - julianday(coalesce(a.school_approved_at, a.created_at)) as integer)) end as waited,
       a.stage in ('accepted', 'started', 'completed') or a.accepted_at is not null as is_accepted,
       a.stage in ('started', 'completed')
         or exists (select 1 from transitions s where s.subject_type = 'applications' and s.subject_id = a.id and s.to_state = 'started') as is_started,
       (select u.birth_date from users u where u.id = a.user_id) as birth_date
  from applications a where a.is_held = 0 and a.stage <> 'unconfirmed';
CREATE VIEW application_events as
select id, volunteer_center_id, day, organization_id, theme_id, postal_code_4, user_id, updated_at, 0 as amount, 'applications' as measure, source as detail from application_facts
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'waits', iif(waited < 0, 'never', cast(min(waited, 365) as text)) from application_facts
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'unanswered', '' from application_facts where waited < 0
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'accepted', '' from application_facts where is_accepted
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'started', '' from application_facts where is_started
union all
select id, volunteer_center_id, day, 0, 0, '', user_id, updated_at, 0, 'started_ages',
       case when birth_date is null then 'unknown'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 18 then 'under_18'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 27 then '18_26'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 46 then '27_45'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 66 then '46_65'
            else 'over_65' end
  from application_facts where is_started;
CREATE VIEW hours_events as
select h.id, h.volunteer_center_id, h.day, h.organization_id, 0 as theme_id, '' as postal_code_4, h.user_id, h.updated_at,
       cast(round(h.hours * 60) as integer) as amount, 'hours' as measure, '' as detail
  from hours_entries h where h.status in ('confirmed', 'corrected');
CREATE VIEW user_events as
select u.id, u.volunteer_center_id,
       date(u.created_at, iif(u.created_at >= date(substr(u.created_at, 1, 4) || '-03-25', 'weekday 0') || 'T01:00:00Z'
                          and u.created_at < date(substr(u.created_at, 1, 4) || '-10-25', 'weekday 0') || 'T01:00:00Z', '+2 hours', '+1 hours')) as day,
       0 as organization_id, 0 as theme_id,
       coalesce((select p.postal_code_4 from volunteer_profiles p where p.user_id = u.id), '') as postal_code_4,
       u.id as user_id, u.updated_at, 0 as amount, 'people' as measure,
       case when u.birth_date is null then 'unknown'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 18 then 'under_18'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 27 then '18_26'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 46 then '27_45'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 66 then '46_65'
            else 'over_65' end as detail
  from users u
 where u.status <> 'invited' and u.volunteer_center_id is not null
   and not exists (select 1 from roles r where r.user_id = u.id and r.name not in ('volunteer', 'student'));
CREATE VIEW vacancy_events as
select v.id, v.volunteer_center_id, substr(v.published_at, 1, 10) as day, v.organization_id,
       coalesce(v.activity_type_ids ->> '$[0]', 0) as theme_id, '' as postal_code_4, null as user_id, v.updated_at, 0 as amount,
       'published' as measure, '' as detail
  from vacancies v where v.published_at is not null
union all
select v.id, v.volunteer_center_id, substr(s.at, 1, 10), v.organization_id, coalesce(v.activity_type_ids ->> '$[0]', 0), '', null, v.updated_at, 0, 'filled', ''
  from vacancies v join transitions s on s.subject_type = 'vacancies' and s.subject_id = v.id and s.to_state = 'filled'
union all
select v.id, v.volunteer_center_id, w.day, v.organization_id, coalesce(v.activity_type_ids ->> '$[0]', 0), '', null, v.updated_at, w.count, 'views', ''
  from vacancies v join view_counts w on w.subject_type = 'vacancies' and w.subject_id = v.id;
CREATE VIEW organization_events as
select o.id, o.volunteer_center_id, substr(o.approved_at, 1, 10) as day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       o.updated_at, 0 as amount, 'organizations' as measure, '' as detail
  from organizations o
 where o.approved_at is not null and o.organization_type <> 'VolunteerCenter' and o.household_of_id is null;
CREATE VIEW occurrence_events as
select o.id, a.volunteer_center_id, o.day, coalesce(a.organization_id, 0) as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       o.updated_at, 0 as amount, 'occurrences' as measure, '' as detail
  from activity_occurrences o join activities a on a.id = o.activity_id
 where a.status = 'published' and o.status <> 'cancelled';
CREATE VIEW registration_events as
select r.id, a.volunteer_center_id, o.day, coalesce(a.organization_id, 0) as organization_id, 0 as theme_id, '' as postal_code_4, r.user_id,
       r.updated_at, 0 as amount, 'registrations' as measure, iif(r.user_id is null, 'guest', 'account') as detail
  from activity_registrations r join activities a on a.id = r.activity_id join activity_occurrences o on o.id = r.occurrence_id
 where r.status = 'registered';
CREATE VIEW conversation_events as
select c.id, c.volunteer_center_id, substr(c.created_at, 1, 10) as day, coalesce(c.organization_id, 0) as organization_id, 0 as theme_id,
       '' as postal_code_4, null as user_id, c.updated_at, 0 as amount, 'conversations' as measure, '' as detail
  from conversations c;
CREATE VIEW message_events as
select m.id, c.volunteer_center_id, substr(m.created_at, 1, 10) as day, coalesce(c.organization_id, 0) as organization_id, 0 as theme_id,
       '' as postal_code_4, m.author_id as user_id, m.updated_at, 0 as amount, 'messages' as measure, m.side as detail
  from messages m join conversations c on c.id = m.conversation_id;
CREATE VIEW report_events as
select r.id, r.volunteer_center_id, substr(r.created_at, 1, 10) as day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, r.reporter_id as user_id,
       r.updated_at, 0 as amount, 'reports' as measure, r.category as detail
  from abuse_reports r;
CREATE VIEW search_events as
select null as id, s.volunteer_center_id, s.day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       s.day || 'T23:59:59Z' as updated_at, s.count as amount, 'searches' as measure,
       iif((select sum(w.count) from search_counts w where w.volunteer_center_id = s.volunteer_center_id and w.words = s.words) >= 5, s.words, '') as detail
  from search_counts s
union all
select null, s.volunteer_center_id, s.day, 0, 0, '', null, s.day || 'T23:59:59Z', s.count, 'not_found',
       iif((select sum(w.count) from search_counts w where w.volunteer_center_id = s.volunteer_center_id and w.words = s.words) >= 5, s.words, '')
  from search_counts s where s.has_results = 0;
CREATE VIEW visit_events as
select null as id, volunteer_center_id, day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       day || 'T23:59:59Z' as updated_at, count as amount, 'visits' as measure, source as detail
  from traffic_counts
union all
select null, volunteer_center_id, day, 0, 0, '', null, day || 'T23:59:59Z', count, 'visit_kinds', kind from traffic_counts;
CREATE TRIGGER applications_stay_counted before delete on applications begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from application_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;
CREATE TRIGGER hours_entries_stay_counted before delete on hours_entries begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from hours_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;
CREATE TRIGGER users_stay_counted before delete on users begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from user_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;
CREATE TRIGGER activity_registrations_stay_counted before delete on activity_registrations begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from registration_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;
CREATE TRIGGER messages_stay_counted before delete on messages begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from message_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;
CREATE TRIGGER conversations_stay_counted before delete on conversations begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from conversation_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;
CREATE TRIGGER abuse_reports_stay_counted before delete on abuse_reports begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from report_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;
CREATE TRIGGER view_counts_stay_counted before delete on view_counts when old.subject_type = 'vacancies' begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select v.volunteer_center_id, 'views', old.day, coalesce(v.organization_id, 0), cast(coalesce(v.activity_type_ids ->> '$[0]', 0) as integer), '', '', 1,
         old.count, 0, 0
    from vacancies v where v.id = old.subject_id
      on conflict do update set events = events + excluded.events;
end;
CREATE TRIGGER search_counts_stay_counted before delete on search_counts begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select old.volunteer_center_id, m.measure, old.day, 0, 0, '',
         iif((select sum(w.count) from search_counts w where w.volunteer_center_id = old.volunteer_center_id and w.words = old.words) >= 5, old.words, ''),
         1, old.count, 0, -1
    from (select 'searches' as measure union all select 'not_found') m where m.measure = 'searches' or old.has_results = 0
      on conflict do update set events = events + excluded.events;
end;
CREATE TRIGGER traffic_counts_stay_counted before delete on traffic_counts begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select old.volunteer_center_id, m.measure, old.day, 0, 0, '', iif(m.measure = 'visits', old.source, old.kind), 1, old.count, 0, -1
    from (select 'visits' as measure union all select 'visit_kinds') m where true
      on conflict do update set events = events + excluded.events;
end;
CREATE TRIGGER volunteer_centers_leave_no_figures after delete on volunteer_centers begin
  delete from analytics_days where volunteer_center_id = old.id;
  delete from analytics_cells where volunteer_center_id = old.id;
  delete from analytics_public where volunteer_center_id = old.id;
end;
CREATE TABLE dashboard_layouts (
  user_id integer primary key references users (id) on delete cascade,
  cards text not null,
  updated_at text not null
) strict, without rowid;
CREATE INDEX applications_answered on applications (volunteer_center_id, responded_at) where responded_at is not null;
CREATE INDEX applications_accepted on applications (volunteer_center_id, accepted_at) where accepted_at is not null;
CREATE INDEX hours_entries_questioned on hours_entries (user_id) where status = 'disputed';
CREATE TABLE data_viewer_disclosures (
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
CREATE INDEX data_viewer_disclosures_current on data_viewer_disclosures (session_id, table_name, expires_at);
CREATE INDEX data_viewer_disclosures_user on data_viewer_disclosures (user_id);
CREATE INDEX data_viewer_disclosures_created on data_viewer_disclosures (created_at);
CREATE TABLE changelog_entries (
  id integer primary key,
  date text not null,
  release text,
  kinds text not null default '[]',
  audiences text not null default '[]',
  title_nl text not null,
  title_en text not null,
  text_nl text not null,
  text_en text not null,
  link_path text,
  link_text_nl text,
  link_text_en text,
  published integer not null default 0 check (published in (0, 1)),
  -- When it was first published; it is new to whoever looked before.
  published_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX changelog_entries_date on changelog_entries (date, id);
CREATE TABLE changelog_imports (
  key text primary key,
  created_at text not null
) strict, without rowid;
CREATE TABLE changelog_reads (
  user_id integer primary key references users (id) on delete cascade,
  read_at text not null
) strict, without rowid;
CREATE TABLE "exports" (
  id integer primary key,
  resource text not null check (resource in ('users', 'applications', 'checks', 'organizations', 'audit_events')),
  format text not null check (format in ('csv', 'xlsx', 'ods', 'json')),
  filter text not null default '{}',
  state text not null default 'ready' check (state in ('waiting', 'ready', 'failed')),
  -- The run of the program that makes it, and how often one began.
  maker text,
  attempts integer not null default 1,
  rows integer not null,
  -- None until it is made.
  content blob,
  volunteer_center_id integer not null references volunteer_centers (id),
  -- The one that was chosen, where one was. The file of one that is gone is not made of all others.
  organization_id integer references organizations (id) on delete cascade,
  created_by_id integer not null references users (id) on delete cascade,
  expires_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
CREATE INDEX exports_creator on exports (created_by_id, id desc);
CREATE INDEX exports_age on exports (expires_at);
CREATE INDEX exports_organization on exports (organization_id) where organization_id is not null;
CREATE INDEX exports_waiting on exports (updated_at) where state = 'waiting';
CREATE TRIGGER exports_without_role after delete on roles when old.accepted_at is not null begin
  delete from exports where created_by_id = old.user_id;
end;
CREATE TRIGGER exports_without_leave after update of can_export on users when old.can_export = 1 and new.can_export = 0 begin
  delete from exports where created_by_id = new.id;
end;
CREATE TABLE year_reports (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  year integer not null check (year between 2000 and 2100),
  recipient_nl text,
  recipient_en text,
  intro_nl text,
  intro_en text,
  setbacks_nl text,
  setbacks_en text,
  demand_nl text,
  demand_en text,
  goals text not null default '[]' check (json_valid (goals)),
  stories text not null default '[]' check (json_valid (stories)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (volunteer_center_id, year)
) strict;
CREATE TABLE api_keys (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  organization_id integer references organizations (id) on delete cascade,
  name text not null,
  -- A list of read_public, read_organization, write_vacancies.
  scopes text not null check (json_valid(scopes)),
  -- The first characters, by which people recognise it and by which it is found.
  prefix text not null unique,
  token_hash blob not null check (length(token_hash) = 32),
  -- Null: at the command line, or by somebody whose account is gone.
  created_by_id integer references users (id) on delete set null,
  created_at text not null,
  updated_at text,
  expires_at text not null,
  last_used_at text,
  revoked_at text,
  version integer not null default 1
) strict;
CREATE INDEX api_keys_center on api_keys (volunteer_center_id, created_at);
CREATE INDEX api_keys_organization on api_keys (organization_id) where organization_id is not null;
CREATE INDEX api_keys_created_by on api_keys (created_by_id) where created_by_id is not null;
CREATE INDEX audit_events_api_key on audit_events (api_key_id) where api_key_id is not null;
CREATE VIEW activity_attendance as
select r.id as registration_id, r.occurrence_id, r.attendance = 'present' as is_present, r.checked_in_at, r.checked_out_at
  from activity_registrations r
 where r.occurrence_id is not null and r.attendance is not null
union all
select d.registration_id, d.occurrence_id, d.is_present,
       iif(d.is_present, coalesce(d.in_at, d.out_at), null),
       iif(d.is_present and d.out_at >= coalesce(d.in_at, d.out_at), d.out_at, null)
  from (select p.registration_id, p.occurrence_id,
               coalesce((select i.is_present from activity_taps i
                          where i.registration_id = p.registration_id and i.occurrence_id = p.occurrence_id and i.is_out = 0
                          order by i.tapped_at desc, i.id desc limit 1), 1) as is_present,
               (select i.tapped_at from activity_taps i
                 where i.registration_id = p.registration_id and i.occurrence_id = p.occurrence_id and i.is_out = 0
                 order by i.tapped_at desc, i.id desc limit 1) as in_at,
               (select i.tapped_at from activity_taps i
                 where i.registration_id = p.registration_id and i.occurrence_id = p.occurrence_id and i.is_out = 1
                 order by i.tapped_at desc, i.id desc limit 1) as out_at
          from activity_taps p
          join activity_registrations r on r.id = p.registration_id and r.occurrence_id is null
         where p.id = (select min(f.id) from activity_taps f
                        where f.registration_id = p.registration_id and f.occurrence_id = p.occurrence_id)) d;
CREATE INDEX activity_taps_of_registration on activity_taps (registration_id, occurrence_id, is_out, tapped_at);
insert into users_search (users_search, rank) values ('secure-delete', 1);
insert into applicant_names_search (applicant_names_search, rank) values ('secure-delete', 1);
insert into organizations_search (organizations_search, rank) values ('secure-delete', 1);
analyze sqlite_schema;
insert into sqlite_stat1 values ('applications', 'applications_center', '50000 50000 2 1 1 1');
insert into sqlite_stat1 values ('applications', 'applications_created', '50000 2 1 1 1');
insert into sqlite_stat1 values ('applications', 'applications_received', '50000 50000 50000 2 1');
insert into sqlite_stat1 values ('applications', 'applications_unanswered', '500 500 2 1');
insert into sqlite_stat1 values ('audit_events', 'audit_events_age', '200000 2');
insert into sqlite_stat1 values ('audit_events', 'audit_events_center', '200000 200000 2');
insert into sqlite_stat1 values ('organizations', 'organizations_center', '500 500 400 1');
insert into sqlite_stat1 values ('organizations', 'organizations_center_name', '500 500 1 1 1');
insert into sqlite_stat1 values ('organizations', 'organizations_name', '500 1 1 1 1');
insert into sqlite_stat1 values ('users', 'users_center', '20000 20000 10000');
insert into sqlite_stat1 values ('users', 'users_center_created', '20000 20000 2 1 1');
insert into sqlite_stat1 values ('users', 'users_center_name', '20000 20000 20 2 1 1');
insert into sqlite_stat1 values ('users', 'users_created', '20000 2 1 1');
insert into sqlite_stat1 values ('users', 'users_name', '20000 20 2 1 1');
insert into sqlite_stat1 values ('vacancies', 'vacancies_center_created', '10000 10000 2 1 1 1 1');
insert into sqlite_stat1 values ('vacancies', 'vacancies_center_published', '10000 10000 2 1 1 1 1');
insert into sqlite_stat1 values ('vacancies', 'vacancies_choices', '10000 5000 5000 100 20 10 5 2 1 1 1 1 1 1 1 1 1');
insert into sqlite_stat1 values ('vacancies', 'vacancies_created', '10000 2 1 1 1 1');
insert into sqlite_stat1 values ('vacancies', 'vacancies_expiry', '10000 5000 20');
insert into sqlite_stat1 values ('vacancies', 'vacancies_moderation', '10000 10000 3000 2 1 1 1 1 1');
insert into sqlite_stat1 values ('vacancies', 'vacancies_published', '10000 5000 5000 2 1 1 1');
insert into inbound_mail values (1, NULL, randomblob(32));
insert into keyed_ids values (1, randomblob(32));
analyze sqlite_schema;
