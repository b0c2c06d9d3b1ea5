// Signing up on the page of an activity. Without script the server says who to ask.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { type Choice, Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../components/form/form-context.ts';
import { type Problem, problemsOf } from '../../components/form/problems.ts';
import type { FieldValue } from '../../components/form/rules.ts';
import { Icon } from '../../components/media/icon.tsx';
import { currentUser, isSignedIn } from '../../lib/session/session.ts';
import {
  bodyOf,
  fullnessOf,
  isFull,
  type Joined,
  type JoinValues,
  join,
  readOffer,
  type SignUpDate,
  type SignUpOffer,
} from './sign-up.ts';
import { answersOf, SignUpQuestions } from './sign-up-questions.tsx';

const asText = (value: FieldValue): string => (typeof value === 'string' ? value : '');

const partyOf = (value: FieldValue): number => (value === true ? 2 : Math.max(1, Number(value) || 1));

function valuesOf(value: FormValue, { questions }: SignUpOffer): JoinValues {
  return {
    firstName: asText(value.firstName),
    email: asText(value.email),
    consent: value.consent === true,
    partySize: partyOf(value.party),
    answers: answersOf(value, questions),
  };
}

/** What was decided of a date; of all dates at once there is one, without a date. */
interface Outcome {
  date: SignUpDate | null;
  joined: Joined;
}

/** `place`: the card, with what the form needs to know in `data-sign-up`. */
export function SignUpForm({ place }: { place: HTMLElement }) {
  const { t } = useTranslation('activity-sign-up');
  const [offer] = useState(() => readOffer(place.dataset.signUp));
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const isShown = offer !== null;
  useLayoutEffect(() => {
    if (isShown) place.querySelector(':scope > .sign-up-plain')?.remove();
  }, [isShown, place]);
  if (offer === null) return null;
  if (outcomes !== null) return <Thanks outcomes={outcomes} />;
  if (!isSignedIn.value && !offer.allowsGuests)
    return (
      <div className="stack">
        <p>{t('account_first')}</p>
        <ButtonLink
          variant="primary"
          href={`/auth/login-1?next=${encodeURIComponent(location.pathname + location.search)}`}
        >
          {t('sign_in')}
        </ButtonLink>
      </div>
    );
  return <JoinForm offer={offer} onDone={setOutcomes} />;
}

interface JoinFormProps {
  offer: SignUpOffer;
  onDone: (outcomes: readonly Outcome[]) => void;
}

/** Dates that can be chosen: those with a place, and those with a line to wait in. */
const openDates = ({ hasWaitingList }: SignUpOffer, dates: readonly SignUpDate[]): SignUpDate[] =>
  dates.filter((date) => hasWaitingList || !isFull(date, 1));

function JoinForm({ offer, onDone }: JoinFormProps) {
  const { t } = useTranslation('activity-sign-up');
  const [dates, setDates] = useState(offer.dates);
  const isGuest = !isSignedIn.value;
  const isSeries = offer.registration === 'series';
  const open = openDates(offer, dates);
  const [initial] = useState<FormValue>(() => {
    const first =
      open.find(({ id }) => id === offer.chosen) ?? open.find((date) => !isFull(date, 1)) ?? open[0];
    return { dates: first ? [first.id] : [], party: offer.mostPerParty > 2 ? '1' : false };
  });
  // What succeeded of several dates stays so when another one is refused.
  const done = useRef(new Map<string, Outcome>());
  // One key for one wish: sending again after a lost connection is still the same one.
  const keys = useRef(new Map<string, string>());

  async function sendOne(values: JoinValues, date: SignUpDate | null): Promise<void> {
    const first = date ?? dates[0];
    const waits = offer.hasWaitingList && first !== undefined && isFull(first, values.partySize);
    const body = bodyOf(values, { date: date?.id ?? null, isGuest, waits });
    const wish = JSON.stringify(body);
    if (!done.current.has(wish)) {
      const key = keys.current.get(wish) ?? crypto.randomUUID();
      keys.current.set(wish, key);
      done.current.set(wish, { date, joined: await join(offer.activity, body, key) });
    }
  }

  /** The problems of one date; the form then knows how full it is. */
  function problemsAbout(error: unknown, date: SignUpDate | null): Problem[] {
    const problems = problemsOf(error);
    if (!problems) throw error;
    const found = fullnessOf(error);
    if (found) setDates((all) => all.map((one) => (date && one.id !== date.id ? one : { ...one, ...found })));
    return problems.map((problem) => {
      if (problem.field === 'partySize' && !found) return { ...problem, field: 'party' };
      const isOfDate = problem.code === 'activity_full' || problem.field === 'occurrenceId';
      if (!isOfDate) return problem;
      const more = found && offer.hasWaitingList ? ` ${t('may_wait')}` : '';
      const about = date && open.length > 1 ? `${date.label}: ` : '';
      return { ...problem, field: 'dates', detail: `${about}${problem.detail ?? ''}${more}` };
    });
  }

  async function handleSubmit(value: FormValue): Promise<readonly Problem[]> {
    const values = valuesOf(value, offer);
    const chosen = isSeries ? [null] : open.filter(({ id }) => chosenIds(value.dates).includes(id));
    for (const date of chosen) {
      try {
        await sendOne(values, date);
      } catch (error) {
        return problemsAbout(error, date);
      }
    }
    onDone([...done.current.values()]);
    return [];
  }

  if (open.length === 0) return <p>{t('all_full')}</p>;
  return (
    <Form of="activity_sign_ups" value={initial} onSubmit={handleSubmit} className="sign-up-form">
      <Dates open={open} isSeries={isSeries} />
      {isGuest ? <GuestFields /> : <SignedInAs />}
      <Party most={offer.mostPerParty} />
      <SignUpQuestions questions={offer.questions} />
      {isGuest ? (
        <Field
          name="consent"
          kind="checkbox"
          label={t('consent', { organization: offer.organization })}
          rules={{ required: true }}
        />
      ) : null}
      <Submit open={open} isSeries={isSeries} />
      {isGuest ? (
        <p className="promise">
          <Icon name="mail" />
          <span>{t('promise')}</span>
        </p>
      ) : null}
    </Form>
  );
}

const chosenIds = (value: FieldValue): readonly string[] => (Array.isArray(value) ? value : []);

interface DatesProps {
  open: readonly SignUpDate[];
  isSeries: boolean;
}

function Dates({ open, isSeries }: DatesProps) {
  const { t } = useTranslation('activity-sign-up');
  const [first] = open;
  const places = ({ left, waiting }: SignUpDate): string | null => {
    if (left === null) return null;
    if (left > 0) return t('left', { count: left });
    return waiting ? t('full_waiting', { count: waiting }) : t('full');
  };
  const about = (date: SignUpDate): string => [date.hours, places(date)].filter(Boolean).join(', ');
  if (isSeries)
    return (
      <p>
        {t('all_dates')} {first ? places(first) : null}
      </p>
    );
  if (first && open.length === 1)
    return (
      <p className="sign-up-date">
        <b>{first.label}</b>
        <span className="hint">{about(first)}</span>
      </p>
    );
  const choices: Choice[] = open.map((date) => ({ value: date.id, label: date.label, hint: about(date) }));
  return (
    <Field
      name="dates"
      kind="checkboxes"
      label={t('which')}
      short={t('which_short')}
      choices={choices}
      rules={{ required: true }}
    />
  );
}

function GuestFields() {
  const { t } = useTranslation('activity-sign-up');
  return (
    <>
      <Field name="firstName" label={t('first_name')} autoComplete="given-name" rules={{ required: true }} />
      <Field name="email" kind="email" label={t('email')} rules={{ required: true }} />
    </>
  );
}

function SignedInAs() {
  const { t } = useTranslation('activity-sign-up');
  const user = currentUser.value;
  return user ? <Notice>{t('signed_in', { name: user.fullName, email: user.email })}</Notice> : null;
}

function Party({ most }: { most: number }) {
  const { t } = useTranslation('activity-sign-up');
  if (most < 2) return null;
  if (most === 2) return <Field name="party" kind="checkbox" label={t('bring_another')} />;
  const choices = Array.from({ length: most }, (_, at) => ({
    value: String(at + 1),
    label: t('people', { count: at + 1 }),
  }));
  return <Field name="party" kind="select" label={t('party')} choices={choices} rules={{ required: true }} />;
}

/** Says for which day, and whether that is to wait in line. */
function Submit({ open, isSeries }: DatesProps) {
  const { t } = useTranslation('activity-sign-up');
  const ids = chosenIds(useFieldValue('dates'));
  const partySize = partyOf(useFieldValue('party'));
  const chosen = isSeries ? open.slice(0, 1) : open.filter(({ id }) => ids.includes(id));
  const [one] = chosen;
  const waits = one !== undefined && chosen.every((date) => isFull(date, partySize));
  const words = () => {
    if (waits) return t('wait');
    if (isSeries || !one) return t('submit');
    return chosen.length === 1
      ? t('submit_date', { date: one.date })
      : t('submit_days', { count: chosen.length });
  };
  return (
    <SubmitButton large wide>
      {words()}
    </SubmitButton>
  );
}

function Thanks({ outcomes }: { outcomes: readonly Outcome[] }) {
  const { t } = useTranslation('activity-sign-up');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const mailed = outcomes.flatMap(({ joined }) => (joined.kind === 'mailed' ? [joined.email] : []));
  if (mailed.length > 0)
    return (
      <div className="stack">
        <h3 ref={title} tabIndex={-1}>
          {t('mailed.title')}
        </h3>
        <p>{t('mailed.text', { email: mailed[0], count: mailed.length })}</p>
      </div>
    );
  const areWaiting = outcomes.every(({ joined }) => joined.kind === 'waiting');
  const areAsking = outcomes.every(({ joined }) => joined.kind === 'asking');
  const saying = (joined: Joined): string => {
    if (joined.kind === 'asking') return t('asking.text');
    if (joined.kind !== 'waiting') return t('joined.text');
    return joined.position === null
      ? t('waiting.text')
      : t('waiting.position', { position: joined.position });
  };
  return (
    <div className="stack">
      <h3 ref={title} tabIndex={-1}>
        {t(areAsking ? 'asking.title' : areWaiting ? 'waiting.title' : 'joined.title')}
      </h3>
      {outcomes.map(({ date, joined }) => (
        <p key={date?.id ?? ''}>
          {date ? <b>{date.label}: </b> : null}
          {saying(joined)}
        </p>
      ))}
      {areWaiting ? <p className="hint">{t('waiting.next')}</p> : null}
    </div>
  );
}
