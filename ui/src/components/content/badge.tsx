// Small signs: chip (can be clicked), tag (cannot), count (counts), status (sign, word and colour), silence.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../actions/app-link.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../media/icon.tsx';
import './badge.css';

export interface ChipProps {
  children: ReactNode;
  /** With an href it is a link, else a button. */
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  active?: boolean | undefined;
  /** A toggle: says on or off and shows a check. */
  pressed?: boolean | undefined;
  icon?: IconName | undefined;
  count?: number | string | undefined;
  label?: string | undefined;
  current?: boolean | undefined;
}

export function Chip({ children, href, onClick, active, pressed, icon, count, label, current }: ChipProps) {
  const name = classNames('chip', (active || pressed) && 'is-active');
  const inside = (
    <>
      {pressed ? <Icon name="check" /> : icon ? <Icon name={icon} /> : null}
      {children}
      {count === undefined ? null : <Count>{count}</Count>}
    </>
  );
  if (href !== undefined) {
    return (
      <AppLink
        href={href}
        className={name}
        aria-label={label}
        aria-current={current || undefined}
        onClick={onClick}
      >
        {inside}
      </AppLink>
    );
  }
  return (
    <button type="button" className={name} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      {inside}
    </button>
  );
}

/** One chosen filter: pressing it takes the filter away. */
export function FilterChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  const { t } = useTranslation('components');
  return (
    <button
      type="button"
      className="chip is-active"
      aria-label={t('filters.remove', { name: children })}
      onClick={onRemove}
    >
      {children}
      <Icon name="close" />
    </button>
  );
}

export function ChipRow({ children, label }: { children: ReactNode; label?: string }) {
  return label ? (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className="chip-row" role="group" aria-label={label}>
      {children}
    </div>
  ) : (
    <div className="chip-row">{children}</div>
  );
}

/** Warm marks what wants attention: rarely. */
export function Tag({ children, warm }: { children: ReactNode; warm?: boolean | undefined }) {
  return <span className={classNames('tag', warm && 'is-warm')}>{children}</span>;
}

export function Count({ children }: { children: ReactNode }) {
  return <span className="count">{children}</span>;
}

/** Says that there is something new, in words to who does not see it. */
export function NewDot({ children }: { children?: ReactNode }) {
  return (
    <>
      <span className="new-dot" aria-hidden="true" />
      {children === undefined ? null : <span className="visually-hidden">{children}</span>}
    </>
  );
}

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

const TONE_ICON: Record<Tone, IconName> = {
  success: 'check',
  warning: 'pen',
  danger: 'alert',
  info: 'info',
  neutral: 'clock',
};

export interface StatusBadgeProps {
  tone: Tone;
  children: ReactNode;
  icon?: IconName | undefined;
}

export function StatusBadge({ tone, children, icon }: StatusBadgeProps) {
  return (
    <span className={classNames('status-badge', tone !== 'neutral' && `is-${tone}`)}>
      <Icon name={icon ?? TONE_ICON[tone]} />
      {children}
    </span>
  );
}

const LATE_FROM_DAYS = 14;

/** Days without an answer; red from day 14. `label` says it shorter, where its card says what is waited for. */
export function SilenceWarning({ days, label }: { days: number; label?: string }) {
  const { t } = useTranslation('components');
  return (
    <span className={classNames('silence-warning', days >= LATE_FROM_DAYS && 'is-late')}>
      <Icon name="alert" />
      {label ?? t('silence', { count: days })}
    </span>
  );
}
