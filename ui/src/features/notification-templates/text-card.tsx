// The texts of a mail: a switch between the languages, and for each the subject, the introduction and the message.
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TEXT_PARTS, type TextLocale, type TextPart } from '../../api/template-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Card } from '../../components/layout/card.tsx';
import { type FieldHandle, MailField } from '../../components/mail/mail-field.tsx';
import { FaultLines, type Mended, useFaultWords } from './faults.tsx';
import { SlotsCard } from './slots-card.tsx';
import { LOCALES } from './template-texts.ts';
import type { LocalText, TemplateEditor } from './use-template.ts';

/** What an error leads to. */
export const fieldIdOf = (locale: TextLocale, part: TextPart): string => `mail-${locale}-${part}`;

const KINDS = { subject: 'line', intro: 'lines', body: 'message' } as const;

interface TextCardsProps {
  editor: TemplateEditor;
  locale: TextLocale;
  hrefOf: (locale: TextLocale) => string;
  /** Characters of the subject as the preview has it. */
  subjectLength: number | null;
}

/** The texts, and beside them what is filled in: a press puts it where the cursor was last. */
export function TextCards({ editor, locale, hrefOf, subjectLength }: TextCardsProps) {
  const fields: Record<TextPart, RefObject<FieldHandle | null>> = {
    subject: useRef<FieldHandle>(null),
    intro: useRef<FieldHandle>(null),
    body: useRef<FieldHandle>(null),
  };
  const last = useRef<TextPart>('body');
  const { stored } = editor.of[locale];
  return (
    <>
      <TextCard
        editor={editor}
        locale={locale}
        hrefOf={hrefOf}
        subjectLength={subjectLength}
        fields={fields}
        onFocus={(part) => {
          last.current = part;
        }}
      />
      <SlotsCard stored={stored} onInsert={(piece) => fields[last.current].current?.insert(piece)} />
    </>
  );
}

interface TextCardProps extends TextCardsProps {
  fields: Readonly<Record<TextPart, RefObject<FieldHandle | null>>>;
  onFocus: (part: TextPart) => void;
}

function TextCard({ editor, locale, hrefOf, subjectLength, fields, onFocus }: TextCardProps) {
  const { t } = useTranslation('mail-texts');
  const { stored, texts, faults } = editor.of[locale];
  const tell = useFaultWords(stored);
  const known = new Set(stored.placeholders);

  function handleMend(part: TextPart, { text, piece }: Mended) {
    if (text !== null) editor.change(locale, part, text);
    else if (piece) fields[part].current?.insert(piece);
    fields[part].current?.focus();
  }

  return (
    <Card className="stack mail-text-card" title={t('text.title')}>
      <nav className="view-switch" aria-label={t('text.language')}>
        {LOCALES.map((each) => (
          <AppLink key={each} href={hrefOf(each)} aria-current={each === locale ? 'true' : undefined}>
            {t(`text.${each}`)}
            <LanguageDot text={editor.of[each]} isShown={each !== locale} />
          </AppLink>
        ))}
      </nav>
      {stored.isMissingTranslation && !stored.isChanged ? (
        <p className="hint">{t('text.missingHint')}</p>
      ) : null}
      {TEXT_PARTS.map((part) => {
        const told = faults.filter((fault) => fault.part === part).map((fault) => tell(fault, texts));
        return (
          <MailField
            key={`${locale}-${part}`}
            ref={fields[part]}
            id={fieldIdOf(locale, part)}
            kind={KINDS[part]}
            isRequired={part !== 'intro'}
            locale={locale}
            label={t(`part.${part}`)}
            hint={part === 'intro' ? t('part.introHint') : part === 'body' ? t('part.bodyHint') : undefined}
            value={texts[part]}
            limit={stored.maxLengths[part]}
            known={known}
            isInvalid={told.length > 0}
            faults={
              told.length > 0 ? (
                <FaultLines told={told} onMend={(mended) => handleMend(part, mended)} />
              ) : null
            }
            foot={
              part === 'subject' && subjectLength !== null ? (
                <p className="hint">{t('part.subjectLength', { count: subjectLength })}</p>
              ) : null
            }
            onChange={(text) => editor.change(locale, part, text)}
            onFocus={() => onFocus(part)}
          />
        );
      })}
    </Card>
  );
}

/** Of the language that is not shown: something there waits. */
function LanguageDot({ text, isShown }: { text: LocalText; isShown: boolean }) {
  const { t } = useTranslation('mail-texts');
  const isMissing = text.stored.isMissingTranslation && !text.stored.isChanged;
  const word = text.isUnsaved ? 'unsaved' : isMissing ? 'missing' : null;
  if (!isShown || word === null) return null;
  return (
    <>
      <span className="language-dot" aria-hidden="true" />
      <span className="visually-hidden">, {t(`text.${word}`)}</span>
    </>
  );
}
