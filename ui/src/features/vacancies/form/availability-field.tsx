// Seven days by morning, afternoon and evening: in which parts of the week the work can be done.
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../components/form/form-context.ts';
import { language } from '../../../lib/locale/language.ts';
import './availability-field.css';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;

/** 'Maandag', in the reader's language: 1 January 2024 was a Monday. */
export function dayName(day: (typeof WEEKDAYS)[number], length: 'long' | 'short' = 'long'): string {
  const date = new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)));
  return new Intl.DateTimeFormat(language.value, { weekday: length, timeZone: 'UTC' }).format(date);
}

export function AvailabilityField({ name }: { name: string }) {
  const { t } = useTranslation('vacancy-steps');
  const { value, set } = useForm();
  const listed = value[name];
  const chosen: readonly string[] = Array.isArray(listed) ? listed : [];
  const toggle = (part: string) =>
    set(name, chosen.includes(part) ? chosen.filter((each) => each !== part) : [...chosen, part]);
  return (
    <fieldset className="availability">
      <legend className="field-label">{t('availability.label')}</legend>
      <p className="hint">{t('availability.hint')}</p>
      <table>
        <thead>
          <tr>
            <td />
            {DAY_PARTS.map((part) => (
              <th key={part} scope="col">
                {t(`availability.${part}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((day) => (
            <tr key={day}>
              <th scope="row">{dayName(day)}</th>
              {DAY_PARTS.map((part) => (
                <td key={part}>
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen.includes(`${day}_${part}`)}
                      onChange={() => toggle(`${day}_${part}`)}
                    />
                    <span className="visually-hidden">
                      {dayName(day)} {t(`availability.${part}`).toLowerCase()}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}
