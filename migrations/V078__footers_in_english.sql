-- The footer's columns in English, beside those that were there: what is empty is shown as the others say it.
alter table volunteer_center_profiles add column footer_column_1_title_en text;
alter table volunteer_center_profiles add column footer_column_1_content_en text;
alter table volunteer_center_profiles add column footer_column_2_title_en text;
alter table volunteer_center_profiles add column footer_column_2_content_en text;
alter table volunteer_center_profiles add column footer_column_3_title_en text;
alter table volunteer_center_profiles add column footer_column_3_content_en text;
alter table volunteer_center_profiles add column footer_column_4_title_en text;
alter table volunteer_center_profiles add column footer_column_4_content_en text;
alter table volunteer_center_profiles add column footer_column_6_title_en text;
alter table volunteer_center_profiles add column footer_column_6_content_en text;
alter table volunteer_center_profiles add column footer_column_8_title_en text;
alter table volunteer_center_profiles add column footer_column_8_content_en text;

-- What came from a preset and was not changed gets the preset's English.
update volunteer_center_profiles
   set footer_column_2_title_en = 'I want to help',
       footer_column_2_content_en = '[All vacancies](/vacancies/search)'
 where footer_column_2_title = 'Ik wil helpen' and footer_column_2_content = '[Alle vacatures](/vacancies/search)';
update volunteer_center_profiles
   set footer_column_3_title_en = 'I am looking for volunteers',
       footer_column_3_content_en = '[Register your organisation](/organizations/signup)'
 where footer_column_3_title = 'Ik zoek vrijwilligers' and footer_column_3_content = '[Meld je organisatie aan](/organizations/signup)';
