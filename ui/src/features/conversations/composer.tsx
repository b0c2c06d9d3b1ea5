// A field to write in a conversation. What is typed stays on this device until it is sent, and is sent once, however often
// the button is pressed or the network tries again.
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import type { Conversation } from '../../api/conversation-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Key } from '../../components/content/key.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { draftOf } from './conversation-list.tsx';
import { reloadConversations, sayTyping, writeMessage } from './conversations.store.ts';
import { isTeam, useNames } from './names.ts';
import { snippetOwner } from './snippet-values.ts';
import { SnippetsDialog } from './snippets-dialog.tsx';

/** In characters; the server refuses what is longer. */
export const LONGEST_MESSAGE = 5000;
const TYPING_EVERY_MS = 4000;
const SEND_KEYS = 'Ctrl Enter';

export const draftText = (id: string): string => {
  const draft = readDraft<unknown>(draftOf(id));
  return typeof draft === 'string' ? draft : '';
};

interface ComposerProps {
  conversation: Conversation;
  /** Another text, such as that of a message that was taken back; `round` says that it is a new one. */
  given: { text: string; round: number };
  field: RefObject<HTMLTextAreaElement | null>;
}

export function Composer({ conversation, given, field }: ComposerProps) {
  const { t } = useTranslation('conversations');
  const { id } = conversation;
  const { short } = useNames(conversation);
  const fieldId = useId();
  const [text, setText] = useState(() => draftText(id));
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const owner = snippetOwner(conversation);
  const attempt = useRef({ text: '', key: '' });
  const typedAt = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every text that is given
  useEffect(() => {
    if (given.round > 0 && text.trim() === '') change(given.text);
  }, [given.round]);

  function change(next: string) {
    setText(next);
    setProblem(null);
    if (next.trim() === '') dropDraft(draftOf(id));
    else saveDraft(draftOf(id), next);
  }

  function handleChange(next: string) {
    change(next);
    // A team sees who is answering, so that two do not answer at once.
    if (!isTeam(conversation) || next.trim() === '' || Date.now() - typedAt.current < TYPING_EVERY_MS) return;
    typedAt.current = Date.now();
    void sayTyping(id);
  }

  async function submit() {
    const body = text.trim();
    if (isBusy) return;
    if (body === '' || body.length > LONGEST_MESSAGE) {
      setProblem(body === '' ? t('write.empty') : t('write.long', { most: LONGEST_MESSAGE }));
      field.current?.focus();
      return;
    }
    if (attempt.current.text !== body) attempt.current = { text: body, key: crypto.randomUUID() };
    setIsBusy(true);
    setProblem(null);
    try {
      await writeMessage(id, body, attempt.current.key);
      attempt.current = { text: '', key: '' };
      dropDraft(draftOf(id));
      setText('');
      field.current?.focus();
    } catch (thrown) {
      setProblem(problemOf(thrown));
      // Blocked or closed meanwhile: the conversation says why.
      if (thrown instanceof ApiError && [403, 404, 422].includes(thrown.statusCode))
        void reloadConversations();
    }
    setIsBusy(false);
  }

  /** What the server says, such as when one may write again, is more than we know. */
  function problemOf(thrown: unknown): string {
    if (!(thrown instanceof ApiError)) return t('write.failed');
    if (thrown.isOffline) return t('write.offline');
    return thrown.problems[0]?.detail || t('write.failed');
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  }

  return (
    <>
      <form className="composer" noValidate onSubmit={handleSubmit}>
        {problem ? (
          <Notice tone="danger" live>
            {problem}
          </Notice>
        ) : null}
        <label htmlFor={fieldId}>{t('write.label', { name: short })}</label>
        <textarea
          ref={field}
          id={fieldId}
          className="input"
          rows={2}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${fieldId}-state`}
          onChange={(event) => handleChange(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <div className="composer-foot">
          {owner === null ? null : (
            <Button variant="quiet" icon="note" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
              {t('write.snippets')}
            </Button>
          )}
          <p id={`${fieldId}-state`} role="status">
            {text.trim() === '' ? '' : t('write.saved')}
          </p>
          <Button variant="primary" type="submit" icon="send" busy={isBusy}>
            {t('write.send')} <Key>{SEND_KEYS}</Key>
          </Button>
        </div>
      </form>
      {isChoosing && owner !== null ? (
        <SnippetsDialog
          conversation={conversation}
          owner={owner}
          onClose={() => setIsChoosing(false)}
          onInsert={(answer) => {
            change(text.trim() === '' ? answer : `${text.trimEnd()}\n\n${answer}`);
            setIsChoosing(false);
            requestAnimationFrame(() => field.current?.focus());
          }}
        />
      ) : null}
    </>
  );
}

interface ClosedComposerProps {
  conversation: Conversation;
  onUnblock: () => void;
}

/** In its place where nobody can write. */
export function ClosedComposer({ conversation, onUnblock }: ClosedComposerProps) {
  const { t } = useTranslation('conversations');
  const { short: name } = useNames(conversation);
  const { blockedBy, closedReason } = conversation;
  const isOurs = blockedBy === 'us';
  return (
    <div className="composer is-closed">
      <Icon name={isOurs || closedReason === 'blocked' ? 'ban' : 'lock'} />
      <p>{isOurs ? t('closed.blockedByUs', { name }) : t(`closed.${closedReason ?? 'other'}`, { name })}</p>
      {isOurs ? <Button onClick={onUnblock}>{t('thread.unblock')}</Button> : null}
    </div>
  );
}
