// Which vacancies fill a block: of these activities, with these tags, of these kinds. Nothing chosen: all.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  activityTypes,
  loadTaxonomy,
  nameOf,
  offeredTerms,
  tags,
} from '../../../../lib/centre/taxonomies.ts';
import type { ControlProps } from './block-form.tsx';
import { type FilterList, FilterLists, filterOf } from './filter-lists.tsx';

const KINDS = ['volunteering', 'p2p', 'one-on-one', 'neighbour-help', 'activity', 'language'] as const;

export function FilterField(props: ControlProps) {
  const { t } = useTranslation('content-pages');
  const filter = filterOf(props.value);
  useEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(tags);
  }, []);
  const lists: readonly FilterList[] = [
    {
      name: 'activity_type_ids',
      title: t('filter.activity_type_ids'),
      options: offeredTerms(activityTypes, filter.activity_type_ids).map((term) => [term.id, nameOf(term)]),
    },
    {
      name: 'tags',
      title: t('filter.tags'),
      options: offeredTerms(tags, filter.tags).map((term) => [term.key, nameOf(term)]),
    },
    { name: 'kinds', title: t('filter.kinds'), options: KINDS.map((kind) => [kind, t(`kind.${kind}`)]) },
  ];
  return <FilterLists {...props} hint={props.hint || t('filter.hint')} lists={lists} />;
}
