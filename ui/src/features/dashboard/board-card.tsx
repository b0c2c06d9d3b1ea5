// A card of the dashboard that loads by itself: while it is on its way, when it failed, and the rest works.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../../api/cache.ts';
import { Skeleton } from '../../components/feedback/loading.tsx';
import { MoreLink } from '../../components/layout/page-title.tsx';
import { LoadAgain } from './load-again.tsx';

interface BoardCardProps {
  title: ReactNode;
  /** Beside the title. */
  lead?: ReactNode;
  more?: { href: string; label: string } | undefined;
  /** Of what it shows. Left out: there is nothing to wait for. */
  status?: Status;
  isThere?: boolean;
  onRetry?: () => void;
  children: ReactNode;
}

export function BoardCard({ title, lead, more, status, isThere, onRetry, children }: BoardCardProps) {
  const { t } = useTranslation('dashboard');
  const id = useId();
  const isFailed = status === 'error' && onRetry !== undefined;
  const isLoading = status !== undefined && status !== 'error' && isThere === false;
  return (
    <section className="card board-card" aria-labelledby={id} aria-busy={isLoading}>
      <div className="board-card-head">
        <h2 id={id}>{title}</h2>
        {lead && !isFailed && !isLoading ? <p>{lead}</p> : null}
      </div>
      {isFailed ? (
        <LoadAgain onRetry={onRetry} />
      ) : isLoading ? (
        <>
          <p className="visually-hidden">{t('loading')}</p>
          <Skeleton />
          <Skeleton size="half" />
        </>
      ) : (
        <>
          {children}
          {more ? <MoreLink href={more.href}>{more.label}</MoreLink> : null}
        </>
      )}
    </section>
  );
}
