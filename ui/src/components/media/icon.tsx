// Signs by our own names, from one sprite: they cost no script, and the drawings behind them change in one place
// (scripts/icons.mjs).
import { ICON_NAMES } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

export type IconName = (typeof ICON_NAMES)[number];

export { ICON_NAMES };

/** For names that come from the server: an unknown one becomes the fallback. */
export function iconNamed(name: string | null | undefined, fallback: IconName = 'hand'): IconName {
  return ICON_NAMES.find((known) => known === name) ?? fallback;
}

export interface IconProps {
  name: IconName;
  className?: string;
}

/** Always decoration: the word beside it, or the button's label, says what it means. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
