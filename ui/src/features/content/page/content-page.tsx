// A page that the centre made itself, at whatever address it gave it.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ReadPage } from '../../../api/published-calls.ts';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Breadcrumb } from '../../../components/layout/page-title.tsx';
import { ReadContent } from './read-content.tsx';
import { useMissingPage, useReadPage } from './read-page.ts';

export default function ContentPage() {
  const { slug = 'home' } = useParams();
  return <PageOf slug={slug} />;
}

export function PageOf({ slug }: { slug: string }) {
  const { read, error, refresh } = useReadPage(slug);
  useMissingPage(error);
  if (read?.page.pageType === 'default') return <ReadContent read={read} head={<Title page={read.page} />} />;
  if (read) {
    return (
      <Suspense fallback={<RowSkeletons count={6} />}>
        <Article read={read} />
      </Suspense>
    );
  }
  return (
    <div className="page section">
      {error?.isOffline ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={6} />}
    </div>
  );
}

/** A story looks as news does. */
const Article = lazy(async () => ({ default: (await import('./article.tsx')).Article }));

function Title({ page }: { page: ReadPage }) {
  const { t } = useTranslation('content-show');
  if (!page.showTitleOnPage) return null;
  return (
    <div className="page content-title">
      <Breadcrumb crumbs={[{ label: t('home'), href: '/' }, { label: page.title }]} />
      <h1>{page.title}</h1>
      {page.summary ? <p>{page.summary}</p> : null}
    </div>
  );
}
