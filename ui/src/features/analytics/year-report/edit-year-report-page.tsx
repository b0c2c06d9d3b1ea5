// The texts and goals of a centre's own for the yearly report of one year.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { ApiError } from '../../../api/client.ts';
import { keyOfYearReport, saveYearReportTexts } from '../../../api/year-report-calls.ts';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { forbidden, showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { useScreenError } from '../../../lib/navigation/use-screen-error.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { ANALYTICS_PATH } from '../analytics-url.ts';
import { ReportFields } from './report-form.tsx';
import { formOfTexts, textsOfForm } from './report-form-values.ts';
import { type ReportInHand, useReportInHand } from './use-year-report.ts';
import { readYearReport, yearReportHref } from './year-report-url.ts';

export default function EditYearReportPage() {
  const { t } = useTranslation('year-report');
  const state = readYearReport(useQuery());
  const loaded = useReportInHand(state);
  const [round, setRound] = useState(0);
  const isOffline = useScreenError(loaded.error);
  const inHand = loaded.data ?? null;
  // Nobody types into what may not be saved.
  const isShut = inHand !== null && !inHand.report.isEditable;
  useEffect(() => {
    if (isShut) showError(forbidden());
  }, [isShut]);
  const title = inHand ? t('form.title', { year: String(inHand.report.year) }) : null;
  usePageHead(title);
  if (isOffline) return <LoadProblem onRetry={() => void loaded.refresh()} />;
  if (inHand === null || isShut) return <RowSkeletons count={8} />;

  const back = yearReportHref({ ...state, year: String(inHand.report.year) });
  async function handleReload() {
    await loaded.refresh();
    setRound((times) => times + 1);
  }
  return (
    <div className="page-bottom">
      <Breadcrumb
        crumbs={[
          { label: t('back'), href: ANALYTICS_PATH },
          { label: t('title'), href: back },
          { label: t('edit') },
        ]}
      />
      <PageTitle title={title} description={t('form.lead')} />
      <Editing key={`${inHand.report.id}/${round}`} inHand={inHand} back={back} onReload={handleReload} />
    </div>
  );
}

interface EditingProps {
  inHand: ReportInHand;
  back: string;
  onReload: () => Promise<void>;
}

function Editing({ inHand: { report, texts }, back, onReload }: EditingProps) {
  const { t } = useTranslation('year-report');
  const { year, center, reportId } = report;
  const draft = `year-report/${center.id}/${year}`;
  const [hasConflict, setHasConflict] = useState(false);
  useEffect(() => () => markSaved(draft), [draft]);

  async function handleSubmit(value: FormValue) {
    try {
      await saveYearReportTexts({ id: reportId, year }, textsOfForm(value));
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.statusCode !== 412) throw thrown;
      setHasConflict(true);
      return [{ detail: t('form.conflict.title') }];
    }
    dropDraft(draft);
    markSaved(draft);
    // The paper that was read before has the texts of then.
    await refresh(keyOfYearReport({}));
    addToast({ title: t('form.saved'), color: 'success' });
    navigateTo(back);
    return [];
  }

  async function handleReload() {
    dropDraft(draft);
    markSaved(draft);
    await onReload();
  }

  return (
    <div className="stack">
      {hasConflict ? (
        <Notice tone="warning" live>
          <p>
            <strong>{t('form.conflict.title')}</strong>
          </p>
          <p>{t('form.conflict.text')}</p>
          <Button small onClick={() => void handleReload()}>
            {t('form.conflict.reload')}
          </Button>
        </Notice>
      ) : null}
      <Form
        of="year_reports"
        value={{ ...formOfTexts(texts), ...readDraft<FormValue>(draft) }}
        onChange={(value) => saveDraft(draft, value)}
        onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(draft) : markSaved(draft))}
        onSubmit={handleSubmit}
        label={t('form.title', { year: String(year) })}
      >
        <ReportFields report={report} />
        <ButtonRow>
          <SubmitButton large>{t('form.save')}</SubmitButton>
          <ButtonLink variant="quiet" href={back}>
            {t('form.cancel')}
          </ButtonLink>
        </ButtonRow>
      </Form>
    </div>
  );
}
