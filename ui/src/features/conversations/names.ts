// Names of the sides of a conversation, as its reader reads them.
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../api/conversation-calls.ts';
import { currentUser } from '../../lib/session/session.ts';
import { firstWord } from './snippet-text.ts';

/** An organisation and a centre answer as a team. */
export const isTeam = ({ side }: Pick<Conversation, 'side'>): boolean =>
  side === 'organization' || side === 'center';

/** A person is called by the first name; a team by the whole of it. */
export function shortName({ otherSide, otherName }: Pick<Conversation, 'otherSide' | 'otherName'>): string {
  return otherSide === 'person' || otherSide === 'mentor' ? firstWord(otherName) : otherName;
}

export function useNames(conversation: Pick<Conversation, 'otherSide' | 'otherName'>) {
  const { t } = useTranslation('conversations');
  const gone = t('list.gone');
  return { name: conversation.otherName || gone, short: shortName(conversation) || gone };
}

/** Whether who is signed in wrote it: nobody else does on the side of a person. */
export const isByMe = (conversation: Pick<Conversation, 'side'>, authorName: string): boolean =>
  !isTeam(conversation) || authorName === currentUser.value?.fullName;
