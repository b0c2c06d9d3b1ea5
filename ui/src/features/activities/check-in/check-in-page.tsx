// Checking people in at the door of one date, on a phone, also without a connection.

import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useResourceList } from '../../../api/hooks.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { AskConstraints } from '../../../components/form/form-context.ts';
import { TableSearch, TableTools } from '../../../components/table/table-tools.tsx';
import { showError } from '../../../lib/feedback/errors.ts';
import { clockOf, dayOf, longDay, momentClock, momentDay } from '../../../lib/locale/local-time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { capitalised } from '../activity-when.ts';
import { hrefOfCheckIn, hrefOfPeople, hrefOfScanning, isScanning } from '../participants/participants-url.ts';
import { WalkInDialog } from '../participants/walk-in-dialog.tsx';
import { codeInHash } from './check-in-codes.ts';
import { type Door, useDoor } from './check-in-door.ts';
import { found, heads, isOpen, type Shown, shownPeople } from './check-in-people.ts';
import { People } from './check-in-rows.tsx';
import { ScanView } from './check-in-scan.tsx';
import type { StoredList } from './check-in-storage.ts';
import { keepPageOffline } from './offline-page.ts';
import { qrReader } from './qr-reader.ts';
import { SyncLine, Troubles } from './sync-line.tsx';
import './check-in.css';

export default function CheckInPage() {
  const { id = '' } = useParams();
  const date = useQuery().get('datum');
  return date ? <AtTheDoor key={date} activityId={id} occurrenceId={date} /> : <WhichDate activityId={id} />;
}

/** An address without a date: the one that goes on, or else the next. */
function WhichDate({ activityId }: { activityId: string }) {
  const { t } = useTranslation('participants');
  const { items, status, refresh } = useResourceList('activity_occurrences', {
    filter: { activityIdEq: activityId, upcomingEq: true, statusEq: 'planned' },
    sort: 'starts_at',
    page: { size: 1 },
  });
  const next = items[0]?.id;
  useEffect(() => {
    if (next) navigateTo(hrefOfCheckIn(activityId, next) + location.hash, { replace: true });
  }, [activityId, next]);
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (next || status !== 'success') return <RowSkeletons count={8} />;
  return (
    <div className="check-in">
      <h1 className="visually-hidden">{t('door.title')}</h1>
      <EmptyState
        level={2}
        icon="calendar"
        title={t('door.noDate.title')}
        actions={<ButtonLink href={hrefOfPeople(activityId)}>{t('door.back')}</ButtonLink>}
      >
        {t('door.noDate.text')}
      </EmptyState>
    </div>
  );
}

interface AtTheDoorProps {
  activityId: string;
  occurrenceId: string;
}

function AtTheDoor({ activityId, occurrenceId }: AtTheDoorProps) {
  const { t } = useTranslation('participants');
  const door = useDoor(activityId, occurrenceId);
  const list = door.list.value;
  const error = door.error.value;
  const isOffline = (error as { isOffline?: boolean } | null)?.isOffline ?? false;
  const isWrong = error !== null && list === null && !isOffline;
  useEffect(() => {
    if (isWrong) showError(error);
  }, [isWrong, error]);
  usePageHead(list ? t('door.headOf', { title: list.date.title }) : t('door.title'));
  if (list) return <Opened door={door} list={list} />;
  return (
    <div className="check-in">
      <h1 className="visually-hidden">{t('door.title')}</h1>
      {error === null ? (
        <RowSkeletons count={8} />
      ) : (
        <LoadProblem message={isOffline ? t('door.notKept') : undefined} onRetry={() => void door.load()} />
      )}
    </div>
  );
}

function Opened({ door, list }: { door: Door; list: StoredList }) {
  const { t } = useTranslation('participants');
  const [typed, setTyped] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [last, setLast] = useState<Shown | null>(null);
  const search = useRef<HTMLInputElement>(null);
  // The rules of a form are there before the line goes.
  const askConstraints = useContext(AskConstraints);
  useEffect(askConstraints, [askConstraints]);
  const { date, capacity } = list;
  const people = shownPeople(list.people, door.queue.state.value.waiting);
  const inside = people.filter(({ isPresent }) => isPresent);
  const isScan = isScanning(useQuery()) && isOpen(date.startsAt);

  useEffect(keepPageOffline, []);
  // Fetched while there is a line.
  useEffect(() => void qrReader().catch(() => undefined), []);
  useEffect(() => {
    if (codeInHash(location.hash) && !isScanning(new URLSearchParams(location.search)))
      navigateTo(hrefOfScanning(date.activityId, date.id) + location.hash, { replace: true });
  }, [date.activityId, date.id]);

  function handleTap(person: Shown) {
    door.tap(person);
    setLast({ ...person, isPresent: !person.isPresent });
  }

  if (isScan) return <ScanView door={door} date={date} people={people} onTap={handleTap} />;
  return (
    <div className="check-in">
      <Head list={list} inside={heads(inside)} total={heads(people)} />
      <SyncLine queue={door.queue} />
      <Troubles queue={door.queue} />
      {date.status === 'cancelled' ? <Notice tone="warning">{t('door.cancelled')}</Notice> : null}
      {isOpen(date.startsAt) ? (
        <>
          <TableTools>
            <TableSearch
              ref={search}
              value={typed}
              onChange={setTyped}
              label={t('door.search')}
              placeholder={t('door.name')}
            />
          </TableTools>
          <Lists
            people={people}
            typed={typed}
            search={search}
            onTap={handleTap}
            onOut={list.countsHours ? door.tapOut : undefined}
          />
          <div className="check-foot">
            <Said person={last} people={people} onUndo={handleTap} />
            <div className="check-actions">
              <ButtonLink variant="primary" large icon="qr" href={hrefOfScanning(date.activityId, date.id)}>
                {t('door.scan.open')}
              </ButtonLink>
              <Button large icon="plus" onClick={() => setIsAdding(true)}>
                {t('door.add')}
              </Button>
            </div>
          </div>
        </>
      ) : (
        <EmptyState level={2} icon="clock" title={t('door.early.title')}>
          {t('door.early.text', {
            day: momentDay(earliest(date.startsAt)),
            time: momentClock(earliest(date.startsAt)),
          })}
        </EmptyState>
      )}
      {isAdding ? (
        <WalkInDialog
          places={capacity === null ? null : { taken: heads(people), total: capacity }}
          typed={found(people, typed).length === 0 ? typed : ''}
          onClose={() => setIsAdding(false)}
          onAdd={(person) => {
            door.addWalkIn(person);
            setTyped('');
            setLast(null);
            setIsAdding(false);
          }}
        />
      ) : null}
    </div>
  );
}

const earliest = (startsAt: string): string =>
  new Date(Date.parse(startsAt) - 24 * 60 * 60 * 1000).toISOString();

interface HeadProps {
  list: StoredList;
  inside: number;
  total: number;
}

function Head({ list: { date }, inside, total }: HeadProps) {
  const { t } = useTranslation('participants');
  const day = capitalised(longDay(dayOf(date.startsLocal)));
  return (
    <header className="check-head">
      <ButtonLink variant="quiet" icon="left" href={hrefOfPeople(date.activityId, date.id)}>
        {t('door.stop')}
      </ButtonLink>
      <div>
        <h1>{date.title}</h1>
        <p>{date.allDay ? day : t('door.when', { day, time: clockOf(date.startsLocal) })}</p>
      </div>
      <p className="check-count">
        <b>{inside}</b> {t('door.of', { count: total })}
      </p>
      <progress value={inside} max={Math.max(1, total)} aria-label={t('door.inside')} />
    </header>
  );
}

interface ListsProps {
  people: readonly Shown[];
  typed: string;
  search: RefObject<HTMLInputElement | null>;
  onTap: (person: Shown) => void;
  onOut: ((person: Shown) => void) | undefined;
}

function Lists({ people, typed, search, onTap, onOut }: ListsProps) {
  const { t } = useTranslation('participants');
  const shown = found(people, typed);
  if (people.length === 0)
    return (
      <EmptyState level={2} icon="people" title={t('door.nobody.title')}>
        {t('door.nobody.text')}
      </EmptyState>
    );
  if (shown.length === 0)
    return (
      <EmptyState level={2} title={t('door.notFound.title')}>
        {t('door.notFound.text')}
      </EmptyState>
    );
  const latestFirst = shown
    .filter(({ isPresent }) => isPresent)
    .sort((one, other) => (other.at ?? '').localeCompare(one.at ?? ''));
  return (
    <>
      <People
        title={t('door.outside')}
        people={shown.filter(({ isPresent }) => !isPresent)}
        search={search}
        onTap={onTap}
      />
      <People title={t('door.inside')} people={latestFirst} search={search} onTap={onTap} onOut={onOut} />
    </>
  );
}

interface SaidProps {
  person: Shown | null;
  people: readonly Shown[];
  onUndo: (person: Shown) => void;
}

/** What the last tap did, and the way back. */
function Said({ person, people, onUndo }: SaidProps) {
  const { t } = useTranslation('participants');
  // Who was added without a connection and taken back is not on the list any more.
  const now = people.find(({ id }) => id === person?.id);
  return (
    <div className="check-said" role="status">
      {person && now ? (
        <>
          <span>{t(now.isPresent ? 'door.saidIn' : 'door.saidOut', { name: now.name })}</span>
          <Button variant="quiet" icon="undo" onClick={() => onUndo(now)}>
            {t('door.undo')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
