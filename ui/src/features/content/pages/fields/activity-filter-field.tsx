// Which activities fill a block: of these kinds, for these people. Nothing chosen: all.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Taxonomy } from '../../../../api/schema.d.ts';
import { activityCategories, targetGroups } from '../../../../lib/centre/activity-terms.ts';
import { loadTaxonomy, nameOf, type TaxonomyList } from '../../../../lib/centre/taxonomies.ts';
import type { ControlProps } from './block-form.tsx';
import { type FilterList, FilterLists, filterOf } from './filter-lists.tsx';

/** An archived term can be taken out where it is chosen. */
function offered(list: TaxonomyList, chosen: readonly string[] = []): readonly (readonly [string, string])[] {
  const isOffered = (term: Taxonomy) => !term.archived || chosen.includes(term.key);
  return list.items.value.filter(isOffered).map((term) => [term.key, nameOf(term)] as const);
}

export function ActivityFilterField(props: ControlProps) {
  const { t } = useTranslation('content-pages');
  const filter = filterOf(props.value);
  useEffect(() => {
    void loadTaxonomy(activityCategories);
    void loadTaxonomy(targetGroups);
  }, []);
  const lists: readonly FilterList[] = [
    {
      name: 'activity_categories',
      title: t('filter.activity_categories'),
      options: offered(activityCategories, filter.activity_categories),
    },
    {
      name: 'target_groups',
      title: t('filter.target_groups'),
      options: offered(targetGroups, filter.target_groups),
    },
  ];
  return <FilterLists {...props} hint={props.hint || t('filter.activitiesHint')} lists={lists} />;
}
