// Writing down that somebody saw a paper, or asking for one. The paper itself is never kept: there is nowhere to put it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { aboutOf, addCheck, noteCheck, suggestPeople } from '../../lib/checks/check-changes.ts';
import type { Check, CheckKind, SeenPaper } from '../../lib/checks/checks.ts';
import { KINDS, usualYears, yearsLater } from '../../lib/checks/checks.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { localDay } from '../../lib/locale/local-time.ts';
import { currentUser, isForCentre, menuOfNow } from '../../lib/session/session.ts';
import { Button } from '../actions/button.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { Notice } from '../feedback/notice.tsx';
import { SuggestedChoice } from '../form/controls/suggested-choice.tsx';
import { Field } from '../form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../form/form.tsx';
import { type FormValue, useFieldValue, useForm } from '../form/form-context.ts';
import { checkDay } from './check-words.ts';
import './checks.css';

const MOST_YEARS = 15;

export type Asked =
  /** What was asked for, or what was written down before. */
  | { do: 'note'; check: Check }
  | { do: 'renew'; check: Check }
  /** About somebody who applied; none: who it is, is asked. */
  | { do: 'add'; of?: { applicationId: string; name: string; about: string; kind: CheckKind } };

interface CheckDialogProps {
  asked: Asked;
  onClose: () => void;
}

const today = (): string => localDay(new Date().toISOString());
const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

function initialOf(asked: Asked): FormValue {
  if (asked.do === 'note') {
    const { issuedOn, validUntil, note } = asked.check;
    return { issuedOn: issuedOn ?? '', validUntil: validUntil ?? '', note: note ?? '', sawIt: false };
  }
  const kind = asked.do === 'add' ? (asked.of?.kind ?? 'vog') : asked.check.kind;
  return { who: '', kind, way: 'seen', issuedOn: '', validUntil: '', note: '', sawIt: false };
}

const paperOf = (value: FormValue): SeenPaper => ({
  issuedOn: textOf(value, 'issuedOn'),
  validUntil: textOf(value, 'validUntil'),
  note: textOf(value, 'note') || null,
  sawIt: value.sawIt === true,
});

export function CheckDialog({ asked, onClose }: CheckDialogProps) {
  const { t } = useTranslation(['checks', 'components']);
  // Sent again after a lost connection it is still the same.
  const [key] = useState(() => crypto.randomUUID());
  // An application asked for this very paper.
  const isAbout = asked.do === 'add' && asked.of !== undefined;
  const name = asked.do === 'add' ? (asked.of?.name ?? '') : asked.check.personName;
  const about =
    asked.do === 'add'
      ? (asked.of?.about ?? t('add.text'))
      : [
          t(`kind.${asked.check.kind}`),
          asked.check.personName,
          [asked.check.vacancyTitle, asked.check.organizationName].filter(Boolean).join(', '),
        ]
          .filter(Boolean)
          .join(' · ');
  const title = t(
    asked.do === 'renew'
      ? 'renew.title'
      : asked.do === 'note' && asked.check.issuedOn !== null
        ? 'correct.title'
        : 'note.title',
  );

  async function handleSubmit(value: FormValue) {
    const isAsking = value.way === 'ask';
    if (asked.do === 'note') await noteCheck(asked.check.id, paperOf(value));
    else {
      const about =
        asked.do === 'renew'
          ? { replacesId: asked.check.id }
          : {
              ...aboutOf(asked.of?.applicationId ?? textOf(value, 'who')),
              kind: textOf(value, 'kind') as CheckKind,
            };
      await addCheck(isAsking ? about : { ...about, ...paperOf(value) }, key);
    }
    const of = isAsking ? 'asked' : 'noted';
    addToast({ title: name ? t(`done.${of}Of`, { name }) : t(`done.${of}`), color: 'success' });
    onClose();
  }

  return (
    <Dialog
      open
      title={title}
      description={about}
      onClose={onClose}
      wrap={(content) => (
        <Form
          className="check-form"
          of="check_forms"
          label={title}
          value={initialOf(asked)}
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
          <Confirm />
        </>
      }
    >
      {asked.do === 'add' && !isAbout ? (
        <SuggestedChoice
          name="who"
          label={t('form.who')}
          hint={t(isForCentre(menuOfNow.value) ? 'form.whoHintCentre' : 'form.whoHint')}
          icon="search"
          none={t('form.whoNone')}
          suggest={(typed, signal) => suggestPeople(typed, signal, t('form.whoApart'))}
          countLabel={(count) => t('form.whoCount', { count })}
        />
      ) : null}
      {asked.do === 'add' && !isAbout ? (
        <Field
          name="kind"
          kind="radio"
          label={t('form.kind')}
          short={t('form.kindShort')}
          rules={{ required: true }}
          choices={KINDS.map((value) => ({
            value,
            label: t(`kind.${value}`),
            hint: t(`kindHint.${value}`),
          }))}
        />
      ) : null}
      {asked.do === 'note' || isAbout ? null : (
        <Field
          name="way"
          kind="radio"
          label={t('form.way')}
          short={t('form.wayShort')}
          rules={{ required: true }}
          choices={[
            { value: 'seen', label: t('form.waySeen') },
            { value: 'ask', label: t('form.wayAsk'), hint: t('form.wayAskHint') },
          ]}
        />
      )}
      <PaperFields kind={asked.do === 'add' ? (asked.of?.kind ?? null) : asked.check.kind} />
    </Dialog>
  );
}

function Confirm() {
  const { t } = useTranslation('checks');
  const isAsking = useFieldValue('way') === 'ask';
  return <SubmitButton>{t(isAsking ? 'form.ask' : 'form.note')}</SubmitButton>;
}

/** `kind`: none where it is still chosen. */
function PaperFields({ kind }: { kind: CheckKind | null }) {
  const { t } = useTranslation('checks');
  const isAsking = useFieldValue('way') === 'ask';
  const chosen = String(useFieldValue('kind') ?? kind ?? '');
  const years = usualYears(kind ?? chosen);
  const isSeen = !isAsking;
  useUsualEnd(isSeen ? years : null);
  if (isAsking) return null;
  return (
    <>
      <FieldPair>
        <Field
          name="issuedOn"
          kind="date"
          label={t('form.issuedOn')}
          rules={{ required: true }}
          check={(day) => (String(day ?? '') > today() ? t('form.future') : null)}
        />
        <Field
          name="validUntil"
          kind="date"
          label={t('form.validUntil')}
          hint={years === null ? t('form.untilPaper') : t('form.untilUsual', { count: years })}
          rules={{ required: true }}
          check={(day, all) => {
            const [until, from] = [String(day ?? ''), String(all.issuedOn ?? '')];
            if (from === '' || until === '') return null;
            if (until <= from) return t('form.untilBefore');
            return until > yearsLater(from, MOST_YEARS) ? t('form.untilTooFar') : null;
          }}
        />
      </FieldPair>
      <Field name="note" label={t('form.noteLabel')} hint={t('form.noteHint')} />
      <Field
        name="sawIt"
        kind="checkbox"
        label={t('form.sawIt')}
        short={t('form.sawItShort')}
        hint={t('form.sawItHint', { name: currentUser.value?.fullName ?? '', day: checkDay(today()) })}
        rules={{ required: true }}
      />
      <Notice icon="lock">{t('form.noCopy')}</Notice>
    </>
  );
}

/** The day until which such a paper usually counts is filled in, until somebody fills in another. */
function useUsualEnd(years: number | null): void {
  const { set } = useForm();
  const issuedOn = String(useFieldValue('issuedOn') ?? '');
  const validUntil = String(useFieldValue('validUntil') ?? '');
  const filled = useRef('');
  const latest = useRef({ set, validUntil });
  latest.current = { set, validUntil };
  useEffect(() => {
    const { set: change, validUntil: shown } = latest.current;
    if (years === null || !/^\d{4}-\d{2}-\d{2}$/.test(issuedOn)) return;
    if (shown !== '' && shown !== filled.current) return;
    filled.current = yearsLater(issuedOn, years);
    change('validUntil', filled.current);
  }, [issuedOn, years]);
}
