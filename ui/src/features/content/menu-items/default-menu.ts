// The menu of the program as items of the centre's own, with the names that visitors know.
import { createResource } from '../../../api/requests.ts';
import type { SystemPage } from '../../../api/staff-calls.ts';
import { wording } from '../../../lib/centre/centre.ts';
import { DEFAULT_MENU } from './site-menu.ts';

export async function startFromDefault(pages: readonly SystemPage[]): Promise<void> {
  const [dutch, english] = await Promise.all([
    import('../../../i18n/shell.nl.json'),
    import('../../../i18n/shell.en.json'),
  ]);
  for (const [screen, word] of DEFAULT_MENU) {
    if (!pages.some(({ id, isOn }) => id === screen && isOn)) continue;
    const key = word === 'peer_to_peer' && wording.value === 'neighbour' ? 'peer_to_peer_neighbour' : word;
    const named = (words: { screen: object }) =>
      (words.screen as Readonly<Record<string, string>>)[key] ?? '';
    // One after the other: each is placed behind the one before it.
    await createResource('menu_items', {
      menu: 'header',
      name: named(dutch.default),
      nameEn: named(english.default),
      linkType: 'system_page',
      systemPage: screen,
      parentId: null,
    });
  }
}
