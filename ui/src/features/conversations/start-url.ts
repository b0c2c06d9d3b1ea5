// With whom and about what a conversation begins, as a link says it: `?to=organizations:12&about=vacancies:5`.
import type { ConversationStart } from '../../api/conversation-calls.ts';

export type Start = Omit<ConversationStart, 'body' | 'subject' | 'senderOrganizationId'>;

const ABOUT = ['vacancies', 'activities'] as const;
const PAIR = /^([a-z_]+):(\d{1,18})$/;

/** Null where the address starts nothing; 'wrong' where it names what cannot be. */
export function readStart(params: URLSearchParams): Start | 'wrong' | null {
  const to = params.get('to');
  if (to === null) return null;
  const [, recipientType, recipientId] = PAIR.exec(to) ?? [];
  if (recipientId === undefined || (recipientType !== 'organizations' && recipientType !== 'users'))
    return 'wrong';
  const about = params.get('about');
  if (about === null) return { recipientType, recipientId };
  const [, type, aboutId] = PAIR.exec(about) ?? [];
  const aboutType = ABOUT.find((each) => each === type);
  if (aboutId === undefined || aboutType === undefined) return 'wrong';
  return { recipientType, recipientId, aboutType, aboutId };
}
