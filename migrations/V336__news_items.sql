-- News as one thing: what visitors read of each item (`is_draft` = 0; the clock decides whether they read it yet), and the
-- draft that editors work on. Both are of the page with that id.
create view news_items as
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
