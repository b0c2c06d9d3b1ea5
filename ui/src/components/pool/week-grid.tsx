// The parts of the week as boxes to tick: one stop of the tab key, the arrows go from box to box.
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './week-grid.css';
import { language } from '../../lib/locale/language.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { DAYS, PARTS, slotText } from '../../lib/matching/match.ts';
import { classNames } from '../class-names.ts';

export interface WeekGridProps {
  /** What the boxes are: read out before them. */
  caption: ReactNode;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** How many people there are for each part; without it a box shows no number. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** Days by two letters where the column is narrow. */
  narrow?: boolean;
  /** Of the first box, for a form that links to it. */
  id?: string;
}

const STEP: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const SLOTS = DAYS.flatMap((day) => PARTS.map((part) => `${day}_${part}`));

/** 'ma': 1 January 2024 was a Monday. */
const shortDay = (at: number): string =>
  new Intl.DateTimeFormat(language.value, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + at),
  );

/** Needs the words `matching` and `pool`. @useSignals */
export function WeekGrid({ caption, chosen, onChange, counts, narrow, id }: WeekGridProps) {
  const { t } = useTranslation('pool', { keyPrefix: 'card' });
  const { t: words } = useTranslation('matching');
  const table = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState('');
  const first = chosen.find((slot) => SLOTS.includes(slot)) ?? SLOTS[0] ?? '';
  const reached = stop || first;

  function toggle(slot: string) {
    const next = new Set(chosen);
    if (!next.delete(slot)) next.add(slot);
    onChange(SLOTS.filter((each) => next.has(each)));
  }

  function handleKeyDown(event: KeyboardEvent, row: number, column: number) {
    const step = STEP[event.key];
    if (!step) return;
    event.preventDefault();
    const day = DAYS[(row + step[0] + DAYS.length) % DAYS.length];
    const part = PARTS[(column + step[1] + PARTS.length) % PARTS.length];
    table.current?.querySelector<HTMLInputElement>(`[value="${day}_${part}"]`)?.focus();
  }

  const peopleText = (slot: string): string => t('people', { count: counts?.[slot] ?? 0 });
  return (
    <table className={classNames('week-grid', narrow && 'is-narrow')} ref={table}>
      <caption className="visually-hidden">
        {caption} {t('keys')}
      </caption>
      <thead>
        <tr>
          <td />
          {PARTS.map((part) => (
            <th key={part} scope="col">
              {words(`choice.part.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {DAYS.map((day, row) => (
          <tr key={day}>
            <th scope="row">
              <span className="day-long">{words(`choice.day.${day}`)}</span>
              {narrow ? (
                <span className="day-short" aria-hidden="true">
                  {shortDay(row)}
                </span>
              ) : null}
            </th>
            {PARTS.map((part, column) => {
              const slot = `${day}_${part}`;
              const isChosen = chosen.includes(slot);
              const name = slotText(words, slot);
              return (
                <td key={part}>
                  <label className="slot">
                    <input
                      id={row === 0 && column === 0 ? id : undefined}
                      type="checkbox"
                      value={slot}
                      checked={isChosen}
                      tabIndex={slot === reached ? 0 : -1}
                      aria-label={counts ? t('slotWith', { slot: name, people: peopleText(slot) }) : name}
                      onChange={() => toggle(slot)}
                      onFocus={() => setStop(slot)}
                      onKeyDown={(event) => handleKeyDown(event, row, column)}
                    />
                    <span aria-hidden="true">{counts ? formatNumber(counts[slot] ?? 0) : null}</span>
                  </label>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
