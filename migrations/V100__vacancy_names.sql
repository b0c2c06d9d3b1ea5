-- A vacancy is found by the name that it has in addresses.
create index vacancies_slug on vacancies (slug);
