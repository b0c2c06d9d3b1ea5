// Adding a student, saying who guides them and for how many hours, and letting them go.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { normaliseError, showError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { currentUser } from '../../lib/session/session.ts';
import { type ClassRow, hoursOf } from './class-list.ts';
import { addStudent, leaveSchool, letGo, saveGuidance, useMentors } from './students.store.ts';

interface DialogProps {
  schoolId: string;
  school: string;
  onClose: () => void;
  onDone: () => void;
}

interface RowDialogProps extends DialogProps {
  row: ClassRow;
}

/** A person, with an address as one gives one's own. */
const OF = ['registrations', 'users'];

const nameOf = ({ student }: ClassRow): string => student.fullName || (student.email ?? '');

const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

export function AddDialog({ schoolId, school, onClose, onDone }: DialogProps) {
  const { t } = useTranslation(['students', 'components']);
  const [key] = useState(() => crypto.randomUUID());

  async function handleSubmit(value: FormValue) {
    const email = textOf(value, 'email');
    const student = { firstName: textOf(value, 'firstName'), lastName: textOf(value, 'lastName'), email };
    await addStudent(schoolId, student, key);
    addToast({ title: t('done.asked.title'), message: t('done.asked.text', { email }), color: 'success' });
    onClose();
    onDone();
  }

  return (
    <Dialog
      open
      title={t('addDialog.title')}
      description={t('addDialog.text', { school })}
      onClose={onClose}
      wrap={(content) => (
        <Form of={OF} label={t('addDialog.title')} onSubmit={handleSubmit}>
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t('addDialog.confirm')}</SubmitButton>
        </>
      }
    >
      <FieldPair>
        <Field name="firstName" label={t('field.firstName')} rules={{ required: true }} />
        <Field name="lastName" label={t('field.lastName')} rules={{ required: false }} />
      </FieldPair>
      <Field name="email" kind="email" label={t('field.email')} />
    </Dialog>
  );
}

export function GuidanceDialog({ schoolId, row, onClose, onDone }: RowDialogProps) {
  const { t } = useTranslation(['students', 'components']);
  const { link } = row;
  const me = currentUser.value?.id ?? null;
  const choices = useMentors(schoolId).map(({ id, name }) => ({ value: id, label: name }));
  // A mentor takes students for themselves: then there is nothing to choose.
  const mayChoose = choices.some(({ value }) => value !== me);
  const first = link?.mentorId ?? (choices.some(({ value }) => value === me) ? me : null) ?? '';

  async function handleSubmit(value: FormValue) {
    const mentorId = mayChoose ? textOf(value, 'mentorId') || null : null;
    await saveGuidance(schoolId, row, { mentorId, hourTarget: hoursOf(value.hourTarget) });
    addToast({ title: t('done.guidance', { name: nameOf(row) }), color: 'success' });
    onClose();
    onDone();
  }

  return (
    <Dialog
      open
      title={t('guidance.title', { name: nameOf(row) })}
      description={t(link || mayChoose ? 'guidance.text' : 'guidance.textNew')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="student_links"
          label={t('guidance.title', { name: nameOf(row) })}
          value={{ mentorId: first, hourTarget: link?.hourTarget ?? '' }}
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
          <SubmitButton>{t('guidance.confirm')}</SubmitButton>
        </>
      }
    >
      {mayChoose ? (
        <Field
          name="mentorId"
          kind="select"
          label={t('field.mentor')}
          choices={choices}
          rules={{ required: true }}
        />
      ) : null}
      <Field name="hourTarget" kind="number" label={t('field.hours')} hint={t('field.hoursHint')} />
    </Dialog>
  );
}

/** Letting go of a student, or taking them off the School. */
export function LeaveDialog({
  schoolId,
  school,
  row,
  kind,
  onClose,
  onDone,
}: RowDialogProps & { kind: 'leave' | 'letGo' }) {
  const { t } = useTranslation(['students', 'components']);
  const [isBusy, setIsBusy] = useState(false);
  const names = { name: nameOf(row), school };

  async function handleConfirm() {
    setIsBusy(true);
    try {
      if (kind === 'leave') await leaveSchool(schoolId, row.student.id);
      else if (row.link) await letGo(row.link);
      addToast({ title: t(`done.${kind}`, names), color: 'success' });
      onClose();
      onDone();
    } catch (thrown) {
      setIsBusy(false);
      showError(normaliseError(thrown, { fatal: false }));
    }
  }

  return (
    <Dialog
      open
      small
      title={t(`${kind}.title`, names)}
      description={t(`${kind}.text`, names)}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void handleConfirm()}>
            {t(`${kind}.confirm`)}
          </Button>
        </>
      }
    />
  );
}
