// A block of Markdown as rich text: the server's own reading of it, so that it says the same.
import { CONTENT_CALLS, renderedIn } from '../../../../api/content-calls.ts';
import { send } from '../../../../api/requests.ts';
import type { Block } from './document.ts';
import type { PageEditor } from './use-page-editor.ts';

export async function readAsText(
  { id, page }: Pick<PageEditor, 'id' | 'page'>,
  { blockType, content, ground, isHidden }: Block,
): Promise<string> {
  const { document: answer } = await send(CONTENT_CALLS.renderBlocks, {
    id,
    body: { blocks: [{ blockType, content, ground, isHidden }] },
  });
  const html = renderedIn(answer)[0]?.html ?? '';
  const shown = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-rich]');
  if (!shown) return '';
  // Links of an English page are drawn with its prefix; stored they have none.
  if (page.locale === 'en')
    for (const link of shown.querySelectorAll('a[href^="/en/"]'))
      link.setAttribute('href', (link.getAttribute('href') ?? '').slice(3));
  return shown.innerHTML.trim();
}
