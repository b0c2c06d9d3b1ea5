// The third step: what comes of it, what is wrong, and the choice what to do with that. Nothing is changed yet.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportFault, ImportOrganization, ImportPerson } from '../../api/choices.ts';
import { ApiError } from '../../api/client.ts';
import type { Import } from '../../api/schema.d.ts';
import { ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../components/form/form-context.ts';
import { Card, FormCard } from '../../components/layout/card.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { useRoleWords } from '../../lib/session/role-words.ts';
import { Counts, FaultyButton, isMine, wordsOf } from './import-parts.tsx';
import { IMPORT_PATHS, stepHref } from './import-url.ts';
import { loadImport, run } from './imports.store.ts';

export function ImportCheck({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const { report } = found;
  return (
    <div className="stack import-body">
      <h2>{t('check.title', { count: found.rows })}</h2>
      <Counts
        kind={found.resource}
        counts={[
          { key: 'new', count: report.new, tone: 'good' },
          { key: 'known', count: report.known },
          { key: 'repeated', count: report.repeated },
          { key: 'faulty', count: report.faulty, tone: report.faulty > 0 ? 'bad' : undefined },
        ]}
      />
      {report.faulty > 0 ? <Faults found={found} /> : null}
      {report.people.length > 0 ? <People found={found} /> : null}
      {report.organizations.length > 0 ? <Organizations found={found} /> : null}
      {isMine(found) ? <Choice found={found} /> : null}
    </div>
  );
}

function Faults({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const { faults, faulty } = found.report;
  const columns: Column<ImportFault>[] = [
    {
      key: 'line',
      title: t('faults.line'),
      isTitle: true,
      noWrap: true,
      render: ({ line }) => <b>{t('faults.onLine', { line })}</b>,
    },
    {
      key: 'column',
      title: t('faults.column'),
      isEmpty: ({ column }) => !column,
      render: ({ column }) => column ?? '',
    },
    {
      key: 'value',
      title: t('faults.value'),
      isEmpty: ({ value }) => value === '',
      render: ({ value }) =>
        value === '' ? (
          <span className="soft">{t('faults.nothing')}</span>
        ) : (
          <span className="samples">{value}</span>
        ),
    },
    { key: 'reason', title: t('faults.reason'), render: ({ reason }) => reason },
  ];
  return (
    <section className="stack" aria-labelledby="faults">
      <h3 id="faults">{t('faults.title', { count: faulty })}</h3>
      <DataTable
        caption={t('faults.title', { count: faulty })}
        columns={columns}
        rows={faults}
        rowId={({ line, column, rule }) => `${line} ${column ?? ''} ${rule}`}
        rowLabel={({ line }) => String(line)}
      />
      {faults.length >= 200 ? <p className="soft">{t('faults.more', { count: faults.length })}</p> : null}
      {isMine(found) ? (
        <p>
          <FaultyButton found={found} />
        </p>
      ) : null}
    </section>
  );
}

function People({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const words = useRoleWords();
  const { people, new: count } = found.report;
  const columns: Column<ImportPerson>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isTitle: true,
      render: ({ name, email }) => (
        <>
          <b>{name || email}</b>
          {name ? <small>{email}</small> : null}
        </>
      ),
    },
    {
      key: 'role',
      title: t('field.role'),
      isEmpty: ({ role }) => !role,
      render: ({ role }) => (role ? words.nameOf(role) : <span className="soft">{t('people.noRole')}</span>),
    },
    {
      key: 'organization',
      title: t('field.organization'),
      isEmpty: ({ organization }) => !organization,
      render: ({ organization }) => organization ?? '',
    },
  ];
  return (
    <section className="stack" aria-labelledby="people">
      <h3 id="people">
        {count > people.length
          ? t('people.first', { shown: people.length, count, ...wordsOf('users') })
          : t('people.title', wordsOf('users'))}
      </h3>
      <DataTable
        caption={t('people.title', wordsOf('users'))}
        columns={columns}
        rows={people}
        rowId={({ line }) => String(line)}
        rowLabel={({ name, email }) => name || email}
      />
    </section>
  );
}

function Organizations({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const { organizations, new: count } = found.report;
  const columns: Column<ImportOrganization>[] = [
    { key: 'name', title: t('field.name'), isTitle: true, render: ({ name }) => <b>{name}</b> },
    {
      key: 'city',
      title: t('field.city'),
      isEmpty: ({ city }) => !city,
      render: ({ city }) => city ?? '',
    },
    {
      key: 'kvk',
      title: t('field.kvk_number'),
      render: ({ kvkNumber }) =>
        kvkNumber ?? <span className="soft">{t('field.neighbourhood_initiative')}</span>,
    },
  ];
  const shown = organizations.length;
  const words = wordsOf('organizations');
  const title = count > shown ? t('people.first', { shown, count, ...words }) : t('people.title', words);
  return (
    <section className="stack" aria-labelledby="organizations">
      <h3 id="organizations">{title}</h3>
      <DataTable
        caption={title}
        columns={columns}
        rows={organizations}
        rowId={({ line }) => String(line)}
        rowLabel={({ name }) => name}
      />
    </section>
  );
}

function Choice({ found }: { found: Import }) {
  const [changed, setChanged] = useState('');
  const [round, setRound] = useState(0);
  return (
    <>
      {changed ? (
        <Notice tone="warning" live>
          <p>{changed}</p>
        </Notice>
      ) : null}
      <Wishes
        key={round}
        found={found}
        onChanged={(detail) => {
          setChanged(detail);
          setRound((times) => times + 1);
        }}
      />
    </>
  );
}

function Wishes({ found, onChanged }: { found: Import; onChanged: (detail: string) => void }) {
  const { t } = useTranslation('imports');
  const { id, report, resource: kind } = found;
  const words = wordsOf(kind);

  async function handleSubmit(value: FormValue) {
    try {
      await run(id, { skipFaulty: value.choice === 'skip', invite: value.invite === true });
      return [];
    } catch (cause) {
      // Others work at the same time: what was shown is no longer so, and nothing was added. The new report is shown.
      if (!(cause instanceof ApiError) || (cause.statusCode !== 422 && cause.statusCode !== 412)) throw cause;
      await loadImport(id);
      onChanged(cause.problems[0]?.detail ?? cause.message);
      return [];
    }
  }

  if (report.new === 0) {
    return (
      <Card title={t('choice.nobody', words)} className="stack">
        <p>{t(report.faulty > 0 ? 'choice.nobodyFaulty' : 'choice.nobodyKnown', words)}</p>
        <ButtonRow>
          <ButtonLink href={IMPORT_PATHS[kind]} variant="primary" icon="upload">
            {t(report.faulty > 0 ? 'choice.again' : 'otherFile')}
          </ButtonLink>
          <ButtonLink href={stepHref(kind, id, 'columns')} variant="quiet">
            {t('choice.back')}
          </ButtonLink>
        </ButtonRow>
      </Card>
    );
  }
  return (
    <Form
      label={t('choice.title')}
      value={{ choice: report.faulty > 0 ? '' : 'all', invite: false }}
      onSubmit={handleSubmit}
    >
      <FormCard title={t('choice.title')}>
        {report.faulty > 0 ? (
          <Field
            name="choice"
            kind="radio"
            label={t('choice.label', { count: report.faulty })}
            short={t('choice.short')}
            rules={{ required: true }}
            choices={[
              { value: 'skip', label: t('choice.skip', { count: report.new }), hint: t('choice.skipHint') },
              { value: 'correct', label: t('choice.correct'), hint: t('choice.correctHint', words) },
            ]}
          />
        ) : null}
        <WhatNext found={found} />
      </FormCard>
    </Form>
  );
}

/** Correcting first leads to the file; else the last question is about the letters. */
function WhatNext({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const { resource: kind } = found;
  const words = wordsOf(kind);
  const isCorrecting = useFieldValue('choice') === 'correct';
  if (isCorrecting) {
    return (
      <>
        <Notice>
          <p>{t('choice.correctSteps')}</p>
        </Notice>
        <ButtonRow>
          <FaultyButton found={found} />
          <ButtonLink href={IMPORT_PATHS[kind]} variant="primary" icon="upload">
            {t('choice.again')}
          </ButtonLink>
        </ButtonRow>
      </>
    );
  }
  return (
    <>
      {kind === 'users' ? (
        <Field
          name="invite"
          kind="checkbox"
          label={t('choice.invite', words)}
          hint={t('choice.inviteHint', words)}
        />
      ) : (
        <p className="soft">{t('choice.atOnce')}</p>
      )}
      <ButtonRow>
        <SubmitButton large>{t('choice.submit', { count: found.report.new, ...words })}</SubmitButton>
        <ButtonLink href={stepHref(kind, found.id, 'columns')} variant="quiet">
          {t('choice.back')}
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
