// The way to report what is on a page: a quiet link at its foot. What it opens is fetched when somebody asks for it.
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reported } from '../../lib/reports/reports.ts';
import { impersonation } from '../../lib/session/session.ts';
import { Button } from '../actions/button.tsx';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

interface ReportLinkProps {
  /** Asked for once somebody presses the link, where the page does not know it. */
  of: Reported | (() => Promise<Reported | null>);
  isHelp?: boolean;
}

export function ReportLink({ of, isHelp }: ReportLinkProps) {
  const { t } = useTranslation('report');
  const [reported, setReported] = useState<Reported | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Nobody reports in somebody else's name.
  if (impersonation.value !== null) return null;

  async function handleOpen() {
    if (typeof of !== 'function') {
      setReported(of);
      return;
    }
    setIsBusy(true);
    try {
      setReported(await of());
    } catch {
      // The link stays: a second press tries again.
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="report-link">
      <Button variant="quiet" small icon="flag" off={isBusy} onClick={() => void handleOpen()}>
        {t('link')}
      </Button>
      {reported ? (
        <Suspense fallback={null}>
          <ReportDialog reported={reported} isHelp={isHelp} onClose={() => setReported(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}
