// Somebody's own hours: writing them down, how they stand, and what they come to.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursEntry } from '../../api/hours-calls.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { SortSelect } from '../../components/table/results-bar.tsx';
import { byMonth, repeatable } from '../../lib/hours/hours.ts';
import { monthAndYear } from '../../lib/locale/local-time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { type Period, today, useOwnHours, useOwnLinks, useRecentHours, useWork } from './hours.store.ts';
import { TargetCard, TotalsCard } from './hours-side.tsx';
import { OwnEntry } from './own-entry.tsx';
import { RepeatCard } from './repeat-card.tsx';
import './hours.css';

const PATH = '/uren';

function periodOf(params: URLSearchParams, year: Period): Period {
  const asked = params.get('periode') ?? '';
  return asked === 'alles' || /^20\d\d$/.test(asked) ? (asked as Period) : year;
}

export default function OwnHoursPage() {
  const { t } = useTranslation(['hours', 'routes']);
  const year = today().slice(0, 4) as Period;
  const period = periodOf(useQuery(), year);
  const list = useOwnHours(period);
  const recent = useRecentHours();
  const work = useWork();
  const links = useOwnLinks();
  const [open, setOpen] = useState<HoursEntry | 'new' | null>(null);
  const again = recent === null ? null : repeatable(recent, today());
  const isFirstDay = list.isThere && list.total === 0 && recent?.length === 0 && period === year;
  const periods = [year, String(Number(year) - 1) as Period, 'alles' as const];
  const titleOf = (each: Period): string =>
    each === 'alles' ? t('period.all') : each === year ? t('period.year') : each;
  return (
    <div className="own-hours">
      <PageTitle
        title={t('routes:ownHours.title')}
        description={t('lead')}
        actions={
          isFirstDay ? undefined : (
            <ButtonLink href="/uren/bewijs" icon="download">
              {t('proof')}
            </ButtonLink>
          )
        }
      />
      <div className="hours-layout">
        <div className="hours-main">
          {isFirstDay ? (
            <FirstDay hasWork={(work ?? []).length > 0} onWrite={() => setOpen('new')} />
          ) : again ? (
            <RepeatCard
              key={again.entries.map(({ id }) => id).join()}
              again={again}
              onOther={() => setOpen('new')}
            />
          ) : recent === null ? null : (
            <section className="card quick" aria-labelledby="write">
              <h2 id="write">{t('write.title')}</h2>
              <p className="soft">{t('write.text')}</p>
              <Button variant="primary" icon="plus" onClick={() => setOpen('new')}>
                {t('write.button')}
              </Button>
            </section>
          )}
          {isFirstDay ? null : (
            <List
              list={list}
              onChange={setOpen}
              choice={
                <SortSelect
                  label={t('period.label')}
                  value={period}
                  options={(periods.includes(period) ? periods : [...periods, period]).map((each) => ({
                    value: each,
                    label: titleOf(each),
                  }))}
                  onChange={(value) => navigateTo(value === year ? PATH : `${PATH}?periode=${value}`)}
                />
              }
            />
          )}
        </div>
        <aside className="hours-side" aria-label={t('totals.label')}>
          {isFirstDay ? null : <TotalsCard period={period} title={titleOf(period)} />}
          {links.map((link) => (
            <TargetCard key={link.id} link={link} />
          ))}
        </aside>
      </div>
      {open === null ? null : (
        <EntryDialog work={work ?? []} entry={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

function FirstDay({ hasWork, onWrite }: { hasWork: boolean; onWrite: () => void }) {
  const { t } = useTranslation('hours');
  return (
    <EmptyState
      level={2}
      icon="clock"
      title={t('first.title')}
      actions={
        <>
          <Button variant="primary" icon="plus" onClick={onWrite}>
            {t('write.button')}
          </Button>
          {hasWork ? null : <ButtonLink href="/vacancies/search">{t('first.search')}</ButtonLink>}
        </>
      }
    >
      {t('first.text')}
    </EmptyState>
  );
}

interface ListProps {
  list: ReturnType<typeof useOwnHours>;
  choice: React.ReactNode;
  onChange: (entry: HoursEntry) => void;
}

function List({ list, choice, onChange }: ListProps) {
  const { t } = useTranslation('hours');
  if (list.status === 'error' && !list.isThere) return <LoadProblem onRetry={() => void list.again()} />;
  if (!list.isThere) return <RowSkeletons count={5} />;
  const months = byMonth(list.items);
  if (months.length === 0)
    return (
      <section aria-labelledby="none">
        <div className="results-bar">
          <h2 id="none">{t('none.title')}</h2>
          <div className="results-tools">{choice}</div>
        </div>
        <p className="soft">{t('none.text')}</p>
      </section>
    );
  return (
    <div className="hour-months">
      {months.map(({ key, entries }, at) => (
        <section key={key} aria-labelledby={`month-${key}`}>
          <div className="results-bar">
            <h2 id={`month-${key}`}>{monthTitle(key)}</h2>
            {at === 0 ? <div className="results-tools">{choice}</div> : null}
          </div>
          <ol className="card hour-list">
            {entries.map((entry) => (
              <OwnEntry key={entry.id} entry={entry} onChange={onChange} />
            ))}
          </ol>
        </section>
      ))}
      {list.items.length < list.total ? (
        <p>
          <Button onClick={() => void list.more()}>{t('more')}</Button>
        </p>
      ) : null}
      <p className="hint">{t('automatic')}</p>
    </div>
  );
}

/** A month of this year without the year. */
function monthTitle(key: string): string {
  const text = monthAndYear(`${key}-15`);
  const name = key.startsWith(today().slice(0, 4)) ? text.replace(/ \d{4}$/, '') : text;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
