// While something is on its way: the thin bar, and skeletons in the shape of what comes.
import { useTranslation } from 'react-i18next';
import '../content/vacancy-card.css';
import { classNames } from '../class-names.ts';
import { progressStyle } from './progress-style.ts';
import './loading.css';

export interface LoadingBarProps {
  visible: boolean;
  /** 0 to 1 */
  progress: number;
  hiding?: boolean;
  failed?: boolean;
}

export function LoadingBar({ visible, progress, hiding, failed }: LoadingBarProps) {
  const { t } = useTranslation('components');
  if (!visible) return null;
  return (
    <div
      className={classNames('loading-bar', hiding && 'is-hiding', failed && 'is-failed')}
      role="progressbar"
      aria-label={t('loading')}
      style={progressStyle(progress)}
    />
  );
}

export function Skeleton({ size = 'text' }: { size?: 'text' | 'half' | 'short' | 'photo' }) {
  return (
    <span
      className={classNames('skeleton', size === 'photo' ? 'is-photo' : 'is-text', `is-${size}`)}
      aria-hidden="true"
    />
  );
}

/** As many as last time, so that nothing jumps. Says to a screen reader that it loads. */
export function VacancySkeletons({ count, lying }: { count: number; lying?: boolean }) {
  const { t } = useTranslation('components');
  return (
    <div className={lying ? 'vacancy-list' : 'vacancy-grid'} aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div className="vacancy-card" key={index} aria-hidden="true">
          <Skeleton size="photo" />
          <div className="vacancy-body">
            <Skeleton size="short" />
            <Skeleton size="half" />
            <Skeleton />
            <Skeleton size="half" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function RowSkeletons({ count }: { count: number }) {
  const { t } = useTranslation('components');
  return (
    <div className="row-skeletons" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} />
      ))}
    </div>
  );
}

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} size={index === lines - 1 ? 'half' : 'text'} />
      ))}
    </div>
  );
}
