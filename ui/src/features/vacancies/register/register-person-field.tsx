// One person of those whom the reader looks after.
import { useTranslation } from 'react-i18next';
import { SuggestedChoice } from '../../../components/form/controls/suggested-choice.tsx';
import { findPeople } from './register.ts';

export function PersonField({ isNeeded }: { isNeeded: boolean }) {
  const { t } = useTranslation('register');
  return (
    <SuggestedChoice
      name="userId"
      label={t(isNeeded ? 'whichStudent' : 'person')}
      hint={t(isNeeded ? 'whichStudentHint' : 'personHint')}
      none={t('personNone')}
      mayBeEmpty={!isNeeded}
      icon="people"
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
