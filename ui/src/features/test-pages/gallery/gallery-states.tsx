// Fields with what is wrong with them, and what is shown when something fails, for the developer page.
import { useState } from 'react';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { MailStopNotice } from '../../../components/feedback/mail-stop-notice.tsx';
import { AcceptTerms } from '../../../components/form/controls/accept-terms.tsx';
import { FileDrop } from '../../../components/form/controls/file-drop.tsx';
import { SuggestField } from '../../../components/form/controls/suggest-field.tsx';
import { ErrorSummary } from '../../../components/form/error-summary.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { CurrentPasswordField } from '../../../components/password/current-password-field.tsx';
import { NewPasswordField } from '../../../components/password/new-password-field.tsx';
import { CodeForm, RecoveryForm } from '../../../components/second-factor/code-form.tsx';
import { ExportMenu, ExportNotice } from '../../../components/table/export-file.tsx';
import { FoldedFilters } from '../../../components/table/folded-filters.tsx';
import { LABELS } from './gallery-samples.ts';

const TEXT = {
  place: 'Waar?',
  found: 'plaatsen gevonden',
  title: 'Titel',
  titleHint: 'Zeg in een paar woorden wat iemand gaat doen.',
  missing: 'Vul een titel in.',
  noDay: 'Kies een dag.',
  drop: 'Sleep je bestand hierheen, of kies een bestand',
  dropHint: 'CSV, XLSX of ODS.',
  dropError: 'Dit bestand is te groot.',
  off: 'Staat vast',
  send: 'Verstuur',
  status: 'Status',
  any: 'Elke status',
} as const;

const ignore = () => undefined;
const ignoreLater = async () => undefined;

export function GalleryFormStates() {
  const [place, setPlace] = useState('Lindewaard');
  return (
    <>
      <ErrorSummary lines={[{ text: TEXT.missing, id: 'state-title' }, { text: TEXT.noDay }]} />
      <FieldFrame id="state-title" label={TEXT.title} hint={TEXT.titleHint} error={TEXT.missing} required>
        <input id="state-title" className="input" aria-invalid="true" defaultValue="" />
      </FieldFrame>
      <Form value={{ off: TEXT.off, sure: true }} onSubmit={ignore} label={TEXT.title}>
        <Field name="off" label={TEXT.off} disabled />
        <Field name="code" kind="code" label={TEXT.send} />
        <Field name="sure" kind="checkbox" label={TEXT.send} />
        <Field name="which" kind="checkboxes" label={TEXT.status} choices={LABELS} />
        <NewPasswordField name="password" />
        <CurrentPasswordField />
        <AcceptTerms />
        <SubmitButton>{TEXT.send}</SubmitButton>
      </Form>
      <SuggestField
        name="place"
        label={TEXT.place}
        value={place}
        onChange={setPlace}
        suggest={async () => []}
        countLabel={(count) => `${count} ${TEXT.found}`}
        icon="pin"
      />
      <FileDrop label={TEXT.drop} hint={TEXT.dropHint} accept=".csv" onFile={ignore} />
      <FileDrop label={TEXT.drop} error={TEXT.dropError} accept=".csv" onFile={ignore} />
      <FileDrop label={TEXT.drop} disabled accept=".csv" onFile={ignore} />
      <FoldedFilters
        filters={[
          { label: TEXT.status, value: '', options: [{ value: '', label: TEXT.any }], onChange: ignore },
        ]}
      />
      <CodeForm onCode={ignoreLater} submit={TEXT.send} />
      <RecoveryForm onCode={ignoreLater} />
    </>
  );
}

const MADE = { rows: 2400, expiresAt: '2026-12-01T12:00:00Z' } as const;

export function GalleryProblems() {
  return (
    <>
      <LoadProblem onRetry={ignore} />
      <MailStopNotice
        whose="own"
        email="joke@example.org"
        last="2026-11-20T09:00:00Z"
        onTry={async () => 'waiting'}
      />
      <ExportMenu words="users" formats={['csv', 'xlsx']} onTake={ignore} />
      {(['waiting', 'ready', 'failed'] as const).map((state) => (
        <ExportNotice
          key={state}
          words="users"
          made={{ ...MADE, state }}
          isGone={false}
          onFetch={ignoreLater}
        />
      ))}
      <ExportNotice words="users" made={null} isGone onFetch={ignoreLater} />
    </>
  );
}
