// The editor of a form: saves by itself, tells when a colleague changed it meanwhile, and keeps what was not saved.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { useFormData } from '../../api/form-data.ts';
import { useResource } from '../../api/hooks.ts';
import { send, updateResource } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { QUESTION_TYPES, type Question } from '../../components/form/questions/question.ts';
import { Card } from '../../components/layout/card.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { back, begun, forward, type History, stepOfKey, withStep } from '../../lib/unsaved/history.ts';
import { FormSettings } from './form-settings.tsx';
import { duplicated, type EditedForm, editedOf, inputOf, moved, newQuestion } from './form-state.ts';
import { PhonePreview } from './preview-page.tsx';
import { QuestionEditor, TextInput, TYPE_ICONS } from './question-editor.tsx';
import { englishTitle } from './templates.ts';
import './form-builder.css';

const SAVE_AFTER_MS = 1200;

export default function EditFormPage() {
  const { id = '' } = useParams();
  const { item, status, refresh } = useResource('forms', id);
  if (!item)
    return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={5} />;
  return (
    <Editor
      key={id}
      id={id}
      read={item as unknown as Record<string, unknown>}
      can={item.can}
      status={item.status}
      token={item.token}
    />
  );
}

interface EditorProps {
  id: string;
  read: Record<string, unknown>;
  can: readonly string[];
  status: string;
  token: string;
}

type Saving = 'saved' | 'waiting' | 'refused' | 'stale' | 'offline';

function Editor({ id, read, can, status, token }: EditorProps) {
  const { t } = useTranslation(['form-builder', 'routes']);
  const draft = `form-builder-${id}`;
  const kept = useRef(readDraft<EditedForm>(draft));
  // A draft of before a field was there lacks it.
  const [steps, setSteps] = useState<History<EditedForm>>(() =>
    begun({ ...editedOf(read), ...kept.current }),
  );
  const form = steps.now;
  const [saving, setSaving] = useState<Saving>(kept.current ? 'waiting' : 'saved');
  /** The question that is being worked on; the others are read. */
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // What the server has under each key: undoing brings back a question that is stored no longer.
  const stored = useRef((read.questions ?? []) as readonly Question[]);
  const latest = useRef(steps);
  const isUnderWay = useRef(false);
  const mayHide = can.includes('oversee');
  const { data: handlers } = useFormData(id, 'handlers');

  const save = useCallback(async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const sent = latest.current.now;
    try {
      const changed = await updateResource('forms', id, inputOf(sent, stored.current, mayHide));
      stored.current = changed.questions as readonly Question[];
      setErrors({});
      // What was typed while it was sent waits for its own turn.
      const isSaved = sent === latest.current.now;
      if (isSaved) dropDraft(draft);
      if (isSaved) setSaving('saved');
      else setTimeout(() => void save(), SAVE_AFTER_MS);
    } catch (cause) {
      const code = cause instanceof ApiError ? cause.statusCode : 0;
      setSaving(code === 412 ? 'stale' : code === 422 ? 'refused' : 'offline');
      if (cause instanceof ApiError) {
        setErrors(Object.fromEntries(cause.problems.map((each) => [each.field ?? '', each.detail ?? ''])));
      }
    } finally {
      isUnderWay.current = false;
    }
  }, [id, mayHide, draft]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change waits anew
  useEffect(() => {
    if (saving !== 'waiting') return;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form, saving, save]);

  const show = useCallback(
    (next: History<EditedForm>) => {
      if (next === latest.current) return;
      latest.current = next;
      setSteps(next);
      saveDraft(draft, next.now);
      setSaving('waiting');
    },
    [draft],
  );
  const undo = useCallback(() => show(back(latest.current)), [show]);
  const redo = useCallback(() => show(forward(latest.current)), [show]);

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const step = stepOfKey(event);
      if (step === null || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (step === 'redo') redo();
      else undo();
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [undo, redo]);

  /** One step back; typing in one field goes on as one. */
  function change(next: Partial<EditedForm>, field?: string) {
    show(withStep(latest.current, { ...latest.current.now, ...next }, field));
  }

  const asked = form.questions.filter((question) => !question.isHidden);
  const setAsked = (questions: readonly Question[], field?: string) =>
    change({ questions: [...questions, ...form.questions.filter((question) => question.isHidden)] }, field);

  async function handleStep(event: 'open' | 'close') {
    try {
      await save();
      await send(STAFF_CALLS.stepForm, { id, body: { event } });
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  }

  function handleReload() {
    dropDraft(draft);
    location.reload();
  }

  return (
    <div className="stack">
      <header className="builder-bar">
        <ButtonLink variant="quiet" small href="/form_builder" icon="left">
          {t('routes:formBuilder.title')}
        </ButtonLink>
        <div className="builder-name">
          <h1>{form.title || t('routes:formEdit.title')}</h1>
          <p className="small soft">
            {serverWords(t)(`state.${status}`)} · <span>{t(`saving.${saving}`)}</span>
          </p>
        </div>
        <div className="builder-tools">
          <Button
            variant="quiet"
            small
            icon="undo"
            off={steps.past.length === 0}
            aria-keyshortcuts="Control+Z"
            onClick={undo}
          >
            {t('edit.undo')}
          </Button>
          <Button
            variant="quiet"
            small
            icon="redo"
            off={steps.future.length === 0}
            aria-keyshortcuts="Control+Shift+Z"
            onClick={redo}
          >
            {t('edit.redo')}
          </Button>
          <ButtonLink variant="quiet" small href={`/form_builder/${id}/preview`} icon="eye">
            {t('edit.preview')}
          </ButtonLink>
          <ButtonLink variant="quiet" small href={`/form_builder/${id}`} icon="message">
            {t('edit.answers')}
          </ButtonLink>
        </div>
        {status === 'open' ? (
          <Button onClick={() => void handleStep('close')}>{t('step.close')}</Button>
        ) : (
          <Button variant="primary" onClick={() => void handleStep('open')}>
            {t('step.open')}
          </Button>
        )}
      </header>
      {saving === 'stale' ? (
        <Notice tone="warning" live>
          <p>{t('edit.stale')}</p>
          <Button onClick={handleReload}>{t('edit.reload')}</Button>
        </Notice>
      ) : null}
      {saving === 'offline' ? (
        <Notice tone="warning" live>
          <p>{t('edit.offline')}</p>
          <Button onClick={() => void save()}>{t('edit.retry')}</Button>
        </Notice>
      ) : null}
      {saving === 'refused' ? (
        <Notice tone="danger" live>
          {Object.entries(errors).map(([field, text]) => (
            <p key={field}>{text}</p>
          ))}
        </Notice>
      ) : null}
      {status === 'open' ? (
        <p className="soft">
          {t('edit.link')} <a href={`/forms/${token}`}>{`${location.origin}/forms/${token}`}</a>
        </p>
      ) : null}
      <div className="builder-layout">
        <div className="stack">
          <Card className="builder-pair">
            <TextInput
              id="form-title"
              label={t('edit.title')}
              most={150}
              value={form.title}
              onChange={(title) => change({ title, titleEn: englishTitle(form, title) }, 'title')}
            />
            <TextInput
              id="form-title-en"
              label={t('edit.titleEn')}
              most={150}
              value={form.titleEn}
              onChange={(titleEn) => change({ titleEn }, 'titleEn')}
            />
            <TextInput
              id="form-text"
              isLong
              label={t('edit.text')}
              most={3000}
              value={form.description}
              onChange={(description) => change({ description }, 'description')}
            />
            <TextInput
              id="form-text-en"
              isLong
              label={t('edit.textEn')}
              most={3000}
              value={form.descriptionEn}
              onChange={(descriptionEn) => change({ descriptionEn }, 'descriptionEn')}
            />
          </Card>
          <ol className="stack" aria-label={t('edit.questions')}>
            {asked.map((question, at) => (
              <li key={question.key} data-at={at}>
                <QuestionEditor
                  question={question}
                  number={at + 1}
                  earlier={asked.slice(0, at)}
                  isLast={at === asked.length - 1}
                  isOpen={openKey === question.key}
                  onOpen={(isOpen) => setOpenKey(isOpen ? question.key : null)}
                  onDrop={(place) => setAsked(moved(asked, at, place))}
                  error={Object.entries(errors).find(([field]) => field.startsWith(`questions.${at}.`))?.[1]}
                  onChange={(part) =>
                    setAsked(
                      asked.with(at, { ...question, ...part }),
                      `${question.key}.${Object.keys(part).join()}`,
                    )
                  }
                  onMove={(by) => setAsked(moved(asked, at, at + by))}
                  onDuplicate={() => {
                    const next = duplicated(asked, at);
                    setAsked(next);
                    setOpenKey(next[at + 1]?.key ?? null);
                  }}
                  onRemove={() => setAsked(asked.toSpliced(at, 1))}
                />
              </li>
            ))}
          </ol>
          <Card title={t('edit.add')}>
            <div className="builder-palette">
              {QUESTION_TYPES.map((type) => (
                <button
                  key={type}
                  type="button"
                  className="builder-tool"
                  onClick={() => {
                    const added = newQuestion(type, t('question.new'));
                    setAsked([...asked, added]);
                    setOpenKey(added.key);
                  }}
                >
                  <Icon name={TYPE_ICONS[type]} />
                  {t(`type.${type}`)}
                </button>
              ))}
            </div>
          </Card>
        </div>
        <div className="stack builder-side">
          <Card title={t('edit.phone')}>
            <PhonePreview
              title={form.title}
              titleEn={form.titleEn}
              description={form.description}
              questions={form.questions}
            />
          </Card>
          <FormSettings
            form={form}
            handlers={handlers ?? []}
            mayHide={mayHide}
            onChange={(part) => change(part, Object.keys(part).join())}
          />
        </div>
      </div>
    </div>
  );
}
