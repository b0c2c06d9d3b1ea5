// Writing down hours for somebody: of their own work, or in own words with the organisation.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoggableWork } from '../../api/hours-calls.ts';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { HoursField } from '../../components/form/controls/hours-field.tsx';
import { SuggestedChoice } from '../../components/form/controls/suggested-choice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../components/form/form-context.ts';
import { addDays } from '../../lib/hours/hours.ts';
import { shortDay } from '../../lib/locale/local-time.ts';
import { suggestOrganizations, today, useWork, writeHours } from './desk.store.ts';
import { faultFor } from './desk-fault.ts';
import type { DoorProps } from './person-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';

const OTHER = 'other';
const DAYS_BACK = 365;
const USUAL_HOURS = 2;

const choiceOf = ({ kind, id }: LoggableWork): string => `${kind}:${id}`;
const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

export function HoursDoor(props: DoorProps) {
  const work = useWork(props.person.id);
  return work === null ? <RowSkeletons count={3} /> : <HoursForm {...props} work={work} />;
}

/** Of which work the hours are, as the server is told. */
export function aboutOf(value: FormValue) {
  const [kind = OTHER, id = ''] = textOf(value, 'work').split(':');
  if (kind === 'application') return { applicationId: id };
  if (kind === 'activity') return { activityId: id };
  return {
    organizationId: kind === 'organization' ? id : textOf(value, 'organizationId'),
    description: textOf(value, 'description'),
  };
}

function HoursForm({ person, onDone, work }: DoorProps & { work: readonly LoggableWork[] }) {
  const { t } = useTranslation(['desk', 'hours']);
  const [key] = useState(() => crypto.randomUUID());
  const place = useFirstFocus<HTMLDivElement>('select, input');
  const name = person.firstName;
  const [first] = work;
  const [initial] = useState<FormValue>(() => ({
    work: first ? choiceOf(first) : OTHER,
    day: today(),
    hours: first?.lastHours ?? USUAL_HOURS,
    remark: '',
  }));

  async function handleSubmit(value: FormValue) {
    const [day, hours] = [textOf(value, 'day'), Number(value.hours)];
    const remark = textOf(value, 'remark') || null;
    try {
      await writeHours({ ...aboutOf(value), userId: person.id, day, hours, remark }, key);
    } catch (error) {
      return faultFor(error, (refusal) => t(`refused.${refusal}`, { name, organisation: '', age: 16 }));
    }
    onDone(t('hours.done', { name, hours: t('hours:n', { count: hours }), day: shortDay(day) }));
    return [];
  }

  return (
    <div ref={place}>
      <Form
        of="hours_entry_forms"
        label={t('hours.formLabel', { name })}
        value={initial}
        onSubmit={handleSubmit}
      >
        <WorkFields work={work} name={name} />
        <Field
          name="day"
          kind="date"
          label={t('hours.day')}
          check={(day) => {
            if (String(day ?? '') > today()) return t('hours.future');
            return String(day ?? '') < addDays(today(), -DAYS_BACK) ? t('hours.tooOld') : null;
          }}
        />
        <HoursField name="hours" label={t('hours.hours')} hint={t('hours.hoursHint')} />
        <Field name="remark" label={t('hours.remark')} />
        <SubmitButton>{t('hours.submit')}</SubmitButton>
      </Form>
    </div>
  );
}

function WorkFields({ work, name }: { work: readonly LoggableWork[]; name: string }) {
  const { t } = useTranslation('desk');
  const [kind] = String(useFieldValue('work') ?? '').split(':');
  const choices = [
    ...work.map((each) => ({
      value: choiceOf(each),
      label: [each.label, each.organizationName].filter(Boolean).join(', '),
    })),
    { value: OTHER, label: t('hours.other') },
  ];
  return (
    <>
      {work.length > 0 ? (
        <Field
          name="work"
          kind="select"
          label={t('hours.work', { name })}
          short={t('hours.workShort')}
          choices={choices}
          rules={{ required: true }}
        />
      ) : null}
      {kind === OTHER ? (
        <SuggestedChoice
          name="organizationId"
          label={t('hours.organization')}
          hint={t('hours.organizationHint')}
          icon="search"
          none={t('hours.organizationNone')}
          suggest={suggestOrganizations}
          countLabel={(count) => t('hours.organizationCount', { count })}
        />
      ) : null}
      {kind === OTHER || kind === 'organization' ? (
        <Field
          name="description"
          label={t('hours.what', { name })}
          short={t('hours.whatShort')}
          hint={t('hours.whatHint')}
          rules={{ required: true }}
        />
      ) : null}
    </>
  );
}
