// The last step: what is still missing, each with the way to it.
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { missingParts, type Part } from './activity-form-values.ts';
import type { StepKey } from './activity-steps-order.ts';

const STEP_OF: Readonly<Record<Part, StepKey>> = {
  description: 'what',
  category: 'what',
  date: 'when',
  place: 'where',
  online: 'where',
  cost: 'signup',
};

interface CheckCardProps {
  activity: Activity;
  hrefOf: (step: StepKey) => string;
}

export function CheckCard({ activity, hrefOf }: CheckCardProps) {
  const { t } = useTranslation('activity-form');
  const missing = missingParts(activity);
  const asked: Part[] = [
    'description',
    'category',
    'date',
    activity.online ? 'online' : 'place',
    ...(activity.isFree ? [] : (['cost'] as const)),
  ];
  return (
    <FormCard title={t('check.title')}>
      <p>{t(missing.length > 0 ? 'check.missing' : 'check.complete')}</p>
      <ul className="check-lines">
        {asked.map((part) => {
          const isThere = !missing.includes(part);
          return (
            <li key={part} className={isThere ? 'is-there' : 'is-needed'}>
              <Icon name={isThere ? 'check' : 'pen'} />
              <span>
                {t(`check.${part}.${isThere ? 'there' : 'missing'}`)}{' '}
                {isThere ? null : <AppLink href={hrefOf(STEP_OF[part])}>{t('check.go')}</AppLink>}
              </span>
            </li>
          );
        })}
      </ul>
    </FormCard>
  );
}
