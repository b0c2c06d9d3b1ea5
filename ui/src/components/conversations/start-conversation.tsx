// A way to begin a conversation, for who is signed in: it leads to the screen of conversations, which asks for the message.
import { useTranslation } from 'react-i18next';
import { impersonation, isSignedIn, organizations } from '../../lib/session/session.ts';
import { ButtonLink } from '../actions/button.tsx';
import { startHref } from './start-href.ts';

interface StartConversationProps {
  to: { type: 'organizations' | 'users'; id: string };
  about?: { type: 'vacancies' | 'activities'; id: string } | undefined;
  /** Asks a question about something; else it only writes. */
  asks?: boolean;
  wide?: boolean;
}

export function StartConversation({ to, about, asks = false, wide }: StartConversationProps) {
  const { t } = useTranslation('start-conversation');
  // Nobody writes to their own organisation, or as somebody else.
  const isOwn = to.type === 'organizations' && organizations.value.some(({ id }) => id === to.id);
  if (!isSignedIn.value || impersonation.value !== null || isOwn) return null;
  return (
    <ButtonLink icon="message" href={startHref(to, about)} wide={wide}>
      {t(asks ? 'ask' : 'write')}
    </ButtonLink>
  );
}
