// One earlier version, with its blocks as the server draws them now.
import { CONTENT_CALLS, renderedIn } from '../../../../api/content-calls.ts';
import { useLoaded } from '../../../../api/hooks.ts';
import { send } from '../../../../api/requests.ts';
import { groundOf } from './page-reading.ts';

export interface ShownVersion {
  number: number;
  title: string;
  html: readonly string[];
}

export function useVersion(id: string, number: number | null): ShownVersion | undefined {
  const key = number === null ? null : `page-version-${id}-${number}`;
  const { data } = useLoaded<ShownVersion>(
    key,
    async (signal) => {
      const { item } = await send(CONTENT_CALLS.pageVersion, { id, number: String(number), signal });
      const blocks = (item?.blocks ?? []).filter((block) => !block.isHidden);
      const sent = blocks.map(({ blockType, content, ground }) => ({
        blockType,
        content,
        ground: groundOf(ground),
      }));
      const { document: drawn } = await send(CONTENT_CALLS.renderBlocks, {
        id,
        body: { blocks: sent },
        signal,
      });
      const title = item?.page.title;
      return {
        number: number ?? 0,
        title: typeof title === 'string' ? title : '',
        html: renderedIn(drawn).map(({ html }) => html),
      };
    },
    { once: true },
  );
  return data?.number === number ? data : undefined;
}
