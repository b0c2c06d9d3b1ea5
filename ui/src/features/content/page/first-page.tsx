// The first page: that of the centre. One that has none yet shows what every centre has: search, what there is to do,
// what is new.
import { lazy, Suspense } from 'react';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { ReadContent } from './read-content.tsx';
import { useMissingPage, useReadPage } from './read-page.ts';

const HomePage = lazy(async () => {
  const [home] = await Promise.all([import('../home/home-page.tsx'), loadWords(['home'])]);
  return home;
});

const LoadProblem = lazy(async () => ({
  default: (await import('../../../components/feedback/load-problem.tsx')).LoadProblem,
}));

export default function FirstPage() {
  const { read, error, refresh } = useReadPage('home');
  const isNone = error?.statusCode === 404;
  useMissingPage(isNone ? null : error);
  if (read) return <ReadContent read={read} />;
  if (error?.isOffline) {
    return (
      <Suspense>
        <div className="page section">
          <LoadProblem onRetry={() => void refresh()} />
        </div>
      </Suspense>
    );
  }
  if (!isNone) return <RowSkeletons count={6} />;
  return (
    <Suspense fallback={<RowSkeletons count={6} />}>
      <HomePage />
    </Suspense>
  );
}
