// One application: its stages, the next step, what happened.
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import './application-parts.css';
import { Icon } from '../media/icon.tsx';

export interface Stage {
  key: string;
  label: string;
}

/** On a phone only the current stage keeps its word; the others are bars that keep their name. */
export function StageTrack({
  stages,
  current,
  label,
}: {
  stages: readonly Stage[];
  current: string;
  label?: string;
}) {
  const { t } = useTranslation('components');
  const at = stages.findIndex((stage) => stage.key === current);
  return (
    <ol className="stage-track" aria-label={label ?? t('stage.label')}>
      {stages.map((stage, index) => {
        const isDone = index < at;
        return (
          <li
            key={stage.key}
            className={isDone ? 'is-done' : undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            {isDone ? <Icon name="check" /> : null}
            {stage.label}
            {isDone ? <span className="visually-hidden"> {t('stage.done')}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** The stages as bars, small: the word of the current one stands beside them, the others are named for a screen reader. */
export function StageBars({
  stages,
  current,
  label,
}: {
  stages: readonly string[];
  /** Place of the current stage. */
  current: number;
  label: string;
}) {
  const { t } = useTranslation('components');
  return (
    <ol className="stage-bars" aria-label={label}>
      {stages.map((stage, index) => (
        <li
          key={stage}
          className={index < current ? 'is-done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span>
            {stage}
            {index < current ? <span className="visually-hidden"> {t('stage.done')}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

export interface NextStepProps {
  title: string;
  children?: ReactNode;
  /** "Volgende stap", unless it is something else, such as a tip. */
  kicker?: string | null;
  actions?: ReactNode;
}

/** The largest thing on the screen: what to do now. */
export function NextStep({ title, children, kicker, actions }: NextStepProps) {
  const { t } = useTranslation('components');
  const id = useId();
  return (
    <section className="next-step" aria-labelledby={id}>
      {kicker === null ? null : <p className="kicker">{kicker ?? t('next_step')}</p>}
      <h2 id={id}>{title}</h2>
      {children ? <div>{children}</div> : null}
      {actions ? <div className="button-row">{actions}</div> : null}
    </section>
  );
}

export interface TimelineEvent {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** "Donderdag, 14.05 uur" */
  when?: string;
  /** For machines: 2026-11-19T14:05 */
  at?: string;
  mark?: 'now' | 'warning' | undefined;
}

export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="timeline">
      {events.map((event) => (
        <li key={event.id} className={event.mark ? `is-${event.mark}` : undefined}>
          <b>{event.title}</b>
          {event.detail ? <span className="timeline-detail">{event.detail}</span> : null}
          {event.when ? <time dateTime={event.at}>{event.when}</time> : null}
        </li>
      ))}
    </ol>
  );
}
