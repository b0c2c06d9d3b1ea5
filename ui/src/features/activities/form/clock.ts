// Times of the day, as they are typed and as the server takes them. Pure.
import type { FieldValue } from '../../../components/form/rules.ts';

/** `9.30` → `09:30`; what is no time stays as it is, and is refused. */
export function typedClock(value: FieldValue): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, hour, minute] = /^(\d{1,2})[:.](\d{2})$/.exec(text) ?? [];
  return hour && minute ? `${hour.padStart(2, '0')}:${minute}` : text;
}
