-- People offer help as they ask for it, and agree to the rules for helping safely before others hear of them.
alter table vacancies add column offers_help integer not null default 0;
alter table vacancies add column agrees_to_safety_rules integer not null default 0;
alter table vacancies add column safety_rules_agreed_at text;
alter table applications add column safety_rules_agreed_at text;
