-- Forms that a centre or an organisation makes, and what people send with them. `token` is the public address.
create table forms (
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
) strict;

create unique index forms_contact on forms (volunteer_center_id) where is_contact = 1;
create index forms_center on forms (volunteer_center_id, status);
create index forms_organization on forms (organization_id) where organization_id is not null;

-- `key` names a question inside its form: conditions refer to it.
create table form_questions (
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

create index form_questions_form on form_questions (form_id, position);

-- Each has one answer. The link of a reminder is that of the first letter.
create table form_invitations (
  id integer primary key,
  form_id integer not null references forms (id) on delete cascade,
  email text not null collate nocase,
  token text not null unique,
  answered_at text,
  reminded_at text,
  created_at text not null,
  unique (form_id, email)
) strict;

-- `answers` holds the question's text and type of that moment. `search` is the folded text of the answers.
create table form_submissions (
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

create index form_submissions_form on form_submissions (form_id, status, id);
create index form_submissions_user on form_submissions (user_id) where user_id is not null;
create index form_submissions_email on form_submissions (email) where email is not null;
create index form_submissions_center on form_submissions (volunteer_center_id);
create index form_submissions_ip on form_submissions (created_at) where ip_hash is not null;

-- Every centre has a contact form.
create trigger forms_contact_questions after insert on forms when new.is_contact = 1
begin
  insert into form_questions (form_id, position, key, text, text_en, hint, hint_en, question_type, required, long_answer) values
    (new.id, 1, 'name', 'Hoe heet je?', 'What is your name?', null, null, 'text', 1, 0),
    (new.id, 2, 'email', 'Wat is je e-mailadres?', 'What is your email address?', 'Hierop krijg je antwoord.', 'We will answer to this address.', 'email', 1, 0),
    (new.id, 3, 'phone', 'Wat is je telefoonnummer?', 'What is your phone number?', null, null, 'phone', 0, 0),
    (new.id, 4, 'message', 'Wat wil je vragen of vertellen?', 'What would you like to ask or tell us?', null, null, 'text', 1, 1);
end;

create trigger forms_contact_center after insert on volunteer_centers
begin
  insert into forms (volunteer_center_id, title, title_en, description, description_en, status, token, is_contact, sends_receipt,
                     thanks, thanks_en, created_at, updated_at)
  values (new.id, 'Contact', 'Contact', 'Heb je een vraag? We helpen je graag.', 'Do you have a question? We are happy to help.',
          'open', lower(hex(randomblob(16))), 1, 1, 'Bedankt voor je bericht. Je krijgt zo snel mogelijk antwoord.',
          'Thank you for your message. We will answer as soon as we can.', new.created_at, new.created_at);
end;

insert into forms (volunteer_center_id, title, title_en, description, description_en, status, token, is_contact, sends_receipt,
                   thanks, thanks_en, created_at, updated_at)
select c.id, 'Contact', 'Contact', 'Heb je een vraag? We helpen je graag.', 'Do you have a question? We are happy to help.',
       'open', lower(hex(randomblob(16))), 1, 1, 'Bedankt voor je bericht. Je krijgt zo snel mogelijk antwoord.',
       'Thank you for your message. We will answer as soon as we can.', c.created_at, c.created_at
  from volunteer_centers c;
