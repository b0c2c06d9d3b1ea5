// Who manages the organisation: invite, leave or take somebody out. The last one stays, as the server says.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useCall } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import type { Organization, User } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog, Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { currentUser } from '../../../lib/session/session.ts';

const nameOf = ({ firstName, lastName, email }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || '';

export function MembersCard({ organization: { id, name, can } }: { organization: Organization }) {
  const { t } = useTranslation('organization-manage');
  const { data } = useCall(STAFF_CALLS.members, { id, query: { 'page[size]': 50 } });
  const [isInviting, setIsInviting] = useState(false);
  const [going, setGoing] = useState<User | null>(null);
  if (!can.includes('manage') || !data) return null;
  const me = currentUser.value?.id;
  const again = () => refresh(keyOf(`/organizations/${id}/members`));

  async function handleInvite(value: FormValue) {
    const text = (field: string) => String(value[field] ?? '').trim();
    await send(STAFF_CALLS.addPerson, {
      body: {
        email: text('email'),
        ...(text('firstName') ? { firstName: text('firstName') } : {}),
        ...(text('lastName') ? { lastName: text('lastName') } : {}),
        // With an organisation alone somebody is asked to manage it.
        organizationId: id,
      },
    });
    addToast({ title: t('members.invited'), message: t('members.invitedText'), color: 'success' });
    setIsInviting(false);
    await again();
  }

  async function handleRemove() {
    if (!going) return;
    const isMe = going.id === me;
    setGoing(null);
    try {
      await send(STAFF_CALLS.removeMember, { id, query: { userId: going.id } });
      addToast({ title: t(isMe ? 'members.left' : 'members.removed', { name }), color: 'success' });
      if (isMe) navigateTo('/account/roles');
      else await again();
    } catch (thrown) {
      addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  const isMe = going?.id === me;
  return (
    <Card title={t('members.title')} className="stack">
      <ul className="organization-lines">
        {data.items.map((person) => (
          <li key={person.id}>
            <div>
              <AppLink href={`/users/${person.id}`}>{nameOf(person)}</AppLink>
              {person.status === 'invited' ? (
                <StatusBadge tone="neutral">{t('members.waits')}</StatusBadge>
              ) : null}
            </div>
            <Button
              small
              variant="quiet"
              aria-label={t(person.id === me ? 'members.leaveOf' : 'members.removeOf', {
                name: nameOf(person),
                organization: name,
              })}
              onClick={() => setGoing(person)}
            >
              {t(person.id === me ? 'members.leave' : 'members.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Button icon="plus" onClick={() => setIsInviting(true)}>
        {t('members.invite')}
      </Button>
      <p className="soft small">{t('members.handOver')}</p>
      <Dialog
        open={isInviting}
        small
        title={t('members.invite')}
        description={t('members.inviteText', { name })}
        onClose={() => setIsInviting(false)}
        wrap={(content) => (
          <Form of="users" value={{}} onSubmit={handleInvite} label={t('members.invite')}>
            {content}
          </Form>
        )}
        footer={<SubmitButton>{t('members.send')}</SubmitButton>}
      >
        <Field name="email" kind="email" label={t('members.email')} rules={{ required: true }} />
        <FieldPair>
          <Field name="firstName" label={t('members.firstName')} rules={{ required: false }} />
          <Field name="lastName" label={t('members.lastName')} rules={{ required: false }} />
        </FieldPair>
      </Dialog>
      <ConfirmDialog
        open={going !== null}
        title={t(isMe ? 'members.leaveAsk' : 'members.removeAsk', {
          name: going ? nameOf(going) : '',
          organization: name,
        })}
        confirmLabel={t(isMe ? 'members.leave' : 'members.remove')}
        variant="danger"
        onConfirm={() => void handleRemove()}
        onCancel={() => setGoing(null)}
      >
        <p>{t('members.removeText')}</p>
      </ConfirmDialog>
    </Card>
  );
}
