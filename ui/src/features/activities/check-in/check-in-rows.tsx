// The rows at the door: the whole row is the button.

import { type RefObject, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
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
}

export function People({ title, people, search, onTap }: PeopleProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  if (people.length === 0) return null;

  /** The row goes to the other list: the one below it takes its place under the finger and for the keyboard. */
  function handleTap(person: Shown, at: number) {
    const rows = list.current?.querySelectorAll<HTMLElement>('button') ?? [];
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
          <li key={person.id}>
            <Row person={person} onTap={() => handleTap(person, at)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ person, onTap }: { person: Shown; onTap: () => void }) {
  const { t } = useTranslation('participants');
  const { name, partySize, isPresent, at, isWaiting } = person;
  const line = [
    ...(partySize > 1 ? [t('door.party', { count: partySize })] : []),
    ...(isPresent && at ? [t('door.at', { time: momentClock(at) })] : []),
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
