// What a row of the table of screens says.
import type { ComponentType } from 'react';
import type { ColourMode } from '../lib/centre/colour-mode.ts';
import type { ProblemInput } from '../lib/feedback/errors.ts';

export type Layout = 'default' | 'empty' | 'wide';

export type RowParams = Readonly<Record<string, string | undefined>>;

/** What the server says somebody works with: the keys of the current user's meta.menu. */
export const RIGHTS = [
  'my_applications',
  'users',
  'users_import',
  'students',
  'my_vacancies',
  'applications',
  'my_organization',
  'vacancies_review',
  'organizations_approve',
  'centre_settings',
] as const;

export type Right = (typeof RIGHTS)[number];

/** An entry of a menu that leads to the screen. */
export interface MenuEntry {
  /** Names its words: `menu.…` in shell.json, `account.…` in member.json. */
  key: string;
  /** In the bar at the top, or under the name of who is signed in. */
  menu: 'main' | 'account';
  /** Who has it; one named by a right is shown where the server puts that right. */
  for: 'everyone' | 'visitors' | 'members' | Right;
}

export interface RouteRow {
  /** As in product-routes.json: '/vacancies/:id'. */
  path: string;
  layout?: Layout;
  /** Open to visitors; every other screen asks to sign in. */
  public?: boolean;
  whiteBackground?: boolean;
  /** A work screen: dense, with the wide page. */
  work?: boolean;
  /** In routes.json. A page may say a better one with usePageHead. */
  titleKey: string;
  descriptionKey?: string;
  /** Without it the screen is not somebody's own, and they are told so. */
  right?: Right;
  menu?: readonly MenuEntry[];
  /** Overrides the reader's choice until the route is left. */
  colourMode?: ColourMode;
  /** Files of words (`<name>.nl.json`) the screen needs besides the base. */
  words?: readonly string[];
  /** Wrong parameters become an error screen: true is fine. */
  validate?: (params: RowParams) => true | Pick<ProblemInput, 'statusCode' | 'statusMessage'>;
  load: () => Promise<{ default: ComponentType }>;
}
