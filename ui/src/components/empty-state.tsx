// Nothing to show: say why, then offer the nearest way out.
import type { ReactNode } from 'react';
import '../css/tile.css';
import { Arch } from './category-tile.tsx';
import type { IconName } from './icon.tsx';

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  icon?: IconName;
  actions?: ReactNode;
}

export function EmptyState({ title, children, icon = 'search', actions }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Arch icon={icon} />
      <h3>{title}</h3>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="button-row">{actions}</div> : null}
    </div>
  );
}
