// A page of a centre at whatever address it gave it, its news, and one item or story of it.
import { ShareButton } from '../../../components/actions/share-buttons.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import type { Island } from '../../../lib/server-page/server-html.tsx';
import { useMissingPage, useServerPage } from '../../../lib/server-page/server-page.ts';
import { BLOCK_ISLANDS } from './block-islands.tsx';
import { CentrePage } from './centre-page.tsx';
import '../../../components/layout/page-title.css';
import '../../../components/table/pagination.css';
import './campaign.css';

const ISLANDS: readonly Island[] = [
  ...BLOCK_ISLANDS,
  { selector: '.article-side', render: () => <ShareArticle /> },
];

export default function ContentPage() {
  const loaded = useServerPage();
  const isOffline = useMissingPage(loaded);
  if (loaded.data) return <CentrePage page={loaded.data} islands={ISLANDS} />;
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
