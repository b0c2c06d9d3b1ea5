// The screen of the editor of a newsletter: bar, mail, side, and the question before it is sent.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  NEWSLETTER_CALLS,
  type NewsletterBlockType,
  type NewsletterLocale,
} from '../../../../api/newsletter-calls.ts';
import { send } from '../../../../api/requests.ts';
import { Button } from '../../../../components/actions/button.tsx';
import type { MenuEntry } from '../../../../components/actions/menu.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { ConfirmDialog } from '../../../../components/feedback/dialog.tsx';
import { useMedia, WIDE } from '../../../../components/use-media.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { stepOfKey } from '../../../../lib/unsaved/history.ts';
import { SavingNotice } from '../../pages/editor/saving-notice.tsx';
import { newKey } from '../../pages/state/document.ts';
import { dayAndTime } from '../moments.ts';
import {
  isFull,
  type MailTexts,
  newBlock,
  textsOf,
  withAdded,
  withContent,
  withEnglish,
  withMoved,
  withoutBlock,
  withTexts,
} from '../state/newsletter-document.ts';
import { type ReadNewsletter, useNewsletterEditor } from '../state/use-newsletter-editor.ts';
import { useStored } from '../state/use-stored.ts';
import type { MailBlockAction } from './mail-block.tsx';
import { MailCanvas } from './mail-canvas.tsx';
import { NewsletterBar, NewsletterDock } from './newsletter-bar.tsx';
import { NewsletterPreviewPane, type View } from './newsletter-preview.tsx';
import {
  ChecksSection,
  SettingsSection,
  type Sheet,
  SideSheet,
  TestSection,
  WhenSection,
  WhoSection,
} from './side-sections.tsx';
import { usePictures } from './use-pictures.ts';
import { useSending } from './use-sending.ts';
import { momentOf } from './when.ts';

export function NewsletterScreen({ read }: { read: ReadNewsletter }) {
  const { t } = useTranslation(['newsletter-edit', 'content-pages']);
  const editor = useNewsletterEditor(read);
  const { id, doc, apply, undo, redo, flush } = editor;
  const isWide = useMedia(WIDE);
  const [wantedLocale, setLocale] = useState<NewsletterLocale>('nl');
  const locale = doc.en ? wantedLocale : 'nl';
  const [chosen, setChosen] = useState<string | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [reader, setReader] = useState<string | null>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [said, setSaid] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const { pictures, onPicture } = usePictures(editor.doc.nl, editor.doc.en);

  const audience = useStored(editor, 'audience', async (signal) => {
    const { item } = await send(NEWSLETTER_CALLS.audience, { id, signal });
    return item;
  });
  const checks = useStored(editor, 'checks', async (signal) => {
    const { item } = await send(NEWSLETTER_CALLS.checks, { id, signal });
    return item?.checks ?? null;
  });
  const preview = useStored(
    editor,
    view === null ? null : `${locale}/${reader ?? ''}`,
    async (signal) =>
      (await send(NEWSLETTER_CALLS.preview, { id, body: { locale, subscriberId: reader }, signal })).item,
  );
  const open = (checks.data ?? []).filter(({ isMet, isRequired }) => isRequired && !isMet).length;
  const recipients = audience.data?.recipients ?? null;
  const sending = useSending({
    editor,
    isReady: open === 0 && recipients !== null,
    onSheet: setSheet,
    onRefused: checks.retry,
  });
  const { when, isAsking, isBusy } = sending;

  const focusBlock = useCallback((key: string, part: string) => {
    requestAnimationFrame(() => {
      const element = root.current?.querySelector<HTMLElement>(`[data-drag="${CSS.escape(key)}"]`);
      element?.scrollIntoView?.({ block: 'nearest' });
      element?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
    });
  }, []);

  const changeTexts = (change: (texts: MailTexts) => MailTexts, field?: string) =>
    apply((now) => withTexts(now, locale, change), field && `${locale}.${field}`);

  function handleAdd(type: NewsletterBlockType, at: number) {
    const block = newBlock(
      type,
      type === 'vacancies' || type === 'activities' ? t(`firstTitle.${locale}.${type}`) : '',
    );
    changeTexts((texts) => withAdded(texts, block, at));
    setChosen(block.key);
    focusBlock(block.key, 'input, textarea, .block-content button');
    setSaid(t('content-pages:added', { name: t(`block.${type}`), number: at + 1 }));
  }

  function handleMove(key: string, to: number) {
    const { blocks } = textsOf(doc, locale);
    const block = blocks.find((each) => each.key === key);
    if (!block || to < 0 || to >= blocks.length) return;
    changeTexts((texts) => withMoved(texts, key, to));
    setSaid(
      t('content-pages:moved', {
        name: t(`block.${block.content.type}`),
        number: to + 1,
        total: blocks.length,
      }),
    );
  }

  function handleAct(key: string, action: MailBlockAction) {
    const texts = textsOf(doc, locale);
    const at = texts.blocks.findIndex((block) => block.key === key);
    const block = texts.blocks[at];
    if (!block) return;
    if (action === 'duplicate') {
      if (isFull(texts)) {
        addToast({ title: t('add.full'), color: 'warning' });
        return;
      }
      const copy = { ...block, key: newKey() };
      changeTexts((now) => withAdded(now, copy, at + 1));
      setChosen(copy.key);
      focusBlock(copy.key, '.grip');
      return;
    }
    changeTexts((now) => withoutBlock(now, key));
    setChosen(null);
    const next = texts.blocks[at + 1] ?? texts.blocks[at - 1];
    if (next) focusBlock(next.key, '.block-choose');
    addToast({
      title: t('content-pages:removed', { name: t(`block.${block.content.type}`) }),
      color: 'info',
      action: {
        label: t('content-pages:undo'),
        onClick: () => changeTexts((now) => withAdded(now, block, at)),
      },
    });
  }

  function handleRemoveEnglish() {
    const { en } = doc;
    apply((now) => ({ ...now, en: null }));
    setChosen(null);
    setLocale('nl');
    addToast({
      title: t('english.removed'),
      color: 'info',
      action: { label: t('content-pages:undo'), onClick: () => apply((now) => ({ ...now, en })) },
    });
  }

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const step = stepOfKey(event);
      if (step) {
        event.preventDefault();
        if (step === 'redo') redo();
        else undo();
      } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void flush();
      } else if (event.key === 'Escape') {
        if (sheet !== null) setSheet(null);
        else if (chosen !== null) {
          setChosen(null);
          focusBlock(chosen, '.block-choose');
        }
      }
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [sheet, chosen, undo, redo, flush, focusBlock]);

  const languageEntries: readonly MenuEntry[] = doc.en
    ? [
        {
          label: t(locale === 'nl' ? 'english.toEnglish' : 'english.toDutch'),
          icon: 'lang',
          onSelect: () => {
            setLocale(locale === 'nl' ? 'en' : 'nl');
            setChosen(null);
          },
        },
        {
          label: t('english.remove'),
          icon: 'trash',
          danger: true,
          apart: true,
          onSelect: handleRemoveEnglish,
        },
      ]
    : [
        {
          label: t('english.add'),
          icon: 'lang',
          hint: t('english.addHint'),
          onSelect: () => {
            apply(withEnglish);
            setLocale('en');
            setChosen(null);
          },
        },
      ];
  const settingsEntry: MenuEntry = {
    label: t('settings.title'),
    icon: 'settings',
    onSelect: () => setSheet('settings'),
  };
  const close = () => setSheet(null);

  return (
    <div className="page-editor newsletter-editor" ref={root}>
      <NewsletterBar
        editor={editor}
        locale={locale}
        view={view}
        isLater={when.isLater}
        isBusy={isBusy && !isAsking}
        entries={[settingsEntry, ...languageEntries]}
        onView={setView}
        onLocale={(next) => {
          setLocale(next);
          setChosen(null);
        }}
        onSend={() => void sending.begin()}
      />
      <div className={classNames('editor has-wide-side', sheet !== null && 'has-sheet')}>
        <div className="editor-main">
          <SavingNotice
            saving={editor.saving}
            problems={Object.values(editor.problems)}
            refused={t('notice.refused')}
            stale={
              <>
                <p>{t('notice.stale')}</p>
                <div className="button-row">
                  <Button onClick={() => void editor.overwrite()}>{t('notice.mine')}</Button>
                  <Button variant="quiet" onClick={() => void editor.reload()}>
                    {t('notice.theirs')}
                  </Button>
                </div>
              </>
            }
            onRetry={() => void flush()}
          />
          {view === null ? (
            <MailCanvas
              editor={editor}
              locale={locale}
              chosen={chosen}
              pictures={pictures}
              onPicture={onPicture}
              onTexts={changeTexts}
              onChoose={(key) => {
                setChosen(key);
                focusBlock(key, '.grip');
              }}
              onAdd={handleAdd}
              onMove={handleMove}
              onAct={handleAct}
              onContent={(key, content, field) =>
                changeTexts((texts) => withContent(texts, key, content), `${key}.${field}`)
              }
              onRemoveEnglish={handleRemoveEnglish}
            />
          ) : (
            <NewsletterPreviewPane
              view={view}
              preview={preview}
              locale={locale}
              sample={audience.data?.sample ?? []}
              reader={reader}
              onReader={setReader}
              onView={setView}
            />
          )}
        </div>
        <aside className="editor-side" aria-label={t('side')}>
          <SideSheet name="who" sheet={sheet} title={t('who.title')} onClose={close}>
            <WhoSection editor={editor} audience={audience} />
          </SideSheet>
          <SideSheet name="when" sheet={sheet} title={t('when.title')} onClose={close}>
            <WhenSection
              when={when}
              minutes={audience.data?.minutes ?? null}
              problem={sending.problem && t(`when.${sending.problem}`)}
              onChange={sending.choose}
            />
          </SideSheet>
          <SideSheet name="test" sheet={sheet} title={t('test.title')} onClose={close}>
            <TestSection editor={editor} locale={locale} />
          </SideSheet>
          <SideSheet name="checks" sheet={sheet} title={t('checks.title')} onClose={close}>
            <ChecksSection checks={checks} />
          </SideSheet>
          <SideSheet name="settings" sheet={sheet} title={t('settings.title')} onClose={close}>
            <SettingsSection editor={editor} />
          </SideSheet>
        </aside>
      </div>
      <NewsletterDock
        open={open}
        entries={[
          {
            label: t(view === null ? 'preview.short' : 'preview.write'),
            icon: view === null ? 'eye' : 'pen',
            onSelect: () => setView(view === null ? 'phone' : null),
          },
          ...(editor.canUndo
            ? [{ label: t('content-pages:bar.undo'), icon: 'undo' as const, onSelect: undo }]
            : []),
          ...(editor.canRedo
            ? [{ label: t('content-pages:bar.redo'), icon: 'redo' as const, onSelect: redo }]
            : []),
          settingsEntry,
          ...languageEntries,
        ]}
        onSheet={setSheet}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {isWide ? null : <span className="editor-bottom" />}
      <ConfirmDialog
        open={isAsking}
        title={t(when.isLater ? 'send.askLater' : 'send.askNow', { count: recipients ?? 0 })}
        confirmLabel={t(when.isLater ? 'send.schedule' : 'send.now')}
        busy={isBusy}
        onConfirm={() => void sending.confirm()}
        onCancel={sending.cancel}
      >
        <p>
          {when.isLater
            ? t('send.laterText', { moment: dayAndTime((momentOf(when) ?? new Date()).toISOString()) })
            : t('send.nowText')}
        </p>
      </ConfirmDialog>
    </div>
  );
}
