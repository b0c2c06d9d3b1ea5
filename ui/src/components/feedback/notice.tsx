// A sentence that stays on the page until it is no longer true.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { Tone } from '../content/badge.tsx';
import { Icon, type IconName } from '../media/icon.tsx';
import './notice.css';

export interface NoticeProps {
  tone?: Exclude<Tone, 'neutral'>;
  children: ReactNode;
  icon?: IconName;
  /** Read out when it appears. */
  live?: boolean;
}

const ICON: Record<Exclude<Tone, 'neutral'>, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  danger: 'alert',
};

export function Notice({ tone = 'info', children, icon, live }: NoticeProps) {
  return (
    <div
      className={classNames('notice', tone !== 'info' && `is-${tone}`)}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon name={icon ?? ICON[tone]} />
      <div>{children}</div>
    </div>
  );
}
