// What a row of the table of screens says.

import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { WordsName } from '../i18n/words-nl.ts';
import type { CentreMeta } from '../lib/centre/centre.ts';
import type { ColourMode } from '../lib/centre/colour-mode.ts';
import type { ProblemInput } from '../lib/feedback/errors.ts';

/** Parts of the product that a centre switches on. */
export type Feature = keyof CentreMeta['features'];

export type Layout = 'default' | 'empty' | 'wide';

export type RowParams = Readonly<Record<string, string | undefined>>;

/** What the server says somebody works with: the keys of the current user's meta.menu. */
export const RIGHTS = [
  'my_applications',
  'help_requests',
  'users',
  'users_import',
  'students',
  'my_vacancies',
  'applications',
  'my_organization',
  'vacancies_review',
  'organizations_approve',
  'centre_settings',
  'centre_design',
  'centre_footer',
  'forms',
  'centres',
  'menus',
  'documents',
  'stock_images',
  'legal_texts',
  'pages',
  'news',
] as const;

export type Right = (typeof RIGHTS)[number];

/** An entry of a menu that leads to the screen. */
export interface MenuEntry {
  /** Names its words: `menu.…` in shell.json, `account.…` in member.json, `entry.…` in workspace.json. */
  key: string;
  /** In the bar at the top, or under the name of who is signed in; side: in neither. */
  menu: 'main' | 'account' | 'side';
  /** Who has it; one named by a right (as its key is, when nothing is said) is shown where the server puts that right. */
  for?: 'everyone' | 'visitors' | 'members' | Right;
  /** Also at the side of who works here, under this head. */
  group?: WorkGroup;
  /** At the side: the list with this chosen. */
  query?: string;
}

/** The heads of the side menu, in their order. */
export const WORK_GROUPS = [
  'today',
  'placement',
  'people',
  'organizations',
  'website',
  'insight',
  'settings',
] as const;

export type WorkGroup = (typeof WORK_GROUPS)[number];

export interface RouteRow {
  /** As in product-routes.json: '/vacancies/:id'. */
  path: string;
  layout?: Layout;
  /** With nothing around it but the centre's logo, which leads home. */
  hasLogo?: boolean;
  /** Open to visitors; every other screen asks to sign in. */
  public?: boolean;
  whiteBackground?: boolean;
  /** A work screen: dense, in the frame of who works here. */
  work?: boolean;
  /** The screen fills the window and brings its own bar. */
  bare?: boolean;
  /** In i18n/routes.nl.json. A page may say a better one with usePageHead. */
  titleKey: ParseKeys<'routes'>;
  /** The part of the product that it belongs to: where that is off, there is no such page. */
  feature?: Feature;
  /** Without it the screen is not somebody's own, and they are told so. */
  right?: Right;
  menu?: readonly MenuEntry[];
  /** Overrides the reader's choice until the route is left. */
  colourMode?: ColourMode;
  /** Files of words (`<name>.nl.json`) the screen needs besides the base. */
  words?: readonly WordsName[];
  /** Wrong parameters become an error screen: true is fine. */
  validate?: (params: RowParams) => true | Pick<ProblemInput, 'statusCode' | 'statusMessage'>;
  load: () => Promise<{ default: ComponentType }>;
}
