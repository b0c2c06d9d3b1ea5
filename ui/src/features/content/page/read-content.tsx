// A page of blocks as its centre laid it out.
import { lazy, type ReactNode, Suspense } from 'react';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { PageBlocks } from './page-blocks.tsx';
import type { Read } from './read-page.ts';

const ForeignNotice = lazy(async () => {
  const [{ ForeignNotice: Part }] = await Promise.all([
    import('./foreign-notice.tsx'),
    loadWords(['content-show']),
  ]);
  return { default: Part };
});

const PreviewNotice = lazy(async () => {
  const [{ PreviewNotice: Part }] = await Promise.all([
    import('./preview-notice.tsx'),
    loadWords(['content-show']),
  ]);
  return { default: Part };
});

interface ReadContentProps {
  read: Read;
  /** Above the blocks: the title of a page that shows it. */
  head?: ReactNode;
}

export function ReadContent({ read: { page, meta, html, foreign }, head }: ReadContentProps) {
  // The home page bears the name of the site alone, unless it was given another.
  usePageHead(
    page.metaTitle || (page.slug === 'home' ? '' : page.title),
    page.metaDescription || page.summary,
  );
  return (
    <div className={`content-blocks is-${page.pageLayout}`}>
      {meta.isPreview ? (
        <Suspense>
          <PreviewNotice />
        </Suspense>
      ) : null}
      {foreign ? (
        <Suspense>
          <ForeignNotice of={foreign} />
        </Suspense>
      ) : null}
      <div lang={foreign ?? undefined}>
        {head}
        <PageBlocks html={html} />
      </div>
    </div>
  );
}
