// Scanning the code of a mail at the door; without a camera it is typed. Stays open for the next person.

import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { momentClock, momentDay } from '../../../lib/locale/local-time.ts';
import { hrefOfCheckIn } from '../participants/participants-url.ts';
import { codeInHash, readScan } from './check-in-codes.ts';
import type { Door } from './check-in-door.ts';
import { heads, type Shown } from './check-in-people.ts';
import type { StoredDate } from './check-in-storage.ts';
import { SyncLine, Troubles } from './sync-line.tsx';
import { useCamera } from './use-camera.ts';
import { type ScanOutcome, useScan } from './use-scan.ts';

interface ScanViewProps {
  door: Door;
  date: StoredDate;
  people: readonly Shown[];
  /** The other way round for who is in already. */
  onTap: (person: Shown) => void;
}

export function ScanView({ door, date, people, onTap }: ScanViewProps) {
  const { t } = useTranslation('participants');
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, handleSight, handleCode } = useScan(door, onTap);
  const camera = useCamera(handleSight);
  const isWithout = camera.state !== 'on' && camera.state !== 'starting';
  const back = hrefOfCheckIn(date.activityId, date.id);

  useEffect(() => heading.current?.focus(), []);

  // The code of an address that another app on the phone scanned counts once.
  const handleFirst = useRef(handleCode);
  useEffect(() => {
    const code = codeInHash(location.hash);
    if (!code) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    void handleFirst.current(code);
  }, []);

  return (
    <div className="check-in is-scan">
      <header className="check-head">
        <ButtonLink variant="quiet" icon="left" href={back}>
          {t('door.scan.list')}
        </ButtonLink>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('door.scan.title')}
          </h1>
          <p>{t('door.scan.lead')}</p>
        </div>
      </header>
      <SyncLine queue={door.queue} />
      <Troubles queue={door.queue} />
      {isWithout ? (
        <Notice tone="warning" live>
          <p>
            <strong>{t(`door.scan.${camera.state as 'denied'}.title`)}</strong>
          </p>
          <p>{t(`door.scan.${camera.state as 'denied'}.text`)}</p>
          <p>
            <Button small icon="refresh" onClick={camera.retry}>
              {t('door.scan.retry')}
            </Button>
          </p>
        </Notice>
      ) : null}
      <div className="scan-door" hidden={isWithout}>
        <div className="scan-view">
          {/* Not in a frame of its own on an iPhone, and no sound. */}
          <video ref={camera.video} aria-label={t('door.scan.camera')} playsInline muted />
          {camera.state === 'starting' ? <p>{t('door.scan.starting')}</p> : <span aria-hidden="true" />}
        </div>
      </div>
      <Outcome outcome={outcome} people={people} onUndo={onTap} />
      {isWithout ? null : <p className="scan-hint">{t('door.scan.hint')}</p>}
      <TypedCode onCode={handleCode} />
      <div className="check-foot">
        <ButtonLink large wide href={back}>
          {t('door.scan.toList')}
        </ButtonLink>
      </div>
    </div>
  );
}

interface OutcomeProps {
  outcome: ScanOutcome | null;
  people: readonly Shown[];
  onUndo: (person: Shown) => void;
}

function Outcome({ outcome, people, onUndo }: OutcomeProps) {
  const { t } = useTranslation('participants');
  const person = outcome?.kind === 'here' ? people.find(({ id }) => id === outcome.id) : undefined;
  const { tone, title, text } = person
    ? wordsOfPerson(t, person, people, outcome as Here)
    : wordsOf(t, outcome);
  return (
    <div role="status">
      {title ? (
        <div className={`scan-result is-${tone}`}>
          <Icon name={tone === 'success' ? 'check' : tone === 'info' ? 'info' : 'alert'} />
          <div>
            <b>{title}</b>
            <small>{text}</small>
          </div>
          {person?.isPresent ? (
            <Button variant="quiet" onClick={() => onUndo(person)}>
              {t('door.undo')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

type Here = Extract<ScanOutcome, { kind: 'here' }>;
type T = TFunction<'participants'>;

interface Words {
  tone: 'success' | 'info' | 'warning';
  title: string;
  text: string;
}

function wordsOfPerson(t: T, person: Shown, people: readonly Shown[], { alreadySince }: Here): Words {
  const { name, partySize, isPresent } = person;
  const party = partySize > 1 ? [t('door.party', { count: partySize })] : [];
  if (!isPresent) return { tone: 'info', title: t('door.saidOut', { name }), text: party.join(', ') };
  if (alreadySince !== null) {
    const since = t('door.scan.since', { time: momentClock(alreadySince) });
    return { tone: 'info', title: t('door.scan.already', { name }), text: [since, ...party].join(', ') };
  }
  const inside = heads(people.filter((each) => each.isPresent));
  const count = t('door.scan.count', { inside, total: heads(people) });
  return { tone: 'success', title: t('door.saidIn', { name }), text: [...party, count].join(', ') };
}

function wordsOf(t: T, outcome: ScanOutcome | null): Words {
  if (outcome === null || outcome.kind === 'here') return { tone: 'info', title: '', text: '' };
  if (outcome.kind === 'searching') return { tone: 'info', title: t('door.scan.searching'), text: '' };
  if (outcome.kind !== 'elsewhere') {
    const { kind } = outcome;
    return { tone: 'warning', title: t(`door.scan.${kind}.title`), text: t(`door.scan.${kind}.text`) };
  }
  const { name, status, startsAt } = outcome.registration;
  if (status === 'registered' && startsAt !== null) {
    const when = { day: momentDay(startsAt), time: momentClock(startsAt) };
    const title = t('door.scan.otherDate.title', { name });
    return { tone: 'warning', title, text: t('door.scan.otherDate.text', when) };
  }
  const reason =
    status === 'withdrawn'
      ? 'withdrawn'
      : status === 'waitlisted' || status === 'offered'
        ? 'waitlisted'
        : 'removed';
  return {
    tone: 'warning',
    title: t('door.scan.gone.title', { name }),
    text: t(`door.scan.gone.${reason}`),
  };
}

function TypedCode({ onCode }: { onCode: (text: string) => Promise<void> }) {
  const { t } = useTranslation('participants');
  const [round, setRound] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  // An empty field for the next code, and the keyboard of the phone stays.
  useEffect(() => {
    if (round > 0) place.current?.querySelector('input')?.focus();
  }, [round]);
  return (
    <div className="scan-typed" ref={place}>
      <Form
        key={round}
        onSubmit={async (value) => {
          await onCode(String(value.code));
          setRound((now) => now + 1);
        }}
      >
        <Field
          name="code"
          label={t('door.scan.typed.label')}
          hint={t('door.scan.typed.hint')}
          short={t('door.scan.typed.short')}
          rules={{ required: true }}
          check={(value) => (readScan(String(value ?? '')) ? null : t('door.scan.typed.wrong'))}
          autoComplete="off"
          narrow
        />
        <SubmitButton>{t('door.scan.typed.submit')}</SubmitButton>
      </Form>
    </div>
  );
}
