// Numbers, each with a bar as long as its part of a whole.
import { formatNumber } from '../../lib/locale/time.ts';
import './bar-list.css';

interface BarListProps {
  bars: readonly { label: string; count: number }[];
  /** As long as the list is wide. */
  whole: number;
}

export function BarList({ bars, whole }: BarListProps) {
  return (
    <ul className="bar-list">
      {bars.map(({ label, count }) => (
        <li key={label}>
          <span>{label}</span>
          <b>{formatNumber(count)}</b>
          <i aria-hidden="true" style={{ inlineSize: `${(100 * count) / Math.max(1, whole)}%` }} />
        </li>
      ))}
    </ul>
  );
}
