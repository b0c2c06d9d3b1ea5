// A day under an arch: its number and its month.

import { dayNumber, monthName } from '../../lib/locale/local-time.ts';
import { classNames } from '../class-names.ts';
import './date-arch.css';

interface DateArchProps {
  /** `YYYY-MM-DD` */
  day: string;
  look?: 'warm' | 'struck' | undefined;
}

export function DateArch({ day, look }: DateArchProps) {
  return (
    <span className={classNames('date-arch', look && `is-${look}`)} aria-hidden="true">
      <b>{dayNumber(day)}</b>
      <small>{monthName(day)}</small>
    </span>
  );
}
