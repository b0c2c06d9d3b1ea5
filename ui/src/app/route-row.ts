// What a row of the table of screens says.
import type { ComponentType } from 'react';
import type { ColourMode } from '../lib/colour-mode.ts';
import type { ProblemInput } from '../lib/errors.ts';

export type Layout = 'default' | 'empty' | 'wide';

export type RowParams = Readonly<Record<string, string | undefined>>;

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
  /** Overrides the reader's choice until the route is left. */
  colourMode?: ColourMode;
  /** Files of i18n/{nl,en} the screen needs besides the base. */
  words?: readonly string[];
  /** Wrong parameters become an error screen: true is fine. */
  validate?: (params: RowParams) => true | Pick<ProblemInput, 'statusCode' | 'statusMessage'>;
  load: () => Promise<{ default: ComponentType }>;
}
