// A category as a doorway with a count, and the arch itself.
import type { ReactNode } from 'react';
import './category-tile.css';
import { AppLink } from '../actions/app-link.tsx';
import { Icon, type IconName } from '../media/icon.tsx';

/** Our sign: the doorway, the person. Holds a sign or a number. */
export function Arch({ icon, children }: { icon?: IconName; children?: ReactNode }) {
  return (
    <span className="arch" aria-hidden="true">
      {icon ? <Icon name={icon} /> : children}
    </span>
  );
}

export interface CategoryTileProps {
  href: string;
  icon: IconName;
  title: string;
  /** "64 vacatures" */
  count: string;
}

export function CategoryTile({ href, icon, title, count }: CategoryTileProps) {
  return (
    <AppLink className="category-tile" href={href}>
      <Arch icon={icon} />
      <span>
        {title}
        <small>{count}</small>
      </span>
    </AppLink>
  );
}

export function CategoryGrid({ tiles }: { tiles: readonly CategoryTileProps[] }) {
  return (
    <ul className="category-grid">
      {tiles.map((tile) => (
        <li key={tile.href + tile.title}>
          <CategoryTile {...tile} />
        </li>
      ))}
    </ul>
  );
}
