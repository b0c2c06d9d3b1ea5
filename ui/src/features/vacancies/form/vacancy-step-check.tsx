// The last step: what is still missing, each with the way to it.
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { missingParts } from './vacancy-form-values.ts';
import type { StepKey } from './vacancy-steps-order.ts';

interface Line {
  key: 'description' | 'address' | 'contact' | 'offer' | 'days' | 'hours';
  step: StepKey;
  isThere: boolean;
  isNeeded: boolean;
}

export function CheckStep({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy-steps');
  const missing = missingParts(vacancy);
  const lines: Line[] = [
    { key: 'description', step: 'what', isThere: !missing.includes('description'), isNeeded: true },
    { key: 'address', step: 'where', isThere: !missing.includes('address'), isNeeded: true },
    { key: 'contact', step: 'contact', isThere: vacancy.contactPersonId !== null, isNeeded: false },
    {
      key: 'days',
      step: 'when',
      isThere: vacancy.schedule !== null || vacancy.availability.length > 0 || vacancy.dates.length > 0,
      isNeeded: false,
    },
    { key: 'hours', step: 'when', isThere: vacancy.hoursPerWeek !== null, isNeeded: false },
    { key: 'offer', step: 'who', isThere: vacancy.offer !== null, isNeeded: false },
  ];
  return (
    <FormCard title={t('check.title')}>
      <p>{t('check.lead')}</p>
      <ul className="check-lines">
        {lines.map(({ key, step, isThere, isNeeded }) => (
          <li key={key} className={isThere ? 'is-there' : isNeeded ? 'is-needed' : undefined}>
            <Icon name={isThere ? 'check' : 'pen'} />
            <span>
              {isThere ? (
                t(`check.${key}.there`)
              ) : (
                <>
                  {t(`check.${key}.missing`)}{' '}
                  <AppLink href={`/vacancies/${vacancy.id}/edit?step=${step}`}>{t('check.go')}</AppLink>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="soft">{t('check.rules')}</p>
    </FormCard>
  );
}
