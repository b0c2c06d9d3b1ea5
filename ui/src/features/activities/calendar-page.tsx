// The calendar: what the server wrote.
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { usePageHead } from '../../lib/navigation/head.ts';
import { ServerHtml } from '../../lib/server-page/server-html.tsx';
import { useMissingPage, useServerPage } from '../../lib/server-page/server-page.ts';
import '../../components/layout/page-title.css';
import '../../components/table/filter-panel.css';
import '../../components/table/results-bar.css';
import '../../components/layout/find-page.css';
import './calendar.css';

export default function CalendarPage() {
  const loaded = useServerPage();
  const isOffline = useMissingPage(loaded);
  usePageHead(loaded.data?.title, loaded.data?.description);
  if (loaded.data) return <ServerHtml html={loaded.data.html} />;
  return isOffline ? <LoadProblem onRetry={() => void loaded.refresh()} /> : <RowSkeletons count={6} />;
}
