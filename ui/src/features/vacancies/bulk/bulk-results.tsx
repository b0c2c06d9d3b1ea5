// What a bulk edit does to each vacancy: what changes, and what cannot and why.
import { useTranslation } from 'react-i18next';
import { useLoaded } from '../../../api/hooks.ts';
import type { VacancyBulkEdit } from '../../../api/schema.d.ts';
import type { BulkPreview, BulkPreviewItem } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { type Results, resultsOf, resultsOfPreview } from './bulk.store.ts';

/** What happened. */
export function BulkResults({ edit }: { edit: VacancyBulkEdit }) {
  const { data: failed } = useLoaded(`bulk:${edit.id}:failed`, () => resultsOf(edit.id, ['failed']));
  const { data: changed } = useLoaded(`bulk:${edit.id}:changed`, () => resultsOf(edit.id, ['changed']));
  return <ResultLists failed={failed} changed={changed} unchanged={edit.unchanged} isDone />;
}

/** What would happen. */
export function BulkPreviewResults({ preview }: { preview: BulkPreview }) {
  const failed = resultsOfPreview(preview, 'failed');
  const changed = resultsOfPreview(preview, 'changed');
  return <ResultLists failed={failed} changed={changed} unchanged={preview.unchanged} isDone={false} />;
}

interface ResultListsProps {
  failed: Results | undefined;
  changed: Results | undefined;
  unchanged: number;
  isDone: boolean;
}

function ResultLists({ failed, changed, unchanged, isDone }: ResultListsProps) {
  const { t } = useTranslation('vacancy-bulk');
  return (
    <>
      {failed && failed.total > 0 ? (
        <section className="stack">
          <h3>{t('result.failed', { count: failed.total })}</h3>
          <ul>
            {failed.items.map(({ vacancyId, vacancyTitle, detail }) => (
              <li key={vacancyId}>
                <AppLink href={`/vacancies/${vacancyId}/edit`}>{vacancyTitle}</AppLink>: {detail}
              </li>
            ))}
          </ul>
          <More shown={failed.items.length} total={failed.total} />
        </section>
      ) : null}
      {changed && changed.total > 0 ? (
        <section className="stack">
          <h3>{t(isDone ? 'result.changed' : 'result.willChange', { count: changed.total })}</h3>
          <ul>
            {changed.items.map((item) => (
              <li key={item.vacancyId}>
                <AppLink href={`/vacancies/${item.vacancyId}/edit`}>{item.vacancyTitle}</AppLink>{' '}
                <ChangesOf item={item} />
              </li>
            ))}
          </ul>
          <More shown={changed.items.length} total={changed.total} />
        </section>
      ) : null}
      {unchanged > 0 ? <p className="soft">{t('result.unchanged', { count: unchanged })}</p> : null}
    </>
  );
}

function More({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation('vacancy-bulk');
  return total > shown ? <p className="soft">{t('result.more', { count: total - shown })}</p> : null;
}

/** 'Einddatum: 1 maart 2027 · Labels': what changes in one vacancy. */
function ChangesOf({ item: { changes, isHeld } }: { item: BulkPreviewItem }) {
  const { t } = useTranslation('vacancy-bulk');
  const translate = serverWords(t);
  const parts = Object.entries(changes as Readonly<Record<string, { to?: unknown }>>)
    .filter(([name]) => name !== 'revision' && name !== 'moderationState' && name !== 'moderation_state')
    .map(([name, { to }]) => {
      if (name === 'expires_at' || name === 'expiresAt')
        return t('changed.expires_at', { date: formatDate(String(to ?? '')) });
      if (name === 'status') return translate(`changed.status.${String(to)}`);
      return translate(`changed.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);
    });
  const line = [...parts, ...(isHeld ? [t('changed.held')] : [])].join(' · ');
  return <span className="soft">{line}</span>;
}
