// How to follow the calendar: what the server wrote, with a button that copies the address.
import { CopyButton } from '../../components/actions/share-buttons.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { usePageHead } from '../../lib/navigation/head.ts';
import { type Island, ServerHtml } from '../../lib/server-page/server-html.tsx';
import { useMissingPage, useServerPage } from '../../lib/server-page/server-page.ts';
import '../../components/form/form.css';
import '../../components/layout/page-title.css';
import '../../components/feedback/notice.css';
import './follow.css';

const ISLANDS: readonly Island[] = [{ selector: '.follow-copy', render: () => <CopyAddress /> }];

export default function SubscribePage() {
  const loaded = useServerPage();
  const isOffline = useMissingPage(loaded);
  usePageHead(loaded.data?.title, loaded.data?.description);
  if (loaded.data) return <ServerHtml html={loaded.data.html} islands={ISLANDS} />;
  return isOffline ? <LoadProblem onRetry={() => void loaded.refresh()} /> : <RowSkeletons count={6} />;
}

function CopyAddress() {
  return <CopyButton text={document.querySelector<HTMLInputElement>('#address')?.value ?? ''} />;
}
