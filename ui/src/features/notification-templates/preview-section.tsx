// The mail with made-up data: as a mail program shows it, light or dark, on a phone or a computer, or as plain text.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextLocale } from '../../api/template-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { LetterFrame } from '../../components/content/letter-frame.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { centre } from '../../lib/centre/centre.ts';
import type { Preview } from './use-preview.ts';

const FORMS = ['html', 'plain'] as const;
const MODES = ['light', 'dark'] as const;
const WIDTHS = { phone: 360, desk: 680 } as const;
const SIZES = ['phone', 'desk'] as const;

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T;
  labelOf: (option: T) => string;
  onChange: (option: T) => void;
}

function Choice<T extends string>({ label, options, value, labelOf, onChange }: ChoiceProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not fields.
    <div className="view-switch" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {labelOf(option)}
        </button>
      ))}
    </div>
  );
}

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
        <Choice
          label={t('preview.how')}
          options={FORMS}
          value={form}
          labelOf={(each) => t(`preview.${each}`)}
          onChange={setForm}
        />
        {form === 'html' ? (
          <>
            <Choice
              label={t('preview.colours')}
              options={MODES}
              value={mode}
              labelOf={(each) => t(`preview.${each}`)}
              onChange={setMode}
            />
            <Choice
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
        <div
          className={classNames('mail-view', state !== 'fresh' && 'is-stale')}
          data-theme={form === 'html' ? mode : undefined}
          aria-busy={state === 'waiting'}
        >
          <div className="mail-view-head">
            <b>{centre.value?.name}</b>
            <small>{t('preview.to')}</small>
            <p lang={locale}>{mail.subject}</p>
          </div>
          {form === 'html' ? (
            <div className="mail-view-body">
              <LetterFrame html={mail.html} title={t('preview.frame')} width={WIDTHS[size]} mode={mode} />
            </div>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long mail is read with the keys
            <pre className="mail-view-text" lang={locale} tabIndex={0}>
              {mail.text}
            </pre>
          )}
        </div>
      ) : state === 'waiting' ? (
        <RowSkeletons count={4} />
      ) : null}
    </section>
  );
}
