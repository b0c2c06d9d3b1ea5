// The mail with made-up data: as a mail program shows it, light or dark, on a phone or a computer, or as plain text.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextLocale } from '../../api/template-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { ViewChoice } from '../../components/actions/view-choice.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { MAIL_WIDTHS, MailView } from '../../components/mail/mail-view.tsx';
import { centre } from '../../lib/centre/centre.ts';
import type { Preview } from './use-preview.ts';

const FORMS = ['html', 'plain'] as const;
const MODES = ['light', 'dark'] as const;
const SIZES = ['phone', 'desk'] as const;

export function PreviewSection({ preview, locale }: { preview: Preview; locale: TextLocale }) {
  const { t } = useTranslation('mail-texts');
  const id = useId();
  const [form, setForm] = useState<(typeof FORMS)[number]>('html');
  const [mode, setMode] = useState<(typeof MODES)[number]>('light');
  const [size, setSize] = useState<(typeof SIZES)[number]>('phone');
  const { mail, state } = preview;
  return (
    <section className="stack mail-preview-section" aria-labelledby={id}>
      <div className="mail-preview-tools">
        <h2 id={id}>{t('preview.title')}</h2>
        <ViewChoice
          label={t('preview.how')}
          options={FORMS}
          value={form}
          labelOf={(each) => t(`preview.${each}`)}
          onChange={setForm}
        />
        {form === 'html' ? (
          <>
            <ViewChoice
              label={t('preview.colours')}
              options={MODES}
              value={mode}
              labelOf={(each) => t(`preview.${each}`)}
              onChange={setMode}
            />
            <ViewChoice
              label={t('preview.width')}
              options={SIZES}
              value={size}
              labelOf={(each) => t(`preview.${each}`)}
              onChange={setSize}
            />
          </>
        ) : null}
      </div>
      {state === 'refused' ? (
        <Notice tone="warning">{t(mail ? 'preview.stale' : 'preview.blocked')}</Notice>
      ) : null}
      {state === 'failed' ? (
        <Notice tone="warning" live>
          <p>{t('preview.failed')}</p>
          <Button small onClick={preview.retry}>
            {t('preview.retry')}
          </Button>
        </Notice>
      ) : null}
      {mail ? (
        <MailView
          mail={mail}
          locale={locale}
          from={centre.value?.name ?? ''}
          to={t('preview.to')}
          title={t('preview.frame')}
          isPlain={form === 'plain'}
          mode={mode}
          width={MAIL_WIDTHS[size]}
          state={state}
        />
      ) : state === 'waiting' ? (
        <RowSkeletons count={4} />
      ) : null}
    </section>
  );
}
