-- What a centre says of privacy, terms and accessibility: every edition stays, the newest is in force.
create table legal_texts (
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

create unique index legal_texts_editions on legal_texts (volunteer_center_id, kind, edition);

insert into legal_texts (kind, edition, text, text_en, volunteer_center_id, created_at, updated_at)
select k.value, 1, legal_text (k.value, 'nl'), legal_text (k.value, 'en'), c.id, c.created_at, c.created_at
  from volunteer_centers c, json_each('["privacy","terms","accessibility"]') k;

-- Who agrees to the terms agrees to the edition that is in force.
create trigger consents_edition after insert on consents
when new.kind = 'terms' and new.is_given = 1 and new.edition is null begin
  update consents
     set edition = (select max(l.edition) from legal_texts l
                      join users u on u.volunteer_center_id = l.volunteer_center_id
                     where u.id = new.user_id and l.kind = 'terms')
   where id = new.id;
end;
