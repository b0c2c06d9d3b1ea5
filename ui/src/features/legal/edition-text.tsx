// A legal text of the centre: the edition in force or, with `?versie=`, an earlier one, and which there were.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { TextSections } from '../../components/content/text-sections.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { TextSkeleton } from '../../components/feedback/loading.tsx';
import type { EditionKind } from '../../lib/centre/edition-paths.ts';
import { EDITION_PATHS } from '../../lib/centre/edition-paths.ts';
import { language } from '../../lib/locale/language.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { useQuery } from '../../lib/navigation/query.ts';

export function EditionText({ kind }: { kind: EditionKind }) {
  const { t } = useTranslation('legal');
  const asked = Number(useQuery().get('versie')) || null;
  const shown = useResourceList('legal_texts', {
    filter: { kindEq: kind, ...(asked ? { editionEq: asked } : {}) },
    sort: '-edition',
    page: { size: 1 },
  });
  const { items: all } = useResourceList('legal_texts', {
    filter: { kindEq: kind },
    fields: { legal_texts: ['edition', 'changeNote', 'createdAt'] },
    sort: '-edition',
    page: { size: 200 },
  });
  const [row] = shown.items;
  const path = EDITION_PATHS[kind];
  if (shown.status === 'error') return <LoadProblem onRetry={() => void shown.refresh()} />;
  if (!row && shown.status !== 'success') return <TextSkeleton lines={8} />;
  const newest = all[0]?.edition ?? row?.edition;
  const isOld = row?.edition !== newest;
  const told = (key: 'valid' | 'old' | 'of', of: { edition: number; createdAt?: string | null }) =>
    t(`edition.${key}`, { edition: of.edition, date: formatDate(of.createdAt ?? '') });
  const text = language.value === 'en' ? row?.textEn : row?.text;
  const earlier = all.filter(({ edition }) => edition !== newest);
  return (
    <>
      <p className="soft">
        {row ? told(isOld ? 'old' : 'valid', row) : t('edition.none')}
        {isOld ? (
          <>
            {' '}
            <AppLink href={path}>{t('edition.current')}</AppLink>
          </>
        ) : null}
      </p>
      {row ? <TextSections text={text ?? ''} /> : null}
      {earlier.length > 0 ? (
        <section aria-labelledby="versies">
          <h2 id="versies">{t('edition.list')}</h2>
          <ul>
            {earlier.map((each) => (
              <li key={each.id}>
                <AppLink href={`${path}?versie=${each.edition}`}>{told('of', each)}</AppLink>
                {each.changeNote ? `: ${each.changeNote}` : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
