// The phone number: how an organisation reaches somebody without an email address.
import { useTranslation } from 'react-i18next';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { savePhone, useAccount } from './desk.store.ts';
import type { DoorProps } from './person-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';

export function PhoneDoor(props: DoorProps) {
  const { item, status, refresh } = useAccount(props.person.id);
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (item === null) return <RowSkeletons count={1} />;
  return <PhoneForm {...props} phoneNumber={item.phoneNumber ?? ''} />;
}

function PhoneForm({ person, onDone, phoneNumber }: DoorProps & { phoneNumber: string }) {
  const { t } = useTranslation('desk');
  const place = useFirstFocus<HTMLDivElement>();

  async function handleSubmit(value: FormValue) {
    await savePhone(person.id, String(value.phoneNumber ?? '').trim());
    onDone(t('phone.done', { name: person.firstName }));
  }

  return (
    <div ref={place}>
      <Form
        of="users"
        className="desk-search"
        label={t('door.phone.title')}
        value={{ phoneNumber }}
        onSubmit={handleSubmit}
      >
        <Field
          name="phoneNumber"
          kind="tel"
          label={t('register.phone')}
          hint={t('phone.hint', { name: person.firstName })}
        />
        <SubmitButton>{t('phone.submit')}</SubmitButton>
      </Form>
    </div>
  );
}
