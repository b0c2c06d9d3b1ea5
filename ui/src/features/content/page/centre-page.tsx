// What a centre wrote for everybody, as the server renders it.
import { usePageHead } from '../../../lib/navigation/head.ts';
import { type Island, ServerHtml } from '../../../lib/server-page/server-html.tsx';
import type { ServerPage } from '../../../lib/server-page/server-page.ts';
import { BLOCK_ISLANDS, enhanceBlocks } from './block-islands.tsx';

interface CentrePageProps {
  page: ServerPage;
  islands?: readonly Island[];
}

export function CentrePage({ page, islands = BLOCK_ISLANDS }: CentrePageProps) {
  usePageHead(page.title, page.description);
  return <ServerHtml html={page.html} islands={islands} enhance={enhanceBlocks} />;
}
