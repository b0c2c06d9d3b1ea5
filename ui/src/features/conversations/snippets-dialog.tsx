// Saved answers: choose one, see what it becomes in this conversation, and insert it. Add, edit and delete them too.
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import type { Conversation } from '../../api/conversation-calls.ts';
import type { MessageSnippet } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { Chip, ChipRow } from '../../components/content/badge.tsx';
import { ENTER, Key } from '../../components/content/key.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Icon } from '../../components/media/icon.tsx';
import {
  codeOf,
  filled,
  PLACEHOLDERS,
  type PlaceholderValues,
  partsOf,
  snippetTitle,
} from '../../lib/conversations/snippet-text.ts';
import {
  removeSnippet,
  type SnippetOwner,
  saveSnippet,
  useSnippets,
} from '../../lib/conversations/snippets.ts';
import { currentUser } from '../../lib/session/session.ts';
import { valuesOf } from './snippet-values.ts';

const LONGEST = 1000;
const SHORTEST = 3;

interface SnippetsDialogProps {
  conversation: Conversation;
  owner: SnippetOwner;
  onInsert: (text: string) => void;
  onClose: () => void;
}

type View = { kind: 'choose' } | { kind: 'manage' } | { kind: 'edit'; snippet: MessageSnippet | null };

export function SnippetsDialog({ conversation, owner, onInsert, onClose }: SnippetsDialogProps) {
  const { t } = useTranslation('conversations');
  const [view, setView] = useState<View>({ kind: 'choose' });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { items, status, refresh } = useSnippets(owner);
  const values = valuesOf(conversation, {
    firstName: currentUser.value?.firstName ?? '',
    organizationName: owner.name,
  });
  const chosen = items.find(({ id }) => id === chosenId) ?? items[0];
  if (view.kind === 'edit')
    return (
      <EditDialog
        owner={owner}
        snippet={view.snippet}
        onClose={() => setView({ kind: items.length > 0 ? 'manage' : 'choose' })}
      />
    );
  const isManaging = view.kind === 'manage';

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (chosen && !isManaging) onInsert(filled(chosen.text, values));
  }

  return (
    <Dialog
      open
      title={t('snippets.title')}
      onClose={onClose}
      wrap={(content) => (
        <form className="decision-form" noValidate onSubmit={handleSubmit}>
          {content}
        </form>
      )}
      footer={
        isManaging ? (
          <>
            <Button variant="quiet" onClick={() => setView({ kind: 'choose' })}>
              {t('snippets.choose')}
            </Button>
            <Button variant="primary" icon="plus" onClick={() => setView({ kind: 'edit', snippet: null })}>
              {t('snippets.add')}
            </Button>
          </>
        ) : (
          <>
            {items.length > 0 ? (
              <Button
                variant="quiet"
                icon="pen"
                className="push-end"
                onClick={() => setView({ kind: 'manage' })}
              >
                {t('snippets.manage')}
              </Button>
            ) : null}
            <Button onClick={onClose}>{t('snippets.cancel')}</Button>
            {items.length > 0 ? (
              <Button variant="primary" type="submit">
                {t('snippets.insert')} <Key>{ENTER}</Key>
              </Button>
            ) : (
              <Button variant="primary" icon="plus" onClick={() => setView({ kind: 'edit', snippet: null })}>
                {t('snippets.add')}
              </Button>
            )}
          </>
        )
      }
    >
      {status === 'error' ? (
        <LoadProblem message={t('snippets.failed')} onRetry={() => void refresh()} />
      ) : items.length === 0 ? (
        status === 'success' ? (
          <p>{t('snippets.none')}</p>
        ) : (
          <RowSkeletons count={3} />
        )
      ) : isManaging ? (
        <Managed items={items} onEdit={(snippet) => setView({ kind: 'edit', snippet })} />
      ) : (
        <>
          <fieldset className="reason-list">
            <legend>{t('snippets.which')}</legend>
            {items.map((snippet) => (
              <label className="reason" key={snippet.id}>
                <input
                  type="radio"
                  name="snippet"
                  value={snippet.id}
                  checked={snippet.id === chosen?.id}
                  onChange={() => setChosenId(snippet.id)}
                />
                <Icon name="check" />
                <span>{snippetTitle(filled(snippet.text, values))}</span>
              </label>
            ))}
          </fieldset>
          {chosen ? <Preview text={chosen.text} values={values} /> : null}
        </>
      )}
    </Dialog>
  );
}

function Preview({ text, values }: { text: string; values: PlaceholderValues }) {
  const { t } = useTranslation('conversations');
  const parts = partsOf(text, values);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className="saved-answer" role="group" aria-label={t('snippets.preview')}>
      <p>
        {parts.map((part, at) =>
          part.kind === 'text' ? (
            part.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which do not move
            <mark key={at}>{part.text}</mark>
          ),
        )}
      </p>
      {parts.some(({ kind }) => kind === 'open') ? <p className="hint">{t('snippets.open')}</p> : null}
    </div>
  );
}

interface ManagedProps {
  items: readonly MessageSnippet[];
  onEdit: (snippet: MessageSnippet) => void;
}

function Managed({ items, onEdit }: ManagedProps) {
  const { t } = useTranslation('conversations');
  const [asking, setAsking] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  async function remove(id: string) {
    setHasFailed(false);
    try {
      await removeSnippet(id);
      setAsking(null);
    } catch {
      setHasFailed(true);
    }
  }

  return (
    <>
      {hasFailed ? (
        <Notice tone="danger" live>
          {t('done.failed')}
        </Notice>
      ) : null}
      <ul className="snippet-list">
        {items.map((snippet) => {
          const text = snippetTitle(snippet.text);
          return (
            <li key={snippet.id}>
              <span>{text}</span>
              {asking === snippet.id ? (
                <span className="snippet-question">
                  <b>{t('snippets.removeTitle')}</b> {t('snippets.removeText')}
                  <span className="button-row">
                    <Button small onClick={() => setAsking(null)}>
                      {t('snippets.cancel')}
                    </Button>
                    <Button small variant="danger" onClick={() => void remove(snippet.id)}>
                      {t('snippets.remove')}
                    </Button>
                  </span>
                </span>
              ) : (
                <span className="button-row">
                  <Button
                    small
                    variant="quiet"
                    aria-label={t('snippets.editLabel', { text })}
                    onClick={() => onEdit(snippet)}
                  >
                    {t('snippets.edit')}
                  </Button>
                  <Button
                    small
                    variant="quiet"
                    aria-label={t('snippets.removeLabel', { text })}
                    onClick={() => setAsking(snippet.id)}
                  >
                    {t('snippets.remove')}
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface EditDialogProps {
  owner: SnippetOwner;
  snippet: MessageSnippet | null;
  onClose: () => void;
}

function EditDialog({ owner, snippet, onClose }: EditDialogProps) {
  const { t } = useTranslation('conversations');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(snippet?.text ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Where the cursor stands. */
  function insert(code: string) {
    const at = field.current?.selectionStart ?? text.length;
    setText(text.slice(0, at) + code + text.slice(field.current?.selectionEnd ?? at));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at + code.length, at + code.length);
    });
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim().length < SHORTEST) {
      setProblem(t('write.empty'));
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    try {
      await saveSnippet(owner, snippet?.id ?? null, text.trim());
      onClose();
    } catch (thrown) {
      const said = thrown instanceof ApiError ? thrown.problems[0]?.detail : undefined;
      setProblem(said || t('done.failed'));
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={t(snippet ? 'snippets.edit' : 'snippets.add')}
      onClose={onClose}
      wrap={(content) => (
        <form className="decision-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
          {content}
        </form>
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('snippets.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('snippets.save')}
          </Button>
        </>
      }
    >
      <div className="field">
        <label htmlFor={id}>{t('snippets.text')}</label>
        <p className="hint" id={`${id}-hint`}>
          {t('snippets.textHint')}
        </p>
        {problem ? (
          <p className="field-error" id={`${id}-wrong`} role="alert">
            {problem}
          </p>
        ) : null}
        <textarea
          ref={field}
          id={id}
          className="input"
          rows={5}
          maxLength={LONGEST}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? `${id}-hint ${id}-wrong` : `${id}-hint`}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
      </div>
      <ChipRow label={t('snippets.placeholders')}>
        {PLACEHOLDERS.map((name) => (
          <Chip key={name} icon="plus" onClick={() => insert(codeOf(name))}>
            {t(`snippets.placeholder.${name}`)}
          </Chip>
        ))}
      </ChipRow>
    </Dialog>
  );
}
