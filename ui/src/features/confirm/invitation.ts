// An invitation to make an account: what it says, and taking it. Draws nothing.
import { CALLS, type Invitation } from '../../api/calls.ts';
import { send } from '../../api/requests.ts';

const BY_LINK = { anonymous: true };

/** Looking at it does not use it up. */
export async function loadInvitation(invitationToken: string): Promise<Invitation | null> {
  return (await send(CALLS.showInvitation, { body: { invitationToken }, ...BY_LINK })).item;
}

export interface InvitationAnswer {
  firstName: string;
  lastName: string;
  password: string;
  acceptTerms: boolean;
}

export async function acceptInvitation(invitationToken: string, answer: InvitationAnswer): Promise<void> {
  const body = { invitationToken, ...answer, passwordConfirmation: answer.password };
  await send(CALLS.acceptInvitation, { body, ...BY_LINK });
}
