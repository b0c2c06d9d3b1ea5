// What can be decided in the list, each with its key. Each waits ten seconds, in which it can be undone.
import { useTranslation } from 'react-i18next';
import { createResource, listResource, send } from '../../../api/requests.ts';
import type { Application } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import type { Answer, AnyDecision, ListDecision } from '../../../components/work-list/decisions.ts';
import { isStopped } from '../../../lib/checks/checks.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { impersonation } from '../../../lib/session/session.ts';
import { ACTIONS, type Action, fits, MESSAGE_AT_MOST, wordsOf } from '../detail/actions.ts';
import { namesOf } from '../detail/use-step-words.ts';

/** The keys, in the order in which the buttons stand. What is silent sends no mail. */
const KEYS: readonly { key: string; words: string; isSilent?: boolean }[] = [
  { key: 'c', words: 'contact' },
  { key: 'a', words: 'approve_as_mentor' },
  { key: 'a', words: 'accept' },
  { key: 'w', words: 'waitlist' },
  { key: 'p', words: 'offer' },
  { key: 's', words: 'confirm_match', isSilent: true },
  { key: 's', words: 'complete', isSilent: true },
  { key: 'h', words: 'reopen', isSilent: true },
  { key: 'r', words: 'reject' },
  { key: 'r', words: 'rejectHeld' },
];

/** A reason that says too little alone. */
const OTHER = 'other';

export function useDecisions(): readonly AnyDecision<Application>[] {
  const { t } = useTranslation(['applications', 'work-list', 'reasons']);
  const st = serverWords(t);

  function decisionOf(action: Action, key: string, isSilent: boolean): ListDecision<Application> {
    const words = wordsOf(action);
    const { event, reasons, variant, icon } = action;
    const one = (rows: readonly Application[]) => (rows.length === 1 ? rows[0] : undefined);
    return {
      name: words,
      key,
      label: st(`decision.${words}.label`),
      icon: icon ?? (event === 'reject' ? 'close' : undefined),
      // One button is the first: the next step where nobody has heard anything yet.
      variant: variant === 'danger' ? 'danger' : event === 'contact' || key === 'a' ? 'primary' : 'plain',
      // What nobody has seen yet stands in the panel, with what to do.
      isAllowed: (row) => fits(row, action) && !isStopped(row, event),
      isForMany: true,
      isDelayed: true,
      asks:
        reasons === undefined
          ? undefined
          : {
              title: (rows) => {
                const row = one(rows);
                return row
                  ? st(`dialog.${words}.title`, namesOf(row))
                  : st(`decision.${words}.titleMany`, { count: rows.length });
              },
              text: (rows) => {
                const row = one(rows);
                return row ? st(`dialog.${words}.text`, namesOf(row)) : t('decision.eachMail');
              },
              reasons: reasons.map((code) => ({
                value: code,
                label: st(`reasons:application.${code}`),
                needsMessage: code === OTHER && impersonation.value === null,
              })),
              message: impersonation.value
                ? undefined
                : {
                    label: t('decision.message'),
                    hint: t('decision.messageHint'),
                    atMost: MESSAGE_AT_MOST,
                    snippets: {
                      label: t('decision.snippets'),
                      keepLabel: t('decision.saveSnippet'),
                      load: loadSnippets,
                      keep: keepSnippet,
                    },
                  },
              preview: (rows, answer) => previewOf(rows, event, answer),
              confirm: st(`decision.${words}.confirm`),
            },
      callOf: (row, answer) => ({
        operation: STAFF_CALLS.applicationStep.operation,
        document: STAFF_CALLS.applicationStep.document,
        id: row.id,
        body: { event, ...said(answer) },
        version: row.rowVersion,
        bulk: STAFF_CALLS.applicationSteps.operation,
        name: row.name,
      }),
      done: (row) => st(`decision.${words}.done`, namesOf(row)),
      doneMany: (count) => st(`decision.${words}.doneMany`, { count }),
      doneText: isSilent ? undefined : t('decision.mailLeaves'),
    };
  }

  return KEYS.flatMap(({ key, words, isSilent = false }) => {
    const action = ACTIONS.find((each) => wordsOf(each) === words);
    return action ? [decisionOf(action, key, isSilent)] : [];
  });
}

const said = (answer: Answer | null): Record<string, unknown> => ({
  ...(answer?.reason ? { reasonCode: answer.reason } : {}),
  ...(answer?.message ? { message: answer.message } : {}),
});

/** The mail to the first of them, as it would be sent. */
async function previewOf(rows: readonly Application[], event: string, answer: Answer) {
  const [row] = rows;
  if (row === undefined) return null;
  return (await send(STAFF_CALLS.stepPreview, { id: row.id, body: { event, ...said(answer) } })).item;
}

const organizationOf = (rows: readonly Application[]): string | null => rows[0]?.organizationId ?? null;

async function loadSnippets(rows: readonly Application[]): Promise<readonly string[]> {
  const organizationIdEq = organizationOf(rows);
  if (organizationIdEq === null) return [];
  const { items } = await listResource('message_snippets', {
    filter: { organizationIdEq },
    page: { size: 8 },
  });
  return items.map(({ text }) => text);
}

async function keepSnippet(rows: readonly Application[], text: string): Promise<void> {
  const organizationId = organizationOf(rows);
  if (organizationId === null) return;
  await createResource('message_snippets', { organizationId, text: text.slice(0, 1000) });
}
