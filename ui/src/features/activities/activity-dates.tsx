// The dates of an activity, each with what can be done about it alone.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVITY_CALLS } from '../../api/activity-calls.ts';
import { useResourceList } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import type { Activity, ActivityOccurrence } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { DateArch } from '../../components/content/date-arch.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { dayOf, shortDay } from '../../lib/locale/local-time.ts';
import { reloadActivities } from './activities.store.ts';
import { hrefOfActivity } from './activity-columns.tsx';
import { hours } from './activity-when.ts';
import { DateDialog } from './date-dialog.tsx';

interface ActivityDatesProps {
  activity: Activity;
  /** Shows so many of those to come, and the way to all. */
  most?: number;
}

export function ActivityDates({ activity, most }: ActivityDatesProps) {
  const { t } = useTranslation('activities');
  const list = useResourceList('activity_occurrences', {
    filter: { activityIdEq: activity.id, ...(most === undefined ? {} : { upcomingEq: true }) },
    sort: 'starts_at',
    page: { size: most ?? 200 },
  });
  const [isPastShown, setIsPastShown] = useState(false);
  const [moving, setMoving] = useState<ActivityOccurrence | null>(null);
  if (list.status === 'error') return <LoadProblem onRetry={() => void list.refresh()} />;
  if (list.items.length === 0 && list.status !== 'success') return <RowSkeletons count={3} />;
  const now = new Date().toISOString();
  const past = list.items.filter(({ endsAt }) => endsAt <= now);
  const toCome = list.items.filter(({ endsAt }) => endsAt > now);
  const rest = most === undefined ? 0 : list.total - list.items.length;
  const rows = (dates: readonly ActivityOccurrence[], isOver: boolean) => (
    <ol className="occ-list">
      {dates.map((date) => (
        <DateRow key={date.id} date={date} isOver={isOver} onChange={() => setMoving(date)} />
      ))}
    </ol>
  );
  return (
    <>
      {toCome.length > 0 ? rows(toCome, false) : <p className="soft">{t('dates.none')}</p>}
      {rest > 0 ? (
        <p>
          <AppLink href={hrefOfActivity(activity)}>{t('dates.more', { count: rest })}</AppLink>
        </p>
      ) : null}
      {past.length > 0 ? (
        <>
          <p>
            <Button variant="quiet" small onClick={() => setIsPastShown(!isPastShown)}>
              {isPastShown ? t('dates.hidePast') : t('dates.showPast', { count: past.length })}
            </Button>
          </p>
          {isPastShown ? rows(past, true) : null}
        </>
      ) : null}
      {moving ? (
        <DateDialog
          date={moving}
          later={toCome.filter(
            ({ originalStart, status }) => status === 'planned' && originalStart > moving.originalStart,
          )}
          onClose={() => setMoving(null)}
          onDone={() => void reloadActivities()}
        />
      ) : null}
    </>
  );
}

interface DateRowProps {
  date: ActivityOccurrence;
  isOver: boolean;
  onChange: () => void;
}

const CHANGED_IN: readonly string[] = ['draft', 'published', 'full', 'running'];

function DateRow({ date, isOver, onChange }: DateRowProps) {
  const { t } = useTranslation('activities');
  const { id, startsLocal, endsLocal, allDay, status, isChanged, reason, can, activityStatus } = date;
  const isCancelled = status === 'cancelled';
  const day = shortDay(dayOf(startsLocal));
  const mayChange = !isOver && can.includes('manage') && CHANGED_IN.includes(activityStatus ?? '');
  const time = hours(t, startsLocal, endsLocal, allDay);

  async function handleRestore() {
    try {
      await send(ACTIVITY_CALLS.restoreOccurrence, { id, body: { scope: 'one' } });
      addToast({ id: 'date', title: t('date.restored', { day }), color: 'success' });
      await reloadActivities();
    } catch (thrown) {
      addToast({ id: 'date', title: normaliseError(thrown).message, color: 'danger' });
    }
  }

  return (
    <li className={classNames('occ-row', isCancelled ? 'is-skipped' : isChanged && 'is-changed')}>
      <DateArch day={dayOf(startsLocal)} look={isCancelled ? 'struck' : isChanged ? 'warm' : undefined} />
      <div>
        <b>{day}</b>
        <small>
          {isCancelled ? t('date.off') : isChanged ? t('date.moved', { time }) : time}
          {reason ? `. ${reason}` : ''}
        </small>
      </div>
      {mayChange ? (
        <span className="button-row">
          {isCancelled || isChanged ? (
            <Button
              variant="quiet"
              small
              aria-label={t('date.restoreOf', { day })}
              onClick={() => void handleRestore()}
            >
              {t('date.restore')}
            </Button>
          ) : null}
          {isCancelled ? null : (
            <Button variant="quiet" small aria-label={t('date.changeOf', { day })} onClick={onChange}>
              {t('date.change')}
            </Button>
          )}
        </span>
      ) : null}
    </li>
  );
}
