// Writing hours down, or changing what was written.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursEntry, LoggableWork, NewHours } from '../../api/hours-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { HoursField } from '../../components/form/controls/hours-field.tsx';
import { SuggestedChoice } from '../../components/form/controls/suggested-choice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { type FormValue, useFieldValue, useForm } from '../../components/form/form-context.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { addDays } from '../../lib/hours/hours.ts';
import { changeHours, suggestOrganizations, today, writeHours } from './hours.store.ts';

/** None of the work that is known: words of one's own, with an organisation that is looked for. */
const OTHER = 'other';
/** Older than this the server takes no hours. */
const DAYS_BACK = 365;

interface EntryDialogProps {
  work: readonly LoggableWork[];
  /** None: new hours. */
  entry?: HoursEntry | null;
  onClose: () => void;
}

const choiceOf = ({ kind, id }: LoggableWork): string => `${kind}:${id}`;
const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

function newHoursOf(value: FormValue): NewHours {
  const [kind = '', id = ''] = textOf(value, 'work').split(':');
  const description = textOf(value, 'description');
  const about =
    kind === 'application'
      ? { applicationId: id }
      : kind === 'activity'
        ? { activityId: id }
        : { organizationId: kind === OTHER ? textOf(value, 'organizationId') : id, description };
  return {
    ...about,
    day: textOf(value, 'day'),
    hours: Number(value.hours),
    remark: textOf(value, 'remark') || null,
  };
}

export function EntryDialog({ work, entry = null, onClose }: EntryDialogProps) {
  const { t } = useTranslation(['hours', 'components']);
  const [key] = useState(() => crypto.randomUUID());
  const [first] = work;
  const initial: FormValue = entry
    ? {
        day: entry.day,
        hours: entry.hours,
        remark: entry.remark ?? '',
        description: entry.work,
      }
    : { work: first ? choiceOf(first) : OTHER, day: today(), hours: first?.lastHours ?? 2, remark: '' };
  const hasOwnWords = entry !== null && entry.applicationId === null && entry.activityId === null;

  async function handleSubmit(value: FormValue) {
    if (entry) {
      await changeHours(entry, {
        day: textOf(value, 'day'),
        hours: Number(value.hours),
        remark: textOf(value, 'remark') || null,
        ...(hasOwnWords ? { work: textOf(value, 'description') } : {}),
      });
    } else await writeHours(newHoursOf(value), key);
    addToast({
      title: t(entry ? 'form.changed' : 'form.written', { hours: t('n', { count: Number(value.hours) }) }),
      color: 'success',
    });
    onClose();
  }

  return (
    <Dialog
      open
      title={t(entry ? 'form.changeTitle' : 'form.title')}
      description={entry ? [entry.work, entry.organizationName].filter(Boolean).join(', ') : t('form.lead')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="hours_entry_forms"
          label={t(entry ? 'form.changeTitle' : 'form.title')}
          value={initial}
          onSubmit={handleSubmit}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t(entry ? 'form.save' : 'form.submit')}</SubmitButton>
        </>
      }
    >
      {entry?.reason && entry.status === 'disputed' ? (
        <p className="hint">{t('row.said', { name: entry.organizationName ?? '', reason: entry.reason })}</p>
      ) : null}
      {entry ? null : <WorkFields work={work} />}
      {hasOwnWords ? <DescriptionField /> : null}
      <Field name="day" kind="date" label={t('form.day')} check={(day) => dayFault(String(day ?? ''), t)} />
      <HoursField name="hours" label={t('form.hours')} hint={t('form.hoursHint')} />
      <Field name="remark" kind="textarea" rows={2} label={t('form.remark')} />
    </Dialog>
  );
}

type Words = ReturnType<typeof useTranslation<['hours', 'components']>>['t'];

function dayFault(day: string, t: Words): string | null {
  if (day > today()) return t('form.future');
  return day < addDays(today(), -DAYS_BACK) ? t('form.tooOld') : null;
}

function DescriptionField() {
  const { t } = useTranslation('hours');
  return (
    <Field
      name="description"
      label={t('form.what')}
      short={t('form.whatShort')}
      hint={t('form.whatHint')}
      rules={{ required: true }}
    />
  );
}

function WorkFields({ work }: { work: readonly LoggableWork[] }) {
  const { t } = useTranslation('hours');
  const { set } = useForm();
  const chosen = String(useFieldValue('work') ?? '');
  const [kind = ''] = chosen.split(':');
  const choices = [
    ...work.map((each) => ({
      value: choiceOf(each),
      label:
        each.kind === 'organization'
          ? t('form.otherAt', { name: each.organizationName ?? each.label })
          : [each.label, each.organizationName].filter(Boolean).join(', '),
    })),
    { value: OTHER, label: t('form.other') },
  ];
  const usual = work.find((each) => choiceOf(each) === chosen)?.lastHours ?? null;
  return (
    <>
      {work.length > 0 ? (
        <Field
          name="work"
          kind="select"
          label={t('form.work')}
          short={t('form.workShort')}
          choices={choices}
          rules={{ required: true }}
        />
      ) : null}
      {usual === null ? null : (
        <p className="usual-hours">
          <Button small icon="history" onClick={() => set('hours', usual)}>
            {t('form.usual', { hours: t('n', { count: usual }) })}
          </Button>
        </p>
      )}
      {kind === OTHER ? (
        <SuggestedChoice
          name="organizationId"
          label={t('form.organization')}
          hint={t('form.organizationHint')}
          icon="search"
          none={t('form.organizationNone')}
          suggest={suggestOrganizations}
          countLabel={(count) => t('form.organizationCount', { count })}
        />
      ) : null}
      {kind === OTHER || kind === 'organization' ? <DescriptionField /> : null}
    </>
  );
}
