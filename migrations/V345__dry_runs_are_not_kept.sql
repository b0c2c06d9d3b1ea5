-- What a bulk edit would do is answered and not kept: of dry runs nothing is stored any more.
delete from vacancy_bulk_edits where dry_run = 1;
alter table vacancy_bulk_edits drop column dry_run;
