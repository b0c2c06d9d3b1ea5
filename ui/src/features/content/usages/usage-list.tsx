// Where a file or a picture stands, with the way to the place where it is changed.
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { STAFF_CALLS, type Usage } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import '../../../components/layout/line-list.css';

const KINDS = [
  'vacancies',
  'organizations',
  'volunteer_center_profiles',
  'forms',
  'legal_texts',
  'notification_templates',
  'pages',
] as const;
type Kind = (typeof KINDS)[number];

export function UsageList({ of, id }: { of: 'uploads' | 'stock_images'; id: string }) {
  const { t } = useTranslation('usages');
  const call = of === 'uploads' ? STAFF_CALLS.uploadUsages : STAFF_CALLS.stockImageUsages;
  const { data, status, refresh } = useCall(call, { id });
  const found: readonly Usage[] = data?.items ?? [];
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (status !== 'success') return <RowSkeletons count={2} />;
  if (found.length === 0) return <p className="soft">{t('none')}</p>;
  const kindOf = (type: string): Kind => KINDS.find((each) => each === type) ?? 'pages';
  return (
    <ul className="line-list">
      {found.map((usage) => (
        <li key={usage.id}>
          <span>
            <span className="soft">{t(`kind.${kindOf(usage.subjectType)}`)}</span>{' '}
            {usage.path ? <AppLink href={usage.path}>{titleOf(usage, t)}</AppLink> : titleOf(usage, t)}
          </span>
        </li>
      ))}
    </ul>
  );
}

const LEGAL = ['privacy', 'terms', 'accessibility'] as const;

function titleOf(
  { subjectType, title }: Usage,
  t: (key: `legal.${(typeof LEGAL)[number]}`) => string,
): string {
  const legal = LEGAL.find((each) => each === title);
  return subjectType === 'legal_texts' && legal ? t(`legal.${legal}`) : title;
}
