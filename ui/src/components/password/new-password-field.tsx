// A new password: what it must be, how good it is while you type, and what would make it better.

import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { serverWords } from '../../lib/locale/server-words.ts';
import './new-password-field.css';
import { StatusBadge } from '../content/badge.tsx';
import { Field } from '../form/field.tsx';
import { type FormValue, useForm } from '../form/form-context.ts';
import {
  type About,
  judge,
  loadStrength,
  missingSigns,
  type Strength,
  strengthOf,
  type Told,
} from './password-strength.ts';

export interface NewPasswordFieldProps {
  name: string;
  /** Fields of this form that hold what is known of the person: a name, an address. */
  own?: readonly string[];
  /** Names and addresses that the form does not hold. */
  person?: readonly (string | null)[];
  /** What else stands on the page: the centre's name. */
  known?: readonly string[];
  label?: string;
}

const NOTHING: readonly string[] = [];

export function NewPasswordField({
  name,
  own = NOTHING,
  person = NOTHING,
  known = NOTHING,
  label,
}: NewPasswordFieldProps) {
  const { t } = useTranslation(['components', 'password']);
  const form = useForm();
  const given = form.value[name];
  const typed = typeof given === 'string' ? given : '';
  const about = (all: FormValue): About => ({
    own: [...own.map((each) => String(all[each] ?? '')), ...person.filter((each) => each !== null)],
    known,
  });

  function complaint(value: unknown, all: FormValue): string | null {
    const told = strengthOf(String(value ?? ''), about(all));
    return told.strength === 'weak' ? t('password:refused') : null;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that somebody is about to type
    <div className="new-password" onFocus={() => void loadStrength()}>
      <Field
        name={name}
        kind="password"
        label={label ?? t('password.label')}
        hint={t('password.hint')}
        autoComplete="new-password"
        rules={{ required: true }}
        check={complaint}
      />
      <StrengthMeter typed={typed} about={about(form.value)} />
    </div>
  );
}

const TONE: Record<Exclude<Strength, 'empty' | 'unknown'>, 'warning' | 'success' | 'neutral'> = {
  short: 'neutral',
  weak: 'warning',
  good: 'success',
  strong: 'success',
};

/** What it looks like lags behind typing where the device is slow. */
function StrengthMeter({ typed, about }: { typed: string; about: About }) {
  const { t } = useTranslation(['components', 'password']);
  const late = useDeferredValue(typed);
  const told = strengthOf(late, about);
  const isKnown = judge.value !== null;
  return (
    <div className="strength" role="status">
      {told.strength === 'empty' || (told.strength === 'unknown' && !isKnown) ? null : (
        <>
          <StrengthBar told={told} />
          {told.strength === 'unknown' ? null : (
            <StatusBadge tone={TONE[told.strength]}>
              {told.strength === 'short'
                ? t('password.short', { count: missingSigns(late) })
                : serverWords(t)(`password:${told.strength}`)}
            </StatusBadge>
          )}
          <StrengthHelp told={told} isKnown={isKnown} />
        </>
      )}
    </div>
  );
}

function StrengthBar({ told }: { told: Told }) {
  const full = told.strength === 'short' ? Math.min(told.score, 2) : told.score;
  return (
    <span className="strength-bar" data-score={full} aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <span key={step} className={step <= Math.max(full, 1) ? 'is-full' : undefined} />
      ))}
    </span>
  );
}

/** Why it is easy to guess, and what helps. */
function StrengthHelp({ told, isKnown }: { told: Told; isKnown: boolean }) {
  const { t, i18n } = useTranslation(['components', 'password']);
  if (!isKnown || (told.strength !== 'weak' && told.strength !== 'short')) return null;
  const why =
    told.why && i18n.exists(`password:why.${told.why}`) ? serverWords(t)(`password:why.${told.why}`) : null;
  return (
    <span className="hint">
      {why ? `${why} ` : ''}
      {t('password:help')}
    </span>
  );
}
