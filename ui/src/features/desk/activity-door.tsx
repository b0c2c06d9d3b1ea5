// Signing somebody up for an activity: one of the next dates, for one person or more.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity, ActivityOccurrence } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Icon } from '../../components/media/icon.tsx';
import { showError } from '../../lib/feedback/errors.ts';
import { clockOf, shortDay } from '../../lib/locale/local-time.ts';
import { Rows } from './apply-door.tsx';
import { findDates, readActivity, signUp, useNextDates } from './desk.store.ts';
import { faultFor, refusalOf } from './desk-fault.ts';
import { answersIn, DeskQuestions } from './desk-questions.tsx';
import type { DoorProps } from './person-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';

interface Chosen {
  date: ActivityOccurrence;
  activity: Activity;
}

export function ActivityDoor(props: DoorProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return chosen === null ? (
    <Dates onChoose={setChosen} />
  ) : (
    <SignUpForm {...props} {...chosen} onBack={() => setChosen(null)} />
  );
}

/** Dates for which people sign up; of a series, for which they sign up once, the first. */
export function datesToChoose(dates: readonly ActivityOccurrence[]): readonly ActivityOccurrence[] {
  const series = new Set<string>();
  return dates.filter(({ registration, activityId }) => {
    if (registration === 'none') return false;
    if (registration === 'occurrence') return true;
    if (series.has(activityId)) return false;
    series.add(activityId);
    return true;
  });
}

/** So many stand there at first; the others come with a press. */
const AT_FIRST = 6;

const whenOf = ({ startsLocal }: ActivityOccurrence): string =>
  `${shortDay(startsLocal)}, ${clockOf(startsLocal)}`;

function Dates({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const { t } = useTranslation('desk');
  const [found, setFound] = useState<readonly ActivityOccurrence[] | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const { data: next, status, refresh } = useNextDates();
  const place = useFirstFocus<HTMLDivElement>();
  const dates = datesToChoose(found ?? next ?? []);
  const shown = isWhole || found ? dates : dates.slice(0, AT_FIRST);

  async function handleChoose(date: ActivityOccurrence) {
    try {
      onChoose({ date, activity: await readActivity(date.activityId) });
    } catch (error) {
      showError(error);
    }
  }

  return (
    <div ref={place}>
      <Form
        className="desk-search"
        label={t('door.activity.title')}
        onSubmit={async (value) => setFound(await findDates(String(value.q ?? '').trim()))}
      >
        <Field name="q" label={t('activity.search')} hint={t('activity.searchHint')} needed />
        <SubmitButton>{t('apply.find')}</SubmitButton>
      </Form>
      {found === null && status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : found === null && next === undefined ? (
        <RowSkeletons count={3} />
      ) : dates.length === 0 ? (
        <Notice live>{t(found ? 'activity.none' : 'activity.noneYet')}</Notice>
      ) : (
        <DateRows
          key={found?.map(({ id }) => id).join()}
          isSearched={found !== null}
          label={t('activity.found', { count: dates.length })}
        >
          {shown.map((date) => (
            <li key={date.id}>
              <button type="button" className="desk-hit" onClick={() => void handleChoose(date)}>
                <span>
                  <b>{date.title}</b>
                  <small>{aboutDate(date, t)}</small>
                </span>
                <Icon name="arrow" />
              </button>
            </li>
          ))}
        </DateRows>
      )}
      {shown.length < dates.length ? (
        <Button onClick={() => setIsWhole(true)}>
          {t('activity.more', { count: dates.length - shown.length })}
        </Button>
      ) : null}
    </div>
  );
}

type Words = ReturnType<typeof useTranslation<'desk'>>['t'];

/** When, where, and how many places are left. */
function aboutDate(date: ActivityOccurrence, t: Words): string {
  const { spotsLeft, registration, locationName, city } = date;
  const left =
    spotsLeft === null
      ? null
      : spotsLeft === 0
        ? t('activity.full')
        : t('activity.left', { count: spotsLeft });
  return [
    t('activity.at', { when: whenOf(date) }),
    locationName ?? city,
    registration === 'series' ? t('activity.series') : null,
    left,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface DateRowsProps {
  /** What was looked for takes the focus; what stands there at first leaves it in the field. */
  isSearched: boolean;
  label: string;
  children: React.ReactNode;
}

function DateRows({ isSearched, label, children }: DateRowsProps) {
  if (isSearched) return <Rows label={label}>{children}</Rows>;
  return (
    <>
      <p className="hint">{label}</p>
      <ul className="desk-hits">{children}</ul>
    </>
  );
}

interface SignUpFormProps extends DoorProps, Chosen {
  onBack: () => void;
}

function SignUpForm({ person, date, activity, onBack, onDone }: SignUpFormProps) {
  const { t } = useTranslation('desk');
  const key = useRef({ of: '', is: '' });
  const place = useFirstFocus<HTMLDivElement>('form input, form select, form textarea, form button');
  const name = person.firstName;
  const isSeries = date.registration === 'series';
  const [waits, setWaits] = useState(date.spotsLeft === 0);
  const most = activity.mostPerParty;

  async function handleSubmit(value: FormValue) {
    const answers = answersIn(value, activity.questions).map(({ at, answer }) => ({
      question: activity.questions[at]?.text ?? '',
      answer,
    }));
    const body = {
      ...(isSeries ? {} : { occurrenceId: date.id }),
      userId: person.id,
      partySize: Number(value.party) || 1,
      waitlist: waits,
      answers,
    };
    const wish = JSON.stringify(body);
    if (key.current.of !== wish) key.current = { of: wish, is: crypto.randomUUID() };
    try {
      const made = await signUp(activity.id, body, key.current.is);
      const how = made?.status === 'waitlisted' ? 'waits' : made?.needsYes ? 'asks' : 'done';
      onDone(t(`activity.${how}`, { name, activity: activity.title, when: whenOf(date) }));
      return [];
    } catch (error) {
      if (refusalOf(error) === 'activity_full') setWaits(true);
      return faultFor(
        error,
        (refusal) =>
          t(`refused.${refusal}`, { name, organisation: activity.organizationName ?? '', age: 16 }),
        (field) => (field === 'partySize' ? 'party' : field),
      );
    }
  }

  return (
    <div ref={place}>
      <p className="desk-chosen">
        <b>{date.title}</b>
        <span>{isSeries ? t('activity.series') : whenOf(date)}</span>
      </p>
      {waits ? <Notice icon="wait">{t('activity.waitNotice', { name })}</Notice> : null}
      <Form label={t('activity.formLabel', { name })} value={{ party: '1' }} onSubmit={handleSubmit}>
        {most > 1 ? (
          <Field
            name="party"
            kind="select"
            label={t('activity.party')}
            choices={Array.from({ length: most }, (_, at) => ({
              value: String(at + 1),
              label: t('activity.people', { count: at + 1 }),
            }))}
            rules={{ required: true }}
          />
        ) : null}
        <DeskQuestions questions={activity.questions} isOptional={false} />
        <div className="button-row">
          <SubmitButton>{t(waits ? 'activity.submitWait' : 'activity.submit', { name })}</SubmitButton>
          <Button variant="quiet" onClick={onBack}>
            {t('activity.other')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
