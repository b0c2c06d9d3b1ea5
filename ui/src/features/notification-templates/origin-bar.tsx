// Whose text is in force, how it differs from the one above it, and the way back to that.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextLocale } from '../../api/template-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { centre } from '../../lib/centre/centre.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { hasTenantText, type Origin, originOf } from './template-texts.ts';
import type { TemplateEditor } from './use-template.ts';

const ICONS: Readonly<Record<Origin, IconName>> = {
  built_in: 'note',
  tenant: 'globe',
  volunteer_center: 'pen',
};

interface OriginBarProps {
  editor: TemplateEditor;
  locale: TextLocale;
  mayReset: boolean;
}

export function OriginBar({ editor, locale, mayReset }: OriginBarProps) {
  const { t } = useTranslation('mail-texts');
  const [asked, setAsked] = useState<'difference' | 'reset' | null>(null);
  const { stored, texts, above, isUnsaved } = editor.of[locale];
  const origin = originOf(stored, editor.scope);
  const isOwn = origin === editor.scope;
  const isTenantAbove = editor.scope === 'volunteer_center' && hasTenantText(stored);
  const levels: Origin[] = ['built_in', ...(isTenantAbove ? (['tenant'] as const) : [])];
  const name = centre.value?.name ?? '';

  async function handleReset() {
    const isDone = await editor.reset(locale);
    setAsked(null);
    addToast({
      title: t(isDone ? 'reset.done' : 'versions.failed'),
      color: isDone ? 'success' : 'danger',
    });
  }

  return (
    <div className="mail-origin">
      <ol aria-label={t('origin.label')}>
        {levels.map((level) => (
          <li key={level} aria-current={!isOwn && !isUnsaved && level === levels.at(-1) ? 'true' : undefined}>
            <Icon name={ICONS[level]} />
            {t(`origin.${level}`)}
          </li>
        ))}
        {isOwn || isUnsaved ? (
          <li aria-current="true">
            <Icon name={ICONS[editor.scope]} />
            {isOwn ? t(`origin.${editor.scope}`, { centre: name }) : t('origin.unsaved')}
          </li>
        ) : null}
      </ol>
      {isOwn || isUnsaved ? (
        <div className="button-row">
          <Button variant="quiet" icon="copy" onClick={() => setAsked('difference')}>
            {t('origin.difference')}
          </Button>
          {isOwn && mayReset ? (
            <Button variant="quiet" icon="undo" onClick={() => setAsked('reset')}>
              {t('origin.reset')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {asked === 'difference' ? (
        <DifferenceDialog
          title={t(isTenantAbove ? 'difference.titleTenant' : 'difference.title')}
          locale={locale}
          before={above}
          beforeLabel={t(isTenantAbove ? 'difference.beforeTenant' : 'difference.before')}
          now={texts}
          onClose={() => setAsked(null)}
        />
      ) : null}
      <ConfirmDialog
        open={asked === 'reset'}
        title={t(isTenantAbove ? 'reset.titleTenant' : 'reset.title')}
        confirmLabel={t('reset.confirm')}
        busy={editor.isBusy}
        onConfirm={() => void handleReset()}
        onCancel={() => setAsked(null)}
      >
        <p>{t(`reset.${locale}`)}</p>
      </ConfirmDialog>
    </div>
  );
}
