// A page of a centre at whatever address it gave it, its news, and one item or story of it.
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { PUBLISHED_CALLS } from '../../../api/published-calls.ts';
import { send } from '../../../api/requests.ts';
import { ShareButton } from '../../../components/actions/share-buttons.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { language } from '../../../lib/locale/language.ts';
import type { Reported } from '../../../lib/reports/reports.ts';
import type { Island } from '../../../lib/server-page/server-html.tsx';
import { useMissingPage, useServerPage } from '../../../lib/server-page/server-page.ts';
import { BLOCK_ISLANDS } from './block-islands.tsx';
import { CentrePage } from './centre-page.tsx';
import '../../../components/layout/page-title.css';
import '../../../components/table/pagination.css';
import './campaign.css';

const ReportLink = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../../components/report/report-link.tsx'),
    loadWords(['report']),
  ]);
  return { default: parts.ReportLink };
});

const ISLANDS: readonly Island[] = [
  ...BLOCK_ISLANDS,
  { selector: '.article-side', render: () => <ShareArticle /> },
];

export default function ContentPage() {
  const loaded = useServerPage();
  const isOffline = useMissingPage(loaded);
  if (loaded.data) {
    return (
      <>
        <CentrePage page={loaded.data} islands={ISLANDS} />
        <Report />
      </>
    );
  }
  return (
    <div className="page section">
      {isOffline ? <LoadProblem onRetry={() => void loaded.refresh()} /> : <RowSkeletons count={6} />}
    </div>
  );
}

function ShareArticle() {
  const title = document.querySelector('.news-article h1')?.textContent ?? '';
  return <ShareButton title={title} url={location.href} />;
}

/** Lists of pages hold nothing of their own to report; neither does what only its makers see. */
function Report() {
  const { pathname, search } = useLocation();
  const slug = pathname.split('/').filter(Boolean).at(-1);
  if (slug === undefined || slug === 'nieuws' || search.includes('preview_token')) return null;
  return (
    <Suspense>
      <div className="page">
        <ReportLink of={() => pageAt(slug)} />
      </div>
    </Suspense>
  );
}

async function pageAt(slug: string): Promise<Reported | null> {
  const { item } = await send(PUBLISHED_CALLS.pageBySlug, { id: slug, query: { locale: language.value } });
  return item && { type: 'pages', id: item.id, title: item.title };
}
