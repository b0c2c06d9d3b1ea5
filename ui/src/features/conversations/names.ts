// Names of the sides of a conversation, as its reader reads them.
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../api/conversation-calls.ts';

export const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** An organisation and a centre answer as a team. */
export const isTeam = ({ side }: Pick<Conversation, 'side'>): boolean =>
  side === 'organization' || side === 'center';

/** A person is called by the first name; a team by the whole of it. */
export function shortName({ otherSide, otherName }: Pick<Conversation, 'otherSide' | 'otherName'>): string {
  return isTeam({ side: otherSide }) ? otherName : firstWord(otherName);
}

/** About nothing else than the two themselves: what it is about is with whom it is. */
export const isPlain = ({ aboutType }: Pick<Conversation, 'aboutType'>): boolean =>
  aboutType === 'users' || aboutType === 'organizations';

export function useNames(conversation: Pick<Conversation, 'otherSide' | 'otherName'>) {
  const { t } = useTranslation('conversations');
  const gone = t('list.gone');
  return { name: conversation.otherName || gone, short: shortName(conversation) || gone };
}
