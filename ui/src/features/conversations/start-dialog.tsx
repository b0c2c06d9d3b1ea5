// Begins a conversation: with whom it is, and the first message. A conversation of the two that goes on is continued.
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useResource } from '../../api/hooks.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { MessageDialog, type NewMessage } from '../../components/conversations/message-dialog.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { useOwnMentors } from '../../lib/conversations/mentors.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { hasWork, isForOneself, selectedOrganizationId } from '../../lib/session/session.ts';
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
  const isToOrganization = recipientType === 'organizations';

  async function handleSend(message: NewMessage, key: string) {
    try {
      const made = await startConversation({ ...start, ...sender(start), ...message }, key);
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
    <MessageDialog
      title={t('start.title')}
      description={name ? t('start.with', { name }) : isToOrganization ? undefined : t('start.withSomebody')}
      of="conversation_forms"
      draft={draft}
      hasSubject={aboutType === undefined}
      hint={isToOrganization && name ? t('start.organization', { name }) : undefined}
      submit={t('start.send')}
      onSend={handleSend}
      onClose={onClose}
    >
      {about ? <p>{t('start.about', { title: about })}</p> : null}
    </MessageDialog>
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
