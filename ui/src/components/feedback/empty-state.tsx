// Empty state: says why there is nothing to show, and offers the next action.
import type { ReactNode } from 'react';
import '../content/category-tile.css';
import { Arch } from '../content/category-tile.tsx';
import type { IconName } from '../media/icon.tsx';
import './empty-state.css';

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  icon?: IconName;
  actions?: ReactNode;
  /** h2 when nothing stands between it and the page's title. */
  level?: 2 | 3;
}

export function EmptyState({ title, children, icon = 'search', actions, level = 3 }: EmptyStateProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className="empty-state">
      <Arch icon={icon} />
      <Title>{title}</Title>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="button-row">{actions}</div> : null}
    </div>
  );
}
