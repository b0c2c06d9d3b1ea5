// One person of those whom the reader looks after: typed, found, taken. Its value is the account's id.
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../components/form/form-context.ts';
import { SuggestField } from '../../components/suggest-field.tsx';
import { findPeople } from './register.ts';

const FIELD = 'userId';

export function PersonField({ isNeeded }: { isNeeded: boolean }) {
  const { t } = useTranslation('register');
  const form = useForm();
  const id = useId();
  const [text, setText] = useState('');
  const { register } = form;
  const label = t(isNeeded ? 'whichStudent' : 'person');

  // Without a list of what it depends on: the words follow the language.
  useEffect(() =>
    register({
      name: FIELD,
      id,
      label,
      short: undefined,
      rules: {},
      // What was typed and not taken is nobody.
      check: (value) => (value || (!isNeeded && text.trim() === '') ? null : t('personNone')),
    }),
  );

  return (
    <SuggestField
      id={id}
      name={FIELD}
      label={label}
      hint={t(isNeeded ? 'whichStudentHint' : 'personHint')}
      error={form.errors[FIELD]}
      icon="people"
      value={text}
      onChange={(typed) => {
        setText(typed);
        form.set(FIELD, '');
      }}
      onTake={(taken, shown) => {
        setText(shown);
        form.set(FIELD, taken);
      }}
      suggest={async (typed, stop) =>
        (await findPeople(typed, stop)).map(({ id: value, fullName, email }) => ({
          value,
          label: email ? `${fullName} (${email})` : fullName,
        }))
      }
      countLabel={(count) => t('peopleFound', { count })}
    />
  );
}
