// The second step: which column is what. A guess stands there already.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportColumn } from '../../api/choices.ts';
import { ApiError } from '../../api/client.ts';
import { typed } from '../../api/params.ts';
import type { Import } from '../../api/schema.d.ts';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { wordsOf } from './import-parts.tsx';
import { FIELDS, type Field, isSame, mappingOf, NEEDED, withField } from './import-rules.ts';
import { IMPORT_PATHS, stepHref } from './import-url.ts';
import { remap } from './imports.store.ts';

interface Row {
  at: number;
  column: ImportColumn;
}

export function ImportColumns({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const kind = found.resource;
  const [mapping, setMapping] = useState(() => mappingOf(found.columns));
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const guessed = mappingOf(found.columns).filter((field) => field !== null).length;

  async function handleNext() {
    if (!mapping.includes(NEEDED[kind])) {
      setFailure(t('columns.needed', wordsOf(kind)));
      return;
    }
    setIsBusy(true);
    try {
      if (!isSame(mapping, mappingOf(found.columns))) await remap(found.id, mapping);
      navigateTo(stepHref(kind, found.id, 'check'));
    } catch (cause) {
      const isAnswer = cause instanceof ApiError && !cause.isOffline;
      setFailure(isAnswer ? (cause.problems[0]?.detail ?? cause.message) : t('failed'));
    } finally {
      setIsBusy(false);
    }
  }

  const nameOf = ({ column, at }: Row): string =>
    column.header.trim() || t('columns.nameless', { number: at + 1 });
  const columns: Column<Row>[] = [
    { key: 'header', title: t('columns.inFile'), isTitle: true, render: (row) => <b>{nameOf(row)}</b> },
    {
      key: 'samples',
      title: t('columns.samples'),
      isEmpty: ({ column }) => column.samples.length === 0,
      render: ({ column }) => <span className="samples">{column.samples.join(' · ')}</span>,
    },
    {
      key: 'field',
      title: t('columns.means'),
      render: (row) => (
        <select
          className="select"
          aria-label={t('columns.meansLabel', { header: nameOf(row) })}
          value={mapping[row.at] ?? ''}
          onChange={(event) => {
            setMapping(withField(mapping, row.at, typed<Field>(event.target.value) || null));
            setFailure(null);
          }}
        >
          <option value="">{t('columns.skip')}</option>
          {FIELDS[kind].map((field) => (
            <option key={field} value={field}>
              {t(`field.${field}`)}
            </option>
          ))}
        </select>
      ),
    },
  ];
  return (
    <div className="stack import-body">
      <h2>{t('columns.title')}</h2>
      <p className="soft">{t('columns.lead', { count: guessed, all: found.columns.length })}</p>
      {failure ? (
        <Notice tone="danger" live>
          <p>{failure}</p>
        </Notice>
      ) : null}
      <DataTable
        caption={t('columns.title')}
        columns={columns}
        rows={found.columns.map((column, at) => ({ column, at }))}
        rowId={({ at }) => String(at)}
        rowLabel={nameOf}
      />
      <ButtonRow>
        <Button variant="primary" large busy={isBusy} onClick={() => void handleNext()}>
          {t('columns.next')}
        </Button>
        <ButtonLink variant="quiet" href={IMPORT_PATHS[kind]}>
          {t('otherFile')}
        </ButtonLink>
      </ButtonRow>
    </div>
  );
}
