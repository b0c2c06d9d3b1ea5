// Key numbers beside those of the period before; how they moved is said in words too.
import { useTranslation } from 'react-i18next';
import type { AnalyticsTab, KeyFigure } from '../../api/analytics-calls.ts';
import { classNames } from '../../components/class-names.ts';
import { KeyNumbers } from '../../components/content/dashboard-parts.tsx';
import { Icon } from '../../components/media/icon.tsx';

/** Where a number is explained. */
const SUBJECT: Readonly<Record<string, AnalyticsTab>> = {
  applications: 'applications',
  accepted: 'applications',
  started: 'applications',
  days_to_answer: 'applications',
  online: 'vacancies',
  hours: 'hours',
};

interface KeyFiguresProps {
  numbers: readonly KeyFigure[];
  /** Null where it cannot be opened, or is open already. */
  hrefOf: (tab: AnalyticsTab) => string | null;
}

export function KeyFigures({ numbers, hrefOf }: KeyFiguresProps) {
  const { t } = useTranslation('analytics');
  if (numbers.length === 0) return null;
  return (
    <section className="figure-numbers" aria-label={t('numbers')}>
      <KeyNumbers
        numbers={numbers.map((number) => {
          const subject = SUBJECT[number.key];
          const href = subject ? hrefOf(subject) : null;
          return {
            value: number.text,
            label: number.label,
            ...(href === null ? {} : { href }),
            ...(number.before === null ? {} : { detail: <Versus number={number} /> }),
          };
        })}
      />
    </section>
  );
}

function Versus({ number: { before, trend, isBetter } }: { number: KeyFigure }) {
  const { t } = useTranslation('analytics');
  const tone = isBetter === null || trend === 'same' ? null : isBetter ? 'good' : 'bad';
  return (
    <span className={classNames('versus', tone && `is-${tone}`)}>
      {trend === 'up' || trend === 'down' ? <Icon name={trend === 'up' ? 'sort-up' : 'sort'} /> : null}
      {trend === null ? null : (
        <span className="visually-hidden">
          {t(`trend.${trend}`)}
          {tone === null ? '' : ` ${t(`trend.${tone}`)}`}{' '}
        </span>
      )}
      {before}
    </span>
  );
}
