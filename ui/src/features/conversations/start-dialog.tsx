// Begins a conversation: with whom it is, and the first message. A conversation of the two that goes on is continued.
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useResource } from '../../api/hooks.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { useOwnMentors } from '../../lib/conversations/mentors.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { hasWork, isForOneself, selectedOrganizationId } from '../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { startConversation } from './conversations.store.ts';
import { hrefOf } from './list-url.ts';
import type { Start } from './start-url.ts';

const HOME = '/';

interface StartDialogProps {
  start: Start | 'wrong';
  onClose: () => void;
}

export function StartDialog({ start, onClose }: StartDialogProps) {
  return start === 'wrong' ? <WrongStart onClose={onClose} /> : <Starting start={start} onClose={onClose} />;
}

function WrongStart({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('conversations');
  return (
    <Dialog
      open
      small
      title={t('start.wrong.title')}
      onClose={onClose}
      footer={<ButtonLink href={HOME}>{t('start.cancel')}</ButtonLink>}
    >
      <p>{t('start.wrong.text')}</p>
    </Dialog>
  );
}

function Starting({ start, onClose }: { start: Start; onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const { recipientType, recipientId, aboutType, aboutId } = start;
  const name = useRecipientName(start);
  const about = useAboutTitle(start);
  const draft = `conversations/to-${recipientType}-${recipientId}-${aboutType ?? ''}-${aboutId ?? ''}`;
  const attempt = useRef({ text: '', key: '' });
  const isToOrganization = recipientType === 'organizations';

  async function handleSubmit(value: FormValue) {
    const subject = String(value.subject ?? '').trim();
    const body = String(value.body ?? '').trim();
    const text = `${subject}\n${body}`;
    // A second press on the button sends the same wish.
    if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
    try {
      const made = await startConversation(
        { ...start, ...sender(start), ...(subject === '' ? {} : { subject }), body },
        attempt.current.key,
      );
      dropDraft(draft);
      const state = { folder: 'all', q: '', about: [] } as const;
      navigateTo(hrefOf(state, made?.id ?? null), { replace: true });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.hasCode('blocked')) return [{ detail: t('start.blocked') }];
      if (thrown.statusCode === 403 || thrown.statusCode === 404) return [{ detail: t('start.forbidden') }];
      throw thrown;
    }
    return undefined;
  }

  return (
    <Dialog
      open
      title={t('start.title')}
      description={name ? t('start.with', { name }) : isToOrganization ? undefined : t('start.withSomebody')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="conversation_forms"
          label={t('start.title')}
          value={readDraft<FormValue>(draft) ?? { subject: '', body: '' }}
          onChange={(value) => saveDraft(draft, value)}
          onSubmit={handleSubmit}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('start.cancel')}
          </Button>
          <SubmitButton>{t('start.send')}</SubmitButton>
        </>
      }
    >
      {about ? <p>{t('start.about', { title: about })}</p> : null}
      {aboutType === undefined ? (
        <Field name="subject" label={t('start.subject')} short={t('start.subjectShort')} />
      ) : null}
      <Field
        name="body"
        kind="textarea"
        rows={6}
        label={t('start.body')}
        short={t('start.bodyShort')}
        hint={isToOrganization && name ? t('start.organization', { name }) : undefined}
      />
    </Dialog>
  );
}

/** Somebody of an organisation writes to a person for it; who volunteers writes for themselves. */
function sender({ recipientType }: Start): { senderOrganizationId?: string } {
  const id = selectedOrganizationId.peek();
  const isForTeam = recipientType === 'users' && id !== null && !isForOneself.peek();
  return isForTeam ? { senderOrganizationId: id } : {};
}

const isForMyself = (): boolean => isForOneself.value || !hasWork.value;

function useRecipientName({ recipientType, recipientId }: Start): string {
  const isTeam = recipientType === 'organizations';
  const organization = useResource('organizations', isTeam ? recipientId : null).item;
  // Who volunteers finds no people, but for who guides them.
  const person = useResource('users', isTeam || isForMyself() ? null : recipientId).item;
  const mentor = useOwnMentors(!isTeam && isForMyself()).find(({ id }) => id === recipientId);
  return organization?.name ?? mentor?.name ?? person?.fullName ?? '';
}

function useAboutTitle({ aboutType, aboutId }: Start): string {
  const vacancy = useResource('vacancies', aboutType === 'vacancies' ? (aboutId ?? null) : null).item;
  const activity = useResource('activities', aboutType === 'activities' ? (aboutId ?? null) : null).item;
  return vacancy?.title ?? activity?.title ?? '';
}
