// The rows at the door: the whole row is the button.

import { type RefObject, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Count } from '../../../components/content/badge.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { momentClock } from '../../../lib/locale/local-time.ts';
import { heads, type Shown } from './check-in-people.ts';

interface PeopleProps {
  title: string;
  people: readonly Shown[];
  /** Where the focus goes when the list is empty. */
  search: RefObject<HTMLInputElement | null>;
  onTap: (person: Shown) => void;
  /** With it who is in can go out. */
  onOut?: ((person: Shown) => void) | undefined;
}

export function People({ title, people, search, onTap, onOut }: PeopleProps) {
  const id = useId();
  const { t } = useTranslation('participants');
  const list = useRef<HTMLUListElement>(null);
  if (people.length === 0) return null;

  /** The row goes to the other list: the one below it takes its place under the finger and for the keyboard. */
  function handleTap(person: Shown, at: number) {
    const rows = list.current?.querySelectorAll<HTMLElement>('.check-row') ?? [];
    const next = rows[at + 1] ?? rows[at - 1] ?? search.current;
    onTap(person);
    next?.focus({ preventScroll: true });
  }

  return (
    <section aria-labelledby={id}>
      <h2 className="check-title" id={id}>
        {title} <Count>{heads(people)}</Count>
      </h2>
      <ul className="check-rows" ref={list}>
        {people.map((person, at) => (
          <li key={person.id} className={onOut ? 'has-out' : undefined}>
            <Row person={person} onTap={() => handleTap(person, at)} />
            {onOut && !person.isNew && !person.outAt ? (
              <Button aria-label={t('door.outOf', { name: person.name })} onClick={() => onOut(person)}>
                {t('door.out')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ person, onTap }: { person: Shown; onTap: () => void }) {
  const { t } = useTranslation('participants');
  const { name, partySize, isPresent, at, isWaiting, outAt } = person;
  const line = [
    ...(partySize > 1 ? [t('door.party', { count: partySize })] : []),
    ...(isPresent && at && outAt
      ? [t('door.fromTo', { from: momentClock(at), to: momentClock(outAt) })]
      : isPresent && at
        ? [t('door.at', { time: momentClock(at) })]
        : []),
  ];
  return (
    <button
      type="button"
      className={classNames('check-row', isPresent && 'is-in')}
      aria-pressed={isPresent}
      onClick={onTap}
    >
      <span className="check-dot" aria-hidden="true">
        {isPresent ? <Icon name="check" /> : null}
      </span>
      <span>
        <b>{name}</b>
        {line.length > 0 ? <small>{line.join(', ')}</small> : null}
      </span>
      {isWaiting ? (
        <span className="check-wait">
          <Icon name="wait" />
          {t('door.waits')}
        </span>
      ) : null}
    </button>
  );
}
