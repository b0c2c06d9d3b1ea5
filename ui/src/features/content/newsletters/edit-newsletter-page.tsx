// The editor of a newsletter that is a draft; one that is on its way is looked at on its own screen.
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useLoaded } from '../../../api/hooks.ts';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useScreenError } from '../../../lib/navigation/use-screen-error.ts';
import '../pages/editor/page-editor.css';
import '../pages/editor/side-panel.css';
import './newsletter-editor.css';
import { NewsletterScreen } from './editor/newsletter-screen.tsx';
import { hrefOfOne } from './newsletters-url.ts';
import { type ReadNewsletter, readNewsletter } from './state/use-newsletter-editor.ts';

export default function EditNewsletterPage() {
  const { id = '' } = useParams();
  const read = useLoaded<ReadNewsletter>(`newsletter-editor-${id}`, (stop) => readNewsletter(id, stop), {
    isNew: true,
  });
  // What is being edited is never replaced by a later reading of the same screen.
  const [first, setFirst] = useState<ReadNewsletter | null>(null);
  const { data } = read;
  useEffect(() => setFirst((known) => (known?.newsletter.id === id ? known : (data ?? null))), [data, id]);
  usePageHead(first?.newsletter.title);
  const isOffline = useScreenError(first ? null : read.error);
  const isDraft = first?.newsletter.status === 'draft';
  useEffect(() => {
    if (first && !isDraft) navigateTo(hrefOfOne(first.newsletter), { replace: true });
  }, [first, isDraft]);
  if (first && first.newsletter.id === id && isDraft) return <NewsletterScreen key={id} read={first} />;
  return isOffline ? <LoadProblem onRetry={() => void read.refresh()} /> : <RowSkeletons count={6} />;
}
