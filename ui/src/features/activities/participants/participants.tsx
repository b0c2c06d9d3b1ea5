// Who comes to one date of an activity: the line, who has a place, who is gone, and what can be done with all of them.

import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import type { Activity, ActivityOccurrence, ActivityRegistration } from '../../../api/schema.d.ts';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { MenuButton } from '../../../components/actions/menu.tsx';
import { DateArch } from '../../../components/content/date-arch.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { TableTools, TypedSearch } from '../../../components/table/table-tools.tsx';
import { csvFile, csvOf } from '../../../lib/export/csv.ts';
import { saveFile } from '../../../lib/export/download.ts';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { dayOf, longDay } from '../../../lib/locale/local-time.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { capitalised, hours } from '../activity-when.ts';
import { everybodyOn, placesOf } from '../check-in/check-in-door.ts';
import { isOpen } from '../check-in/check-in-people.ts';
import { ActivityMessages } from './activity-messages.tsx';
import { AttendanceSheet } from './attendance-sheet.tsx';
import { DateChoice } from './date-choice.tsx';
import { ParticipantRow } from './participant-row.tsx';
import { addByName, useComing, useGone, useLine } from './participants.store.ts';
import { fileName, tableOf } from './participants-file.ts';
import { hrefOfCheckIn } from './participants-url.ts';
import { type NamedPerson, WalkInDialog } from './walk-in-dialog.tsx';
import './participants.css';

export function Participants({ activity }: { activity: Activity }) {
  const { t } = useTranslation('participants');
  const asked = useQuery().get('datum');
  const { items, status, refresh } = useResourceList('activity_occurrences', {
    filter: { activityIdEq: activity.id },
    sort: 'starts_at',
    page: { size: 200 },
  });
  if (items.length === 0 && status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (items.length === 0 && status !== 'success') return <RowSkeletons count={8} />;
  const now = new Date().toISOString();
  const date =
    items.find(({ id }) => id === asked) ??
    items.find((each) => each.endsAt > now && each.status === 'planned') ??
    items.at(-1);
  if (!date)
    return (
      <EmptyState level={2} icon="calendar" title={t('noDates.title')}>
        {t('noDates.text')}
      </EmptyState>
    );
  return (
    <div className="participants">
      {items.length > 1 ? <DateChoice activity={activity} dates={items} chosen={date} /> : null}
      <OneDate key={date.id} activity={activity} date={date} />
    </div>
  );
}

interface OneDateProps {
  activity: Activity;
  date: ActivityOccurrence;
}

/** From so many people on a name is looked for rather than read for. */
const SEARCHED_FROM = 10;

function OneDate({ activity, date }: OneDateProps) {
  const { t } = useTranslation('participants');
  const [q, setQ] = useState('');
  const coming = useComing(date, q);
  const line = useLine(date, q);
  const lists = [coming, line];
  const isLoaded = lists.every(({ items, status }) => items.length > 0 || status === 'success');
  const isEmpty = isLoaded && coming.items.length + line.items.length === 0;
  const hasMany = q !== '' || coming.total + line.total >= SEARCHED_FROM;

  return (
    <>
      <DateHead activity={activity} date={date} />
      {hasMany ? (
        <TableTools>
          <TypedSearch q={q} label={t('search')} onSearch={setQ} />
        </TableTools>
      ) : null}
      {lists.some(({ status }) => status === 'error') ? (
        <LoadProblem onRetry={() => void Promise.all(lists.map(({ refresh }) => refresh()))} />
      ) : !isLoaded ? (
        <RowSkeletons count={8} />
      ) : isEmpty ? (
        <EmptyState level={2} icon="people" title={t(q ? 'notFound.title' : 'nobody.title')}>
          {t(q ? 'notFound.text' : activity.registration === 'none' ? 'nobody.walkIn' : 'nobody.text')}
        </EmptyState>
      ) : null}
      {isLoaded ? (
        <>
          <Group
            title={t('line.title')}
            note={t('line.note')}
            people={offeredFirst(line.items)}
            date={date}
            count={q ? line.total : date.peopleWaiting + date.placesOffered}
            rest={line.total - line.items.length}
            onMore={() => void line.more()}
            asks
          />
          <Group
            title={t('coming.title')}
            note={t('coming.note')}
            people={coming.items}
            date={date}
            count={q ? coming.total : date.placesTaken}
            rest={coming.total - coming.items.length}
            onMore={() => void coming.more()}
          />
        </>
      ) : null}
      <Gone date={date} />
      <ActivityMessages activity={activity} date={date} />
    </>
  );
}

const offeredFirst = (people: readonly ActivityRegistration[]): ActivityRegistration[] => [
  ...people.filter(({ status }) => status === 'offered'),
  ...people.filter(({ status }) => status !== 'offered'),
];

function DateHead({ activity, date }: OneDateProps) {
  const { t } = useTranslation('participants');
  const { t: inActivities } = useTranslation('activities');
  const { startsLocal, endsLocal, allDay, status, startsAt } = date;
  const isOff = status === 'cancelled';
  return (
    <>
      <header className="participants-head">
        <DateArch day={dayOf(startsLocal)} look={isOff ? 'struck' : undefined} />
        <div>
          <h2>{capitalised(longDay(dayOf(startsLocal)))}</h2>
          <p className="soft">
            {isOff ? inActivities('date.off') : hours(inActivities, startsLocal, endsLocal, allDay)}
          </p>
        </div>
      </header>
      <Places activity={activity} date={date} />
      <ButtonRow>
        {!isOff && isOpen(startsAt) ? (
          <ButtonLink variant="primary" icon="check" href={hrefOfCheckIn(activity.id, date.id)}>
            {t('checkIn')}
          </ButtonLink>
        ) : null}
        <Tools activity={activity} date={date} />
      </ButtonRow>
    </>
  );
}

/** '12 van 20 plekken bezet. 1 plek aangeboden, 3 mensen wachten.' */
function Places({ activity, date }: OneDateProps) {
  const { t } = useTranslation('participants');
  const { placesTaken: taken, placesOffered, peopleWaiting } = date;
  const total = placesOf(date);
  // With fewer places than people the date says how many it has no more.
  const most = total === null ? null : Math.min(total, activity.capacity ?? total);
  const rest = [
    ...(placesOffered > 0 ? [t('places.offered', { count: placesOffered })] : []),
    ...(peopleWaiting > 0 ? [t('places.waiting', { count: peopleWaiting })] : []),
  ].join(', ');
  return (
    <div className="seats-line">
      <p>
        <b>
          {most === null ? t('places.coming', { count: taken }) : t('places.taken', { taken, count: most })}
        </b>
        {rest ? ` ${capitalised(rest)}.` : ''}
      </p>
      {most === null ? null : (
        <progress
          value={Math.min(most, taken + placesOffered)}
          max={Math.max(1, most)}
          aria-label={t('places.label')}
        />
      )}
    </div>
  );
}

const CAN_COME = ['published', 'full', 'running'] as const;

function Tools({ activity, date }: OneDateProps) {
  const { t } = useTranslation('participants');
  const [isAdding, setIsAdding] = useState(false);
  const [sheet, setSheet] = useState<readonly ActivityRegistration[] | null>(null);
  const total = placesOf(date);
  const isOver = date.endsAt <= new Date().toISOString();
  const mayAdd =
    !isOver && date.status === 'planned' && CAN_COME.some((status) => status === activity.status);

  async function withAll(
    statuses: readonly ActivityRegistration['status'][],
    use: (people: ActivityRegistration[]) => void,
  ) {
    try {
      use(await everybodyOn(date, statuses));
    } catch (thrown) {
      addToast({
        id: 'people',
        title: t('failed'),
        message: normaliseError(thrown).message,
        color: 'danger',
      });
    }
  }

  const handlePrint = () => void withAll(['registered'], setSheet);
  const handleFile = () =>
    void withAll(['registered', 'offered', 'waitlisted'], (people) =>
      saveFile(fileName(t, date), csvFile(csvOf(tableOf(t, people, date)))),
    );

  async function handleAdd(person: NamedPerson) {
    await addByName(date, person);
    addToast({ id: 'people', title: t('add.done', { name: person.firstName }), color: 'success' });
    setIsAdding(false);
  }

  return (
    <>
      {mayAdd ? (
        <Button icon="plus" onClick={() => setIsAdding(true)}>
          {t('add.open')}
        </Button>
      ) : null}
      <MenuButton
        label={t('more.label')}
        className="button"
        align="start"
        entries={[
          { label: t('more.print'), icon: 'print', onSelect: handlePrint },
          { label: t('more.file'), icon: 'download', onSelect: handleFile },
        ]}
      >
        {t('more.open')}
        <Icon name="down" />
      </MenuButton>
      {isAdding ? (
        <WalkInDialog
          places={total === null ? null : { taken: date.placesTaken + date.placesOffered, total }}
          onClose={() => setIsAdding(false)}
          onAdd={handleAdd}
        />
      ) : null}
      {sheet ? <AttendanceSheet date={date} people={sheet} onDone={() => setSheet(null)} /> : null}
    </>
  );
}

interface GroupProps {
  title: string;
  note?: string;
  people: readonly ActivityRegistration[];
  date: ActivityOccurrence;
  count: number;
  /** Not loaded yet. */
  rest: number;
  onMore: () => void;
  /** Something waits to be done. */
  asks?: boolean;
}

function Group({ title, note, people, date, count, rest, onMore, asks = false }: GroupProps) {
  const { t } = useTranslation('participants');
  const id = useId();
  if (people.length === 0) return null;
  return (
    <section className={asks ? 'people-group is-ask' : 'people-group'} aria-labelledby={id}>
      <h3 id={id}>
        <span className="people-count">{count}</span>
        {title} {note ? <small>{note}</small> : null}
      </h3>
      <ul>
        {people.map((person) => (
          <ParticipantRow key={person.id} registration={person} date={date} />
        ))}
      </ul>
      {rest > 0 ? (
        <p>
          <Button variant="quiet" small onClick={onMore}>
            {t('showMore', { count: rest })}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** Who withdrew or was taken off: asked for when somebody wants to know. */
function Gone({ date }: { date: ActivityOccurrence }) {
  const { t } = useTranslation('participants');
  const [isShown, setIsShown] = useState(false);
  const gone = useGone(isShown ? date : null);
  const isLoaded = gone.items.length > 0 || gone.status === 'success';
  return (
    <div className="participants-gone">
      <Button variant="quiet" small aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t(isShown ? 'gone.hide' : 'gone.show')}
      </Button>
      {!isShown ? null : gone.status === 'error' ? (
        <LoadProblem onRetry={() => void gone.refresh()} />
      ) : !isLoaded ? (
        <RowSkeletons count={3} />
      ) : gone.items.length === 0 ? (
        <p className="soft">{t('gone.none')}</p>
      ) : (
        <Group
          title={t('gone.title')}
          people={gone.items}
          date={date}
          count={gone.total}
          rest={gone.total - gone.items.length}
          onMore={() => void gone.more()}
        />
      )}
    </div>
  );
}
