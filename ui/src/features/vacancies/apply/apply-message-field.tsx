// The message of an application, with sentences to start with, and the word that it is kept.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Chip, ChipRow } from '../../../components/content/badge.tsx';
import { fieldId } from '../../../components/form/field.tsx';
import { countId, describedBy, FieldFrame } from '../../../components/form/field-frame.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import { formatNumber } from '../../../lib/locale/time.ts';

const NAME = 'message';
const STARTERS = ['starter_people', 'starter_daytime'] as const;
const LIMIT = 2000;

/** A sentence of its own after what is there already. */
export function withSentence(text: string, sentence: string): string {
  const before = text.trimEnd();
  if (before === '') return `${sentence}. `;
  return `${/[.!?]$/.test(before) ? before : `${before}.`} ${sentence}. `;
}

export function ApplyMessageField({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('apply');
  const form = useForm();
  const id = fieldId(form.id, NAME);
  const rules = { ...form.rulesOf(NAME), required: true };
  const limit = rules.maxLength ?? LIMIT;
  const error = form.errors[NAME];
  const value = form.value[NAME];
  const text = typeof value === 'string' ? value : '';
  const label = t(vacancy.offersHelp ? 'message_offer' : 'message');
  const hint = t(vacancy.isHelpRequest ? 'message_help_hint' : 'message_hint');
  const { register } = form;

  // Without a list of what it depends on: label and rules may be other ones at each drawing.
  useEffect(() =>
    register({
      name: NAME,
      id,
      label,
      short: t('message_short'),
      rules,
      check: undefined,
    }),
  );

  function handleStarter(sentence: string) {
    form.set(NAME, withSentence(text, sentence).slice(0, limit));
    document.getElementById(id)?.focus();
  }

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required>
      {vacancy.isHelpRequest ? null : (
        <ChipRow label={t('starters')}>
          {STARTERS.map((key) => (
            <Chip key={key} onClick={() => handleStarter(t(key))}>
              {t(key)}
            </Chip>
          ))}
        </ChipRow>
      )}
      <textarea
        className="textarea"
        id={id}
        name={NAME}
        rows={5}
        value={text}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error, true)}
        onChange={(event) => form.set(NAME, event.target.value)}
        onBlur={() => form.blur(NAME)}
      />
      <div className="field-foot">
        <span className="hint">{text === '' ? null : t('kept')}</span>
        <span className="hint" id={countId(id)}>
          {t('counter', { used: formatNumber([...text].length), limit: formatNumber(limit) })}
        </span>
      </div>
    </FieldFrame>
  );
}
