// What differs between two texts of a mail, word by word.
import { useTranslation } from 'react-i18next';
import { TEXT_PARTS, type TextLocale } from '../../api/template-calls.ts';
import { Marked } from '../../components/content/marked-text.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import type { Texts } from './template-texts.ts';

interface DifferenceDialogProps {
  title: string;
  locale: TextLocale;
  before: Texts;
  beforeLabel: string;
  now: Texts;
  onClose: () => void;
}

export function DifferenceDialog({
  title,
  locale,
  before,
  beforeLabel,
  now,
  onClose,
}: DifferenceDialogProps) {
  const { t } = useTranslation('mail-texts');
  const changed = TEXT_PARTS.filter((part) => before[part].trim() !== now[part].trim());
  return (
    <Dialog
      open
      wide
      title={title}
      description={changed.length > 0 ? t('difference.text') : undefined}
      onClose={onClose}
    >
      {changed.length === 0 ? <p>{t('difference.same')}</p> : null}
      {changed.map((part) => (
        <section key={part} className="revision-part revision">
          <h3>{t(`part.${part}`)}</h3>
          <dl className="revision-pair">
            <div>
              <dt>{beforeLabel}</dt>
              <dd lang={locale}>
                {before[part] ? (
                  <Marked text={before[part]} beside={now[part]} isNew={false} />
                ) : (
                  t('difference.empty')
                )}
              </dd>
            </div>
            <div className="is-new">
              <dt>{t('difference.now')}</dt>
              <dd lang={locale}>
                {now[part] ? <Marked text={now[part]} beside={before[part]} isNew /> : t('difference.empty')}
              </dd>
            </div>
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
