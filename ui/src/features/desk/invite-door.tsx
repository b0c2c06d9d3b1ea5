// Inviting somebody to go on by themselves: they get a link by email, and everything that was done for them stays theirs.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { invite } from './desk.store.ts';
import type { DoorProps } from './person-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';

const OWN_ACCESS = 'has_own_access';

export function InviteDoor({ person, onDone }: DoorProps) {
  const { t } = useTranslation('desk');
  const [key, setKey] = useState({ of: '', is: '' });
  const place = useFirstFocus<HTMLDivElement>('form input');
  const name = person.firstName;

  async function handleSubmit(value: FormValue) {
    const email = String(value.email ?? '').trim();
    const used = key.of === email ? key : { of: email, is: crypto.randomUUID() };
    setKey(used);
    try {
      onDone(t('invite.done', { name, email: await invite(person.id, email, used.is) }));
      return [];
    } catch (error) {
      const isTheirs =
        error instanceof ApiError &&
        error.problems.some(({ code, meta }) => code === OWN_ACCESS || meta.rule === OWN_ACCESS);
      if (isTheirs) return [{ field: 'email', detail: t('invite.ownAccess', { name }) }];
      throw error;
    }
  }

  return (
    <div ref={place}>
      <p>{t('invite.text', { name })}</p>
      <Form
        of="desk_invitations"
        className="desk-search"
        label={t('door.invite.title')}
        value={{ email: '' }}
        onSubmit={handleSubmit}
      >
        <Field
          name="email"
          kind="email"
          label={t('invite.email', { name })}
          short={t('invite.emailShort')}
          hint={t('invite.hint', { name })}
          autoComplete="off"
        />
        <SubmitButton>{t('invite.submit')}</SubmitButton>
      </Form>
    </div>
  );
}
