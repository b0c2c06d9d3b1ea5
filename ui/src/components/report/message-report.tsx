// A message that was reported or hidden, as every thread shows it, and the way to report one.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { impersonation } from '../../lib/session/session.ts';
import { IconButton } from '../actions/button.tsx';
import { Icon } from '../media/icon.tsx';
import './message-report.css';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

interface MessageReports {
  isReported: (id: string) => boolean;
  report: (id: string, author: string) => void;
  /** To be shown beside the thread. */
  dialog: ReactNode;
}

/** Which messages the reader has reported while the thread is open, and the dialog that reports one. */
export function useMessageReports(): MessageReports {
  const [asked, setAsked] = useState<{ id: string; title: string } | null>(null);
  const [reportedIds, setReportedIds] = useState<ReadonlySet<string>>(new Set());
  return {
    isReported: (id) => reportedIds.has(id),
    report: (id, title) => setAsked({ id, title }),
    dialog: asked ? (
      <Suspense fallback={null}>
        <ReportDialog
          reported={{ type: 'messages', ...asked }}
          onSent={() => setReportedIds(new Set([...reportedIds, asked.id]))}
          onClose={() => setAsked(null)}
        />
      </Suspense>
    ) : null,
  };
}

interface MessageReportProps {
  /** Who wrote it. */
  name: string;
  isReported: boolean;
  onReport: () => void;
}

export function MessageReport({ name, isReported, onReport }: MessageReportProps) {
  const { t } = useTranslation('report');
  // Nobody reports in somebody else's name.
  if (impersonation.value !== null) return null;
  if (!isReported)
    return (
      <IconButton className="message-report" icon="flag" label={t('message', { name })} onClick={onReport} />
    );
  return (
    <span className="message-reported" role="status">
      <Icon name="flag" />
      {t('messageDone')}
    </span>
  );
}

/** In place of a text that others no longer read. */
export function HiddenNote({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('report');
  return (
    <p className="message-hidden">
      <Icon name="eye-off" />
      <span>{t(isOwn ? 'hiddenOwn' : 'hidden')}</span>
    </p>
  );
}
