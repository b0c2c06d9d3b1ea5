// One person at the desk: who it is, what can be done for them, and what they have now.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskPerson } from '../../api/desk-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { ActivityDoor } from './activity-door.tsx';
import { ApplyDoor } from './apply-door.tsx';
import { today, usePerson } from './desk.store.ts';
import { ageOn, bandOf, DESK_PATH, nameOf } from './desk-words.ts';
import { HoursDoor } from './hours-door.tsx';
import { InviteDoor } from './invite-door.tsx';
import { NowCard } from './now-card.tsx';
import { PaperButtons } from './paper-buttons.tsx';
import { PhoneDoor } from './phone-door.tsx';

const DOORS = ['apply', 'activity', 'hours', 'phone', 'invite'] as const;
type Door = (typeof DOORS)[number];

const ICON: Readonly<Record<Door, IconName>> = {
  apply: 'hand',
  activity: 'calendar',
  hours: 'clock',
  phone: 'phone',
  invite: 'mail',
};

/** What each door leads to. `onDone`: it is arranged, and said in one sentence. */
export interface DoorProps {
  person: DeskPerson;
  onDone: (said: string) => void;
}

const CONTENT: Readonly<Record<Door, (props: DoorProps) => React.ReactNode>> = {
  apply: ApplyDoor,
  activity: ActivityDoor,
  hours: HoursDoor,
  phone: PhoneDoor,
  invite: InviteDoor,
};

/** In the place of this address: what was open is not in the history of the browser. */
const handleNext = (): void => navigateTo(DESK_PATH, { replace: true });

export function PersonStep({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const { data, status, error, refresh } = usePerson(id);
  const person = data?.item ?? null;
  if (status === 'error')
    return (
      <>
        {error?.statusCode === 404 || error?.statusCode === 403 ? (
          <Notice tone="warning" live>
            {t('person.gone')}
          </Notice>
        ) : (
          <LoadProblem onRetry={() => void refresh()} />
        )}
        <Button onClick={handleNext}>{t('person.back')}</Button>
      </>
    );
  if (person === null) return <RowSkeletons count={5} />;
  return <Helped person={person} />;
}

function Helped({ person }: { person: DeskPerson }) {
  const { t } = useTranslation('desk');
  const [open, setOpen] = useState<Door | null>(null);
  const [said, setSaid] = useState<{ door: Door; text: string } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const buttons = useRef(new Map<Door, HTMLButtonElement>());
  useEffect(() => title.current?.focus(), []);
  const { firstName, phoneEnds, hasOwnAccess, waitsForGuardian } = person;
  const band = bandOf(ageOn(person.birthDate, today()));
  const facts = [
    band ? t(`band.${band}`) : null,
    phoneEnds ? t('hits.phone', { digits: phoneEnds }) : t('hits.noPhone'),
  ].filter(Boolean);

  function handleDone(door: Door, text: string) {
    setOpen(null);
    setSaid({ door, text });
    buttons.current.get(door)?.focus();
  }

  return (
    <div className="desk-person">
      <header className="desk-head">
        <div>
          <h1 ref={title} tabIndex={-1}>
            {nameOf(person)}
          </h1>
          <p>{facts.join(' · ')}</p>
          {hasOwnAccess ? (
            <StatusBadge tone="info" icon="person">
              {t('hits.ownAccess')}
            </StatusBadge>
          ) : null}
        </div>
        <Button variant="primary" large icon="check" onClick={handleNext}>
          {t('person.next')}
        </Button>
      </header>
      {waitsForGuardian ? <Notice tone="warning">{t('person.guardian', { name: firstName })}</Notice> : null}
      <div className="desk-layout">
        <section className="desk-doors" aria-label={t('person.doors', { name: firstName })}>
          {DOORS.filter((door) => door !== 'invite' || !hasOwnAccess).map((door) => {
            const Content = CONTENT[door];
            const isOpen = open === door;
            return (
              <div className="desk-door card" key={door}>
                <h2>
                  <button
                    type="button"
                    ref={(node) => {
                      if (node) buttons.current.set(door, node);
                    }}
                    aria-expanded={isOpen}
                    onClick={() => {
                      setSaid(null);
                      setOpen(isOpen ? null : door);
                    }}
                  >
                    <Icon name={ICON[door]} />
                    <span>
                      {t(`door.${door}.title`)}
                      <small>{t(`door.${door}.text`, { name: firstName })}</small>
                    </span>
                    <Icon name={isOpen ? 'minus' : 'plus'} />
                  </button>
                </h2>
                {said?.door === door ? (
                  <Notice tone="success" live>
                    {said.text}
                  </Notice>
                ) : null}
                {isOpen ? (
                  <div className="desk-panel">
                    <Content person={person} onDone={(text) => handleDone(door, text)} />
                  </div>
                ) : null}
              </div>
            );
          })}
        </section>
        <div className="desk-side">
          <NowCard person={person} />
          <PaperButtons person={person} />
        </div>
      </div>
    </div>
  );
}
