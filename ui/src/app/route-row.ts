// What a row of the table of screens (screens.json) says to the app.

import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { IconName } from '../components/media/icon.tsx';
import type { WordsName } from '../i18n/words-nl.ts';
import type { CentreMeta } from '../lib/centre/centre.ts';
import type { ColourMode } from '../lib/centre/colour-mode.ts';
import type { ProblemInput } from '../lib/feedback/errors.ts';
import type { Right } from './rights.ts';

/** Parts of the product that a centre switches on. */
export type Feature = keyof CentreMeta['features'];

export type Layout = 'default' | 'empty' | 'wide';

export type RowParams = Readonly<Record<string, string | undefined>>;

/** An entry of a menu that leads to the screen. */
export interface MenuEntry {
  /** Names its label: `screen.…` in shell.json or workspace.json. */
  key: string;
  /** In the bar at the top, or at the side of who works here. */
  menu: 'main' | 'side';
  /** Who has it; one named by a right (as its key is, when nothing is said) is shown where the server puts that right. */
  for?: 'everyone' | 'visitors' | 'members' | Right;
  /** At the side: under this head. */
  group?: WorkGroup;
  /** At the side: the list with this chosen. */
  query?: string;
  /** At the side: about the whole centre, so not for who works for an organisation now. */
  ofCentre?: boolean;
}

/** A screen under the name of who is signed in. */
export interface AccountEntry {
  /** Names its label: `screen.…` in member.json. */
  key: string;
  path: string;
  icon: IconName;
  for: 'members' | Right;
  feature?: Feature;
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
  'administration',
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
  /** Opens without a connection too, also when nobody can be asked who is signed in. */
  offline?: boolean;
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
