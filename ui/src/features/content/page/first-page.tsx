// The first page: that of the centre. One that has none yet shows what every centre has: search, what there is to do,
// what is new.
import { lazy, Suspense } from 'react';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { useMissingPage, useServerPage } from '../../../lib/server-page/server-page.ts';
import { CentrePage } from './centre-page.tsx';

const HomePage = lazy(async () => {
  const [home] = await Promise.all([import('../home/home-page.tsx'), loadWords(['home'])]);
  return home;
});

const LoadProblem = lazy(async () => ({
  default: (await import('../../../components/feedback/load-problem.tsx')).LoadProblem,
}));

export default function FirstPage() {
  const { data, error, refresh } = useServerPage();
  const isNone = error?.statusCode === 404;
  const isOffline = useMissingPage({ data, error: isNone ? null : error });
  if (data) return <CentrePage page={data} />;
  if (isOffline) {
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
