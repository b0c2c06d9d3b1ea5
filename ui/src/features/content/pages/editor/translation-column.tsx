// The page in its other language beside it, to read along: block by block, with what is missing there.
import { useTranslation } from 'react-i18next';
import { useLoaded } from '../../../../api/hooks.ts';
import { ButtonLink } from '../../../../components/actions/button.tsx';
import { LoadProblem } from '../../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../../components/feedback/loading.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { BlockHtml } from '../canvas/block-html.tsx';
import { useBlockWords } from '../canvas/block-words.ts';
import { lackingIn } from '../state/lacking.ts';
import { type ReadPage, readPage } from '../state/page-reading.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

export function TranslationColumn({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const id = editor.page.translationId ?? '';
  const { data, status, refresh } = useLoaded<ReadPage>(id ? `page-beside-${id}` : null, (stop) =>
    readPage(id, stop),
  );
  if (!data)
    return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={4} />;
  const lacking = lackingIn(editor.doc, data.doc);
  const locale = data.page.locale;
  return (
    <section
      className="canvas is-beside"
      lang={locale}
      aria-label={t('beside.label', { name: t(`locale.${locale}`) })}
    >
      <div className="canvas-frame">
        <b>{data.page.title}</b>
        <ButtonLink small variant="quiet" icon="pen" href={`/content/pages/${id}/edit`}>
          {t('beside.edit')}
        </ButtonLink>
      </div>
      {lacking.length > 0 ? (
        <Notice tone="warning">
          <p>{t('beside.lacking', { count: lacking.length })}</p>
          <ul>
            {lacking.map(({ block, reason }) => (
              <li key={block.key}>{t(`beside.${reason}`, { name: words.name(block.blockType) })}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice>{t('beside.complete')}</Notice>
      )}
      <div className="content-blocks" inert>
        {data.doc.blocks.map(({ key }) => (
          <BlockHtml key={key} html={data.html.get(key) ?? ''} />
        ))}
      </div>
    </section>
  );
}
