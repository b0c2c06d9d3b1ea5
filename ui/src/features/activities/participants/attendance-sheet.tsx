// The sheet that goes along to the door: seen on paper only.

import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ActivityOccurrence, ActivityRegistration } from '../../../api/schema.d.ts';
import { dayOf, longDay } from '../../../lib/locale/local-time.ts';
import { capitalised, hours } from '../activity-when.ts';

interface AttendanceSheetProps {
  date: ActivityOccurrence;
  people: readonly ActivityRegistration[];
  /** After printing, or where somebody thought better of it. */
  onDone: () => void;
}

/** For who comes without having signed up. */
const EMPTY_ROWS = ['a', 'b', 'c', 'd', 'e'];

export function AttendanceSheet({ date, people, onDone }: AttendanceSheetProps) {
  const { t } = useTranslation('participants');
  const { t: inActivities } = useTranslation('activities');
  const { startsLocal, endsLocal, allDay, title } = date;
  useEffect(() => {
    addEventListener('afterprint', onDone);
    print();
    return () => removeEventListener('afterprint', onDone);
  }, [onDone]);
  const day = capitalised(longDay(dayOf(startsLocal)));
  const place = [date.locationName, date.city].filter(Boolean).join(', ');
  return createPortal(
    <section className="attendance-sheet">
      <h2>{title}</h2>
      <p>
        {t('sheet.when', { day, hours: hours(inActivities, startsLocal, endsLocal, allDay) })}
        {place ? `. ${place}` : ''}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('sheet.there')}</th>
            <th scope="col">{t('file.name')}</th>
            <th scope="col">{t('file.partySize')}</th>
            <th scope="col">{t('file.phone')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, partySize, phoneNumber, isMinor }) => (
            <tr key={id}>
              <td className="tick-box" />
              <td>{isMinor ? t('sheet.minor', { name }) : name}</td>
              <td>{partySize}</td>
              <td>{phoneNumber}</td>
            </tr>
          ))}
          {EMPTY_ROWS.map((key) => (
            <tr key={key}>
              <td className="tick-box" />
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
