// What the placeholders of a saved answer become in a conversation, and whose answers go with it.
import type { Conversation } from '../../api/conversation-calls.ts';
import type { PlaceholderValues } from '../../lib/conversations/snippet-text.ts';
import { centreOwner, type SnippetOwner } from '../../lib/conversations/snippets.ts';
import { organizations } from '../../lib/session/session.ts';
import { firstWord, isTeam } from './names.ts';

/** Those of the team that the reader writes for. */
export function snippetOwner({ side, organizationId }: Conversation): SnippetOwner | null {
  if (side === 'center') return centreOwner();
  const own = organizations.value.find(({ id }) => id === organizationId);
  return side === 'organization' && own ? { type: 'organizations', id: own.id, name: own.name } : null;
}

const ABOUT_A_VACANCY: readonly string[] = ['applications', 'vacancies', 'volunteer_profile_replies'];

interface Writer {
  firstName: string;
  organizationName: string;
}

export function valuesOf(
  conversation: Conversation,
  { firstName, organizationName }: Writer,
): PlaceholderValues {
  const { aboutType, aboutTitle, otherSide, otherName } = conversation;
  return {
    voornaam: isTeam({ side: otherSide }) ? otherName : firstWord(otherName),
    vacature: ABOUT_A_VACANCY.includes(aboutType) ? aboutTitle : '',
    organisatie: organizationName,
    mijn_naam: firstName,
  };
}
