// Sending a newsletter, or planning that: what stands in the way is shown first, then it is asked.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { NEWSLETTER_CALLS } from '../../../../api/newsletter-calls.ts';
import { send } from '../../../../api/requests.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import { LIST } from '../newsletters-url.ts';
import type { NewsletterEditor } from '../state/use-newsletter-editor.ts';
import type { Sheet } from './side-sections.tsx';
import { firstWhen, momentOf, problemOf, type When, type WhenProblem } from './when.ts';

interface Options {
  editor: NewsletterEditor;
  /** Required checks are met, and it is known how many get it. */
  isReady: boolean;
  /** Shows what stands in the way. */
  onSheet: (sheet: Sheet) => void;
  /** The checks are not what they were. */
  onRefused: () => void;
}

export interface Sending {
  when: When;
  problem: WhenProblem | null;
  /** The question is open. */
  isAsking: boolean;
  isBusy: boolean;
  choose: (when: When) => void;
  begin: () => Promise<void>;
  confirm: () => Promise<void>;
  cancel: () => void;
}

const has = (cause: unknown, name: string): boolean =>
  cause instanceof ApiError && (cause.hasCode(name) || cause.problems.some(({ meta }) => meta.rule === name));

export function useSending({ editor, isReady, onSheet, onRefused }: Options): Sending {
  const { t } = useTranslation(['newsletter-edit', 'content-pages']);
  const { id, flush } = editor;
  const [when, setWhen] = useState<When>(firstWhen);
  const [problem, setProblem] = useState<WhenProblem | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  function handleRefused(cause: unknown) {
    if (has(cause, 'past')) {
      setProblem('past');
      onSheet('when');
    } else if (has(cause, 'not_ready')) {
      onRefused();
      addToast({ title: t('send.notReady'), color: 'warning' });
      onSheet('checks');
    } else if (cause instanceof ApiError && (cause.statusCode === 412 || cause.statusCode === 428)) {
      addToast({ title: t('send.changed'), color: 'warning' });
    } else {
      addToast({
        title: cause instanceof ApiError && cause.message ? cause.message : t('content-pages:failed'),
        color: 'danger',
      });
    }
  }

  return {
    when,
    problem,
    isAsking,
    isBusy,
    choose: (next) => {
      setWhen(next);
      setProblem(null);
    },
    begin: async () => {
      setIsBusy(true);
      const state = await flush();
      setIsBusy(false);
      const wrong = problemOf(when);
      setProblem(wrong);
      if (state !== 'saved') addToast({ title: t('notSaved'), color: 'danger' });
      else if (wrong) onSheet('when');
      else if (isReady) setIsAsking(true);
      else onSheet('checks');
    },
    confirm: async () => {
      setIsBusy(true);
      try {
        const sendAt = momentOf(when)?.toISOString() ?? null;
        // What is sent is what stands in the editor, and not what a colleague has stored meanwhile.
        const headers = { 'If-Match': editor.version() };
        await send(NEWSLETTER_CALLS.schedule, { id, body: { sendAt }, headers });
        addToast({ title: t(sendAt ? 'send.scheduled' : 'send.started'), color: 'success' });
        navigateTo(`${LIST}/${id}`);
      } catch (cause) {
        setIsAsking(false);
        handleRefused(cause);
      } finally {
        setIsBusy(false);
      }
    },
    cancel: () => setIsAsking(false),
  };
}
