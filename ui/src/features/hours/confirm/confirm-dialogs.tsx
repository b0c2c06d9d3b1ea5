// What is asked with a decision about hours: a number with a reason, a question, a refusal; and hours for somebody else.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursEntry } from '../../../api/hours-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { HoursField } from '../../../components/form/controls/hours-field.tsx';
import { SuggestedChoice } from '../../../components/form/controls/suggested-choice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { takeHoursStep, today } from '../hours.store.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { correctHours, suggestHelpers, takeManySteps, writeForSomebody } from './confirm.store.ts';
import { tableDay } from './confirm-columns.tsx';

export type Asked =
  | { kind: 'correct' | 'refuse'; row: HoursEntry }
  | { kind: 'ask'; rows: readonly HoursEntry[] }
  | { kind: 'write' };

interface ConfirmDialogsProps {
  asked: Asked;
  organizationId: string | null;
  onClose: () => void;
}

export function ConfirmDialogs({ asked, organizationId, onClose }: ConfirmDialogsProps) {
  const { t } = useTranslation(['hours-confirm', 'hours']);
  if (asked.kind === 'write') return <WriteDialog organizationId={organizationId} onClose={onClose} />;
  if (asked.kind === 'ask') {
    const { rows } = asked;
    const [only] = rows;
    const name = only?.personName ?? '';
    return (
      <ReasonDialog
        title={rows.length === 1 ? t('ask.oneTitle', { name }) : t('ask.title', { count: rows.length })}
        text={t('ask.text')}
        label={t('ask.label')}
        confirm={t('ask.confirm')}
        onSubmit={async (reason) => {
          const { refused } = await takeManySteps(rows, 'return', reason);
          const [first] = refused;
          if (first && refused.length === rows.length) throw new Error(first.reason);
          addToast({ title: t('ask.done', { count: rows.length - refused.length }), color: 'success' });
        }}
        onClose={onClose}
      />
    );
  }
  const { row, kind } = asked;
  const { personName: name } = row;
  const about = t('about', {
    work: row.work,
    day: tableDay(row.day),
    hours: t('hours:n', { count: row.hours }),
  });
  if (kind === 'refuse')
    return (
      <ReasonDialog
        title={t('refuse.title', { name })}
        text={`${about} ${t('refuse.text')}`}
        label={t('refuse.label')}
        confirm={t('refuse.confirm')}
        isDanger
        onSubmit={async (reason) => {
          await takeHoursStep(row, 'refuse', reason);
          addToast({ title: t('refuse.done', { name }), color: 'success' });
        }}
        onClose={onClose}
      />
    );
  return (
    <ReasonDialog
      title={t('correct.title', { name })}
      text={`${about} ${t('correct.text', { name })}`}
      label={t('correct.label')}
      confirm={t('correct.confirm')}
      hours={{ label: t('correct.hours'), value: row.hours }}
      onSubmit={async (reason, hours) => {
        await correctHours(row, hours, reason);
        addToast({ title: t('correct.done', { name }), color: 'success' });
      }}
      onClose={onClose}
    />
  );
}

const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

function WriteDialog({ organizationId, onClose }: Omit<ConfirmDialogsProps, 'asked'>) {
  const { t } = useTranslation(['hours-confirm', 'hours', 'components']);
  const [key] = useState(() => crypto.randomUUID());

  async function handleSubmit(value: FormValue) {
    const [applicationId = '', userId = ''] = textOf(value, 'who').split(':');
    const hours = Number(value.hours);
    const remark = textOf(value, 'remark') || null;
    await writeForSomebody({ applicationId, userId, day: textOf(value, 'day'), hours, remark }, key);
    addToast({
      title: t('hours:form.written', { hours: t('hours:n', { count: hours }) }),
      color: 'success',
    });
    onClose();
  }

  return (
    <Dialog
      open
      title={t('write.title')}
      description={t('write.text')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="hours_entry_forms"
          label={t('write.title')}
          value={{ who: '', day: today(), hours: 2, remark: '' }}
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
          <SubmitButton>{t('hours:form.submit')}</SubmitButton>
        </>
      }
    >
      <SuggestedChoice
        name="who"
        label={t('write.who')}
        hint={t('write.whoHint')}
        icon="search"
        none={t('write.whoNone')}
        suggest={(typed, signal) => suggestHelpers(organizationId, typed, signal)}
        countLabel={(count) => t('write.whoCount', { count })}
      />
      <Field
        name="day"
        kind="date"
        label={t('hours:form.day')}
        check={(day) => (String(day ?? '') > today() ? t('hours:form.future') : null)}
      />
      <HoursField name="hours" label={t('hours:form.hours')} hint={t('hours:form.hoursHint')} />
      <Field name="remark" kind="textarea" rows={2} label={t('write.remark')} />
    </Dialog>
  );
}
