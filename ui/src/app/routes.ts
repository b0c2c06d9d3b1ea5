// THE TABLE of screens. A screen is a row here, a file in features/, words in i18n/{nl,en}, and one line less in
// routes-open.ts. What product.md says of a screen (public, layout, background) is checked by routes.test.ts.
import type { RouteRow } from './route-row.ts';

export const ROUTES: readonly RouteRow[] = [];
