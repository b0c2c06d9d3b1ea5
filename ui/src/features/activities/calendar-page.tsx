// The calendar: what the server wrote, with what depends on who reads it.
import { effect } from '@preact/signals-react';
import { CopyButton } from '../../components/actions/share-buttons.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { usePageHead } from '../../lib/navigation/head.ts';
import { type Island, ServerHtml } from '../../lib/server-page/server-html.tsx';
import { useMissingPage, useServerPage } from '../../lib/server-page/server-page.ts';
import { leadToMaking } from './making.ts';
import '../../components/layout/page-title.css';
import '../../components/table/filter-panel.css';
import '../../components/table/results-bar.css';
import '../../components/layout/find-page.css';
import './calendar.css';

const ISLANDS: readonly Island[] = [
  {
    selector: '.follow-copy',
    render: ({ dataset: { address = '', label = '' } }) => <CopyButton text={address} label={label} />,
  },
];

const enhance = (page: HTMLElement): (() => void) => effect(() => leadToMaking(page));

export default function CalendarPage() {
  const loaded = useServerPage();
  const isOffline = useMissingPage(loaded);
  usePageHead(loaded.data?.title, loaded.data?.description);
  if (loaded.data) return <ServerHtml html={loaded.data.html} islands={ISLANDS} enhance={enhance} />;
  return isOffline ? <LoadProblem onRetry={() => void loaded.refresh()} /> : <RowSkeletons count={6} />;
}
