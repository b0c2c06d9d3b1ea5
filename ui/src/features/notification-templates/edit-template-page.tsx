// The editor of one mail: its texts in both languages beside what they become, who they are for, and what they were.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { TextLocale, TextScope } from '../../api/template-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { UnsavedBar } from '../../components/layout/stepper.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { centre } from '../../lib/centre/centre.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { language } from '../../lib/locale/language.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { useScreenError } from '../../lib/navigation/use-screen-error.ts';
import { menu } from '../../lib/session/session.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { useFaultWords } from './faults.tsx';
import { OriginBar } from './origin-bar.tsx';
import { PreviewSection } from './preview-section.tsx';
import { SendCard, TestCard, VersionsCard } from './side-cards.tsx';
import { editPath, hrefOf as listHref } from './template-list.ts';
import { LOCALES } from './template-texts.ts';
import { fieldIdOf, TextCards } from './text-card.tsx';
import { usePreview } from './use-preview.ts';
import { type TemplateEditor, useStoredTexts, useTemplate } from './use-template.ts';
import '../../components/table/results-bar.css';
import '../../components/form/form.css';
import './notification-templates.css';

const SCOPES = ['volunteer_center', 'tenant'] as const;
const LIST = listHref({ view: 'all', q: '' });

/** The level and the language stand in the address. */
function addressOf(kind: string, scope: TextScope, locale: TextLocale): string {
  const query = new URLSearchParams({ ...(scope === 'tenant' ? { scope } : {}), locale });
  return `${editPath(kind)}?${query}`;
}

export default function EditTemplatePage() {
  const { id = '' } = useParams();
  const params = useQuery();
  const mayChooseLevel = menu.value.includes('centres');
  const scope = mayChooseLevel && params.get('scope') === 'tenant' ? 'tenant' : 'volunteer_center';
  const locale = LOCALES.find((each) => each === params.get('locale')) ?? language.value;
  return (
    <Template
      key={`${id}/${scope}`}
      kind={id}
      scope={scope}
      locale={locale}
      mayChooseLevel={mayChooseLevel}
    />
  );
}

interface TemplateProps {
  kind: string;
  scope: TextScope;
  locale: TextLocale;
  mayChooseLevel: boolean;
}

function Template({ kind, scope, locale, mayChooseLevel }: TemplateProps) {
  const { t } = useTranslation(['mail-texts', 'mail-kinds']);
  // Whoever may change the settings of the centre may take a text away, and switch a mail off.
  const mayReset = menu.value.includes('centre_settings');
  const loaded = useStoredTexts(kind, scope);
  const editor = useTemplate(loaded, { kind, scope, mayReset });
  const isOffline = useScreenError(editor ? null : loaded.error);
  const name = serverWords(t)(`mail-kinds:${kind}`);
  usePageHead(name);
  return (
    <div className="mail-editor">
      <AppLink className="mail-back" href={LIST}>
        <Icon name="left" />
        {t('title')}
      </AppLink>
      <PageTitle
        title={name}
        description={editor ? serverWords(t)(`goesTo.${editor.of[locale].stored.audience}`) : undefined}
      />
      {mayChooseLevel ? (
        <nav className="view-switch mail-level" aria-label={t('level.label')}>
          {SCOPES.map((each) => (
            <AppLink
              key={each}
              href={addressOf(kind, each, locale)}
              aria-current={each === scope ? 'true' : undefined}
            >
              {t(`level.${each}`, { centre: centre.value?.name ?? '' })}
            </AppLink>
          ))}
        </nav>
      ) : null}
      {editor ? (
        <Editing editor={editor} locale={locale} mayReset={mayReset} />
      ) : isOffline ? (
        <LoadProblem onRetry={() => void Promise.all(LOCALES.map((each) => loaded.docs[each].refresh()))} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </div>
  );
}

interface EditingProps {
  editor: TemplateEditor;
  locale: TextLocale;
  mayReset: boolean;
}

function Editing({ editor, locale, mayReset }: EditingProps) {
  const { t } = useTranslation('mail-texts');
  const { texts, faults, stored } = editor.of[locale];
  const isFaulty = faults.length > 0;
  const preview = usePreview({ kind: editor.kind, locale, texts, isFaulty });
  return (
    <>
      {stored.isActive ? null : <Notice tone="warning">{t('send.offNotice')}</Notice>}
      {LOCALES.filter((each) => editor.of[each].hasConflict).map((each) => (
        <Conflict key={each} editor={editor} locale={each} />
      ))}
      <div className="mail-editor-layout">
        <div className="mail-editor-side">
          <OriginBar editor={editor} locale={locale} mayReset={mayReset} />
          <TextCards
            editor={editor}
            locale={locale}
            hrefOf={(each) => addressOf(editor.kind, editor.scope, each)}
            subjectLength={
              preview.state === 'fresh' && preview.mail ? [...preview.mail.subject].length : null
            }
          />
          <SendCard editor={editor} locale={locale} mayReset={mayReset} />
        </div>
        <div className="mail-editor-side">
          <PreviewSection preview={preview} locale={locale} />
          <TestCard editor={editor} locale={locale} isFaulty={isFaulty} />
          <VersionsCard key={locale} editor={editor} locale={locale} />
        </div>
      </div>
      <SaveBar editor={editor} locale={locale} />
    </>
  );
}

function Conflict({ editor, locale }: { editor: TemplateEditor; locale: TextLocale }) {
  const { t } = useTranslation('mail-texts');
  const [isComparing, setIsComparing] = useState(false);
  const { base, texts } = editor.of[locale];
  return (
    <Notice tone="warning" live>
      <p>
        <strong>{t('conflict.title')}</strong> ({t(`text.${locale}`)})
      </p>
      <p>{t('conflict.text')}</p>
      <div className="button-row">
        <Button onClick={() => setIsComparing(true)}>{t('conflict.difference')}</Button>
        <Button busy={editor.isBusy} onClick={() => void handleSave(editor, t('save.saved'))}>
          {t('conflict.mine')}
        </Button>
        <Button variant="quiet" onClick={() => editor.discard(locale)}>
          {t('conflict.theirs')}
        </Button>
      </div>
      {isComparing ? (
        <DifferenceDialog
          title={t('conflict.title')}
          locale={locale}
          before={base}
          beforeLabel={t('difference.theirs')}
          now={texts}
          onClose={() => setIsComparing(false)}
        />
      ) : null}
    </Notice>
  );
}

async function handleSave(editor: TemplateEditor, title: string): Promise<void> {
  if (await editor.save()) addToast({ title, color: 'success' });
}

/** While something is not saved: what is wrong first, where it stands, and the buttons. */
function SaveBar({ editor, locale }: { editor: TemplateEditor; locale: TextLocale }) {
  const { t } = useTranslation('mail-texts');
  const tell = useFaultWords(editor.of[locale].stored);
  if (!editor.isUnsaved) return null;
  // The other language may be as it was when its text was never right: only what is saved is held up.
  const wrong = LOCALES.filter((each) => editor.of[each].isUnsaved).flatMap((each) =>
    editor.of[each].faults.map((fault) => ({ locale: each, fault })),
  );
  const [first] = wrong;

  function handleDiscard() {
    const undo = editor.discard();
    addToast({ title: t('save.discarded'), action: { label: t('save.undo'), onClick: undo } });
  }

  return (
    <div className="mail-save">
      {editor.failure ? (
        <Notice tone="danger" live>
          <p>
            {t('save.failed')} {editor.failure === 'failed' ? null : t(`save.${editor.failure}`)}
          </p>
        </Notice>
      ) : null}
      <UnsavedBar
        title={first ? t('save.first', { count: wrong.length }) : undefined}
        detail={
          first ? (
            <AppLink
              href={`${addressOf(editor.kind, editor.scope, first.locale)}#${fieldIdOf(first.locale, first.fault.part)}`}
              onClick={() => focusLater(fieldIdOf(first.locale, first.fault.part))}
            >
              {tell(first.fault, editor.of[first.locale].texts).about}
            </AppLink>
          ) : undefined
        }
      >
        <Button variant="quiet" onClick={handleDiscard}>
          {t('save.discard')}
        </Button>
        <Button
          variant="primary"
          busy={editor.isBusy}
          off={wrong.length > 0}
          onClick={() => void handleSave(editor, t('save.saved'))}
        >
          {t('save.submit')}
        </Button>
      </UnsavedBar>
    </div>
  );
}

/** The language that it stands in may have to be drawn first. */
function focusLater(id: string): void {
  setTimeout(() => {
    const field = document.getElementById(id);
    field?.scrollIntoView?.({ block: 'center' });
    field?.focus();
  }, 50);
}
