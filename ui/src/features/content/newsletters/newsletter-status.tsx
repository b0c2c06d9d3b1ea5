// How far a newsletter is.
import { useTranslation } from 'react-i18next';
import type { NewsletterStatus } from '../../../api/newsletter-calls.ts';
import { StatusBadge, type Tone } from '../../../components/content/badge.tsx';

const TONES: Readonly<Record<NewsletterStatus, Tone>> = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'info',
  paused: 'warning',
  stopped: 'danger',
  sent: 'success',
};

export function NewsletterState({ status }: { status: NewsletterStatus }) {
  const { t } = useTranslation('newsletters');
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>;
}
