// The editor of a page or news item: the page itself in the middle, what can be set at its side.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { useCall, useLoaded } from '../../../../api/hooks.ts';
import { AppLink } from '../../../../components/actions/app-link.tsx';
import { LoadProblem } from '../../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../../components/feedback/loading.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { usePageHead } from '../../../../lib/navigation/head.ts';
import { useScreenError } from '../../../../lib/navigation/use-screen-error.ts';
import '../../blocks/styles.ts';
import '../../../../components/table/table-tools.css';
import './page-editor.css';
import './side-panel.css';
import { type ReadPage, readPage } from '../state/page-reading.ts';
import { EditorScreen } from './editor-screen.tsx';

export default function EditPage() {
  const { t } = useTranslation('content-pages');
  const { id = '' } = useParams();
  const read = useLoaded<ReadPage>(`page-editor-${id}`, (stop) => readPage(id, stop), { isNew: true });
  const types = useCall(CONTENT_CALLS.blockTypes, {}, { once: true });
  // What is being edited is never replaced by a later reading of the same screen.
  const [first, setFirst] = useState<ReadPage | null>(null);
  const { data } = read;
  useEffect(() => setFirst((known) => (known?.page.id === id ? known : (data ?? null))), [data, id]);
  usePageHead(first?.page.title);
  useScreenError(read.error);
  if (first && first.page.id === id && types.data) {
    if (first.page.status === 'deleted') {
      const list = first.page.pageType === 'news' ? '/content/news' : '/content/pages';
      return (
        <Notice>
          {t('deletedPage')} <AppLink href={`${list}?status=deleted`}>{t('toDeleted')}</AppLink>
        </Notice>
      );
    }
    if (!first.page.can.includes('update')) return <Notice>{t('readOnly')}</Notice>;
    return <EditorScreen key={id} read={first} types={types.data.items} />;
  }
  if (read.status === 'error' || types.status === 'error') {
    return (
      <LoadProblem
        onRetry={() => {
          void read.refresh();
          void types.refresh();
        }}
      />
    );
  }
  return <RowSkeletons count={6} />;
}
