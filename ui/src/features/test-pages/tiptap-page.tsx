// The editor of a text with markup, and beside it what it makes of that.
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip, ChipRow } from '../../components/content/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { Output, TestPage } from './test-page.tsx';
import '../../components/content/prose.css';
import '../../components/rich-text/rich-text.css';
import '../../components/form/form.css';

const RichText = lazy(async () => ({
  default: (await import('../../components/rich-text/rich-text.tsx')).RichText,
}));

const MOST = 5000;

export default function TiptapPage() {
  const { t } = useTranslation('test-pages');
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const [html, setHtml] = useState('');
  return (
    <TestPage name="tiptap">
      <ChipRow label={t('tiptap.kind')}>
        {[false, true].map((whole) => (
          <Chip key={String(whole)} pressed={isWhole === whole} onClick={() => setIsWhole(whole)}>
            {t(whole ? 'tiptap.whole' : 'tiptap.part')}
          </Chip>
        ))}
      </ChipRow>
      <div className="test-halves">
        <Card title={t('tiptap.editor')} className="stack">
          <div className="field">
            <span className="field-label" id={`${id}-label`}>
              {t('tiptap.label')}
            </span>
            <Suspense fallback={<div className="rich-editor is-waiting" />}>
              <RichText
                key={String(isWhole)}
                id={id}
                labelledBy={`${id}-label`}
                describedBy={undefined}
                value={html}
                most={MOST}
                isWhole={isWhole}
                onChange={setHtml}
              />
            </Suspense>
          </div>
        </Card>
        <Card title={t('tiptap.output')} className="stack">
          <p className="soft">{t('tiptap.length', { length: formatNumber(html.length) })}</p>
          <Output value={html} label={t('tiptap.output')} />
        </Card>
      </div>
    </TestPage>
  );
}
