// How often something was reported in a year and what was done, by kind: the yearly figures of the Digital Services Act.
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { REPORT_CALLS, REPORT_CATEGORIES, type ReportCounts } from '../../api/report-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Chip, ChipRow } from '../../components/content/badge.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import { csvFile, csvOf } from '../../lib/export/csv.ts';
import { saveFile } from '../../lib/export/download.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { COUNTED, type Counted, totalsOf } from './reports/report-counts.ts';
import '../../components/table/data-table.css';
import './reports/reports.css';

const PATH = '/moderation/rapport';
const YEARS = 3;

export default function ReportCountsPage() {
  const { t } = useTranslation('moderation-reports');
  const now = new Date().getFullYear();
  const years = Array.from({ length: YEARS }, (_, at) => now - at);
  const asked = Number(useQuery().get('year'));
  const year = years.includes(asked) ? asked : now;
  const { data, status, refresh } = useCall(REPORT_CALLS.counts, { query: { year } });
  const rows = data?.meta.rows;
  usePageHead(t('year.title'));
  return (
    <div className="page-bottom">
      <Breadcrumb
        crumbs={[{ label: t('year.back'), href: '/moderation?kind=report' }, { label: t('year.title') }]}
      />
      <PageTitle title={t('year.title')} description={t('year.lead')} />
      <ChipRow label={t('year.years')}>
        {years.map((each) => (
          <Chip key={each} href={`${PATH}?year=${each}`} active={each === year} current={each === year}>
            {String(each)}
          </Chip>
        ))}
      </ChipRow>
      {rows ? (
        <Figures year={year} rows={rows} />
      ) : status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </div>
  );
}

function Figures({ year, rows }: { year: number; rows: readonly ReportCounts[] }) {
  const { t } = useTranslation(['moderation-reports', 'report']);
  if (rows.length === 0) return <p className="report-foot">{t('year.none', { year: String(year) })}</p>;

  const shown = REPORT_CATEGORIES.flatMap((category) => {
    const own = rows.filter((row) => row.category === category);
    return own.length === 0 ? [] : [{ name: t(`report:category.${category}`), totals: totalsOf(own) }];
  });
  const all = { name: t('year.total'), totals: totalsOf(rows) };

  /** Each kind by what it was about, so that a figure can be looked up in both ways. */
  function handleSave() {
    const head = [t('year.category'), t('year.subject'), ...COUNTED.map((of) => t(`year.${of}`))];
    const lines = rows.map((row) => [
      t(`report:category.${row.category}`),
      t(`kind.${row.subjectType}`),
      ...COUNTED.map((of) => row[of]),
      row.medianDays,
    ]);
    saveFile(
      t('year.file', { year: String(year) }),
      csvFile(csvOf([[...head, t('year.medianDays')], ...lines])),
    );
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys */}
      <section className="report-figures" tabIndex={0} aria-label={t('year.caption', { year: String(year) })}>
        <table className="report-table">
          <caption className="visually-hidden">{t('year.caption', { year: String(year) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('year.category')}</th>
              {COUNTED.map((of) => (
                <th key={of} scope="col">
                  {t(`year.${of}`)}
                </th>
              ))}
              <th scope="col">{t('year.medianDays')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <Line key={line.name} {...line} />
            ))}
          </tbody>
          <tfoot>
            <Line {...all} />
          </tfoot>
        </table>
      </section>
      <p className="hint">{t('year.medianHint')}</p>
      <Button icon="download" onClick={handleSave}>
        {t('year.csv')}
      </Button>
    </>
  );
}

function Line({ name, totals }: { name: string; totals: Counted }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {COUNTED.map((of) => (
        <td key={of}>{formatNumber(totals[of])}</td>
      ))}
      <td>
        {totals.medianDays === null ? '–' : formatNumber(totals.medianDays, { maximumFractionDigits: 1 })}
      </td>
    </tr>
  );
}
