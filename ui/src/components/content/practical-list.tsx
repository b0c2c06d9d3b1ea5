// The practical facts of a vacancy and short lists with a check before each line.
import type { ReactNode } from 'react';
import './practical-list.css';
import { Icon, type IconName } from '../media/icon.tsx';

export interface PracticalFact {
  icon: IconName;
  label: string;
  value: ReactNode;
}

export function PracticalList({ facts }: { facts: readonly PracticalFact[] }) {
  return (
    <dl className="practical">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>
            <Icon name={fact.icon} />
            {fact.label}
          </dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function CheckList({ lines, lang }: { lines: readonly string[]; lang?: string | undefined }) {
  return (
    <ul className="check-list" lang={lang}>
      {lines.map((line) => (
        <li key={line}>
          <Icon name="check" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
