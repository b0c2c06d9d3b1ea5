// Reporting something to the centre: what is wrong, what happened, and an address to answer to for who has no account.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appName } from '../../lib/centre/centre.ts';
import {
  needsText,
  REPORT_CATEGORIES,
  type ReportCategory,
  type Reported,
  sendReport,
} from '../../lib/reports/reports.ts';
import { isSignedIn } from '../../lib/session/session.ts';
import { Button } from '../actions/button.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { Field } from '../form/field.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import { type FormValue, useFieldValue } from '../form/form-context.ts';
import { Icon } from '../media/icon.tsx';
import './report.css';

interface ReportDialogProps {
  reported: Reported;
  /** A request for help, which is called so. */
  isHelp?: boolean | undefined;
  onClose: () => void;
  /** After it was received. */
  onSent?: () => void;
}

const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

export function ReportDialog(props: ReportDialogProps) {
  const [sent, setSent] = useState<{ isAnswered: boolean } | null>(null);
  if (sent !== null) return <Thanks isAnswered={sent.isAnswered} onClose={props.onClose} />;
  return (
    <Reporting
      {...props}
      onSent={(isAnswered) => {
        setSent({ isAnswered });
        props.onSent?.();
      }}
    />
  );
}

interface ReportingProps extends Omit<ReportDialogProps, 'onSent'> {
  onSent: (isAnswered: boolean) => void;
}

function Reporting({ reported, isHelp, onClose, onSent }: ReportingProps) {
  const { t } = useTranslation('report');
  const isVisitor = !isSignedIn.value;
  // Sent again after a lost connection it is still the same.
  const [key] = useState(() => crypto.randomUUID());

  async function handleSubmit(value: FormValue) {
    const email = isVisitor ? textOf(value, 'email') : '';
    await sendReport(
      {
        subjectType: reported.type,
        subjectId: reported.id,
        category: textOf(value, 'category') as ReportCategory,
        body: textOf(value, 'body'),
        ...(email === '' ? {} : { email }),
      },
      key,
    );
    onSent(!isVisitor || email !== '');
  }

  return (
    <Dialog
      open
      title={t('title')}
      description={t(`about.${isHelp ? 'help' : reported.type}`, { title: reported.title })}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="abuse_report_forms"
          className="report-form"
          label={t('title')}
          value={{ category: '', body: '', email: '' }}
          onSubmit={handleSubmit}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton>{t('send')}</SubmitButton>
        </>
      }
    >
      <Field
        name="category"
        kind="radio"
        label={t('what')}
        short={t('whatShort')}
        choices={REPORT_CATEGORIES.map((value) => ({
          value,
          label: t(`category.${value}`),
          hint: t(`example.${value}`),
        }))}
      />
      <WhatHappened />
      {isVisitor ? (
        <Field
          name="email"
          kind="email"
          autoComplete="email"
          label={t('email')}
          hint={t('emailHint')}
          rules={{ required: false }}
        />
      ) : null}
      <p className="report-note">
        <Icon name="shield" />
        <span>
          {t('who', { centre: appName.value })} {isVisitor ? '' : t('private')} <b>{t('danger')}</b>
        </span>
      </p>
    </Dialog>
  );
}

/** Without a text it is not known what to look for: only where the category says enough it may be left out. */
function WhatHappened() {
  const { t } = useTranslation('report');
  const category = useFieldValue('category');
  return (
    <Field
      name="body"
      kind="textarea"
      rows={4}
      label={t('text')}
      short={t('textShort')}
      rules={{ required: needsText(category) }}
    />
  );
}

function Thanks({ isAnswered, onClose }: { isAnswered: boolean; onClose: () => void }) {
  const { t } = useTranslation('report');
  return (
    <Dialog
      open
      small
      title={t('thanks.title')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('thanks.close')}
        </Button>
      }
    >
      <p>
        {t('thanks.text', { centre: appName.value })} {t(isAnswered ? 'thanks.answer' : 'thanks.noAnswer')}
      </p>
      <p>
        <b>{t('danger')}</b>
      </p>
    </Dialog>
  );
}
