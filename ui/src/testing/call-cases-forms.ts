// The calls about forms: filling one in, and dealing with what came in.
import { fetchFile } from '../api/download.ts';
import { createResource, send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import { type CallCase, first, holds, refused, says } from './call-case.ts';

const QUESTION = { key: 'name', text: 'Hoe heet je?', questionType: 'text' };

async function aForm(more: object = {}): Promise<{ id: string; questionId: string }> {
  const form = await createResource('forms', {
    title: 'Een formulier',
    questions: [QUESTION],
    ...more,
  } as never);
  await send(STAFF_CALLS.stepForm, { id: form.id, body: { event: 'open' } });
  return { id: form.id, questionId: String(form.questions[0]?.id) };
}

async function aSubmission(): Promise<{ form: string; id: string }> {
  const { id, questionId } = await aForm();
  await send(STAFF_CALLS.submitForm, { id, body: { answers: { [questionId]: 'Noor' } } });
  const { items } = await send(STAFF_CALLS.formSubmissions, { id });
  return { form: id, id: first(items).id };
}

export const FORM_CASES = {
  formByToken: {
    as: 'nobody',
    ask: () => holds(send(STAFF_CALLS.formByToken, { id: 'contact' }), 'title', 'state', 'questions'),
  },
  submitForm: {
    as: 'nobody',
    ask: () => refused(send(STAFF_CALLS.submitForm, { id: 'contact', body: { answers: {} } }), 'invalid'),
  },
  stepForm: { as: 'centrum', ask: async () => void (await aForm()) },
  duplicateForm: {
    as: 'centrum',
    ask: async () => holds(send(STAFF_CALLS.duplicateForm, { id: (await aForm()).id }), 'title', 'questions'),
  },
  formSubmissions: { as: 'centrum', ask: async () => void (await aSubmission()) },
  submissionsFile: {
    as: 'centrum',
    ask: async () => void (await fetchFile(STAFF_CALLS.submissionsFile, (await aSubmission()).form)),
  },
  changeSubmissions: {
    as: 'centrum',
    ask: async () => {
      const { id } = await aSubmission();
      await send(STAFF_CALLS.changeSubmissions, { body: { ids: [id], attributes: { event: 'finish' } } });
    },
  },
  stepSubmission: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(STAFF_CALLS.stepSubmission, { id: (await aSubmission()).id, body: { event: 'start' } }),
        'status',
      ),
  },
  replyToSubmission: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(STAFF_CALLS.replyToSubmission, { id: (await aSubmission()).id, body: { message: 'Dag' } }),
        'invalid',
      ),
  },
  inviteToForm: {
    as: 'centrum',
    ask: async () => {
      const { id } = await aForm({ accessPermission: 'token_holder' });
      await says(send(STAFF_CALLS.inviteToForm, { id, body: { emails: ['noor@example.com'] } }), 'count');
    },
  },
  remindOfForm: {
    as: 'centrum',
    ask: async () => {
      const { id } = await aForm({ accessPermission: 'token_holder' });
      await says(send(STAFF_CALLS.remindOfForm, { id, body: {} }), 'count');
    },
  },
} as const satisfies Readonly<Record<string, CallCase>>;
