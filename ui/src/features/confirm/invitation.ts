// An invitation to make an account: what it says, and taking it. Draws nothing.
import { post } from '../../api/client.ts';
import { type Resource, readOne } from '../../api/jsonapi.ts';

export interface Invitation extends Resource {
  email: string;
  firstName: string | null;
  lastName: string | null;
  centerName: string;
  invitedBy: string | null;
  organizationName?: string | null;
}

const BY_LINK = { anonymous: true };

/** Looking at it does not use it up. */
export async function loadInvitation(invitationToken: string): Promise<Invitation | null> {
  const { document } = await post('/invitations/show', { invitationToken }, BY_LINK);
  return readOne<Invitation>(document);
}

export interface InvitationAnswer {
  firstName: string;
  lastName: string;
  password: string;
  acceptTerms: boolean;
}

export async function acceptInvitation(invitationToken: string, answer: InvitationAnswer): Promise<void> {
  const body = { invitationToken, ...answer, passwordConfirmation: answer.password };
  await post('/invitations/accept', body, BY_LINK);
}
