// A screen of somebody's own account, among which account-frame.tsx leads.
import type { ParseKeys } from 'i18next';
import type { IconName } from '../../components/media/icon.tsx';
import type { CentreMeta } from '../../lib/centre/centre.ts';

export interface AccountScreen {
  /** Its title is that of the screen: `profile.title` in routes.nl.json. */
  title: ParseKeys<'routes'>;
  path: string;
  icon: IconName;
  /** Shown where the server's menu has this. */
  right?: string;
  /** Shown where this part of the product is on. */
  feature?: keyof CentreMeta['features'];
}
