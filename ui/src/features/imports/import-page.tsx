// Taking in people or organisations from a table: choose the file, point out its columns, look at what comes of it, take it in.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/layout/stepper.css';
import '../../components/table/data-table.css';
import './imports.css';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import { Stepper } from '../../components/layout/stepper.tsx';
import { useQuery } from '../../lib/navigation/query.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportDone } from './import-done.tsx';
import { isMine, OfAnother, wordsOf } from './import-parts.tsx';
import type { ImportKind } from './import-rules.ts';
import { ImportRunning } from './import-running.tsx';
import { ImportUpload } from './import-upload.tsx';
import { IMPORT_PATHS, stepHref } from './import-url.ts';
import { current, isOffline, loadImport } from './imports.store.ts';
import '../../components/table/table-tools.css';

const STEPS = ['file', 'columns', 'check', 'done'] as const;
type Step = (typeof STEPS)[number];

const LISTS: Readonly<Record<ImportKind, string>> = { users: '/users', organizations: '/organizations' };

export function ImportPage({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('imports');
  const words = wordsOf(kind);
  const params = useQuery();
  const id = params.get('id');
  const found =
    id === null || current.value?.id !== id || current.value.resource !== kind ? null : current.value;
  useEffect(() => {
    if (id !== null && current.peek()?.id !== id) void loadImport(id);
  }, [id]);

  const isReadable = found?.report.isReadable ?? false;
  const isOfAnother = found !== null && !isMine(found);
  const step: Step =
    id === null
      ? 'file'
      : found?.state === 'done' || found?.state === 'running'
        ? 'done'
        : isOfAnother || (params.get('step') === 'check' && isReadable)
          ? 'check'
          : 'columns';
  const isDone = step === 'done';
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current !== step) scrollTo(0, 0);
    lastStep.current = step;
  }, [step]);
  return (
    <div className="import-page">
      <Breadcrumb crumbs={[{ label: t('crumb', words), href: LISTS[kind] }, { label: t('title', words) }]} />
      <PageTitle
        title={t('title', words)}
        description={step === 'file' ? t('lead', words) : found?.fileName}
      />
      <Stepper
        current={step}
        steps={STEPS.map((key) => ({
          key,
          label: t(`step.${key}`),
          href:
            isDone || isOfAnother || key === 'done' || id === null
              ? undefined
              : key === 'file'
                ? IMPORT_PATHS[kind]
                : stepHref(kind, id, key),
        }))}
      />
      {isOfAnother && !isDone ? <OfAnother /> : null}
      {isOffline.value && id !== null ? (
        <LoadProblem onRetry={() => void loadImport(id)} />
      ) : id === null ? (
        <ImportUpload kind={kind} />
      ) : found === null ? (
        <RowSkeletons count={6} />
      ) : found.state === 'running' ? (
        <ImportRunning found={found} />
      ) : isDone ? (
        <ImportDone found={found} />
      ) : step === 'check' ? (
        <ImportCheck found={found} />
      ) : (
        <ImportColumns key={found.id} found={found} />
      )}
    </div>
  );
}
