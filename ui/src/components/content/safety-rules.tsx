// The rules for helping each other safely, and whom somebody in need can call. Agreed to before people hear of each other.
import { useTranslation } from 'react-i18next';
import { centreProfile } from '../../lib/centre/centre.ts';
import { language } from '../../lib/locale/language.ts';
import { Field } from '../form/field.tsx';
import { Icon } from '../media/icon.tsx';
import './practical-list.css';
import './safety-rules.css';

/** In the order in which they are read; the server draws them in the same (help_requests.rs). */
const RULES = ['name', 'here', 'first', 'money', 'care', 'stop'] as const;
const LINES = ['112', '113', 'listen'] as const;

function RuleList() {
  const { t } = useTranslation('safety-rules');
  return (
    <ul className="check-list">
      {RULES.map((rule) => (
        <li key={rule}>
          <Icon name="check" />
          <span>{t(`rules.${rule}`)}</span>
        </li>
      ))}
    </ul>
  );
}

export function SafetyRules() {
  const { t } = useTranslation('safety-rules');
  return (
    <section className="safety" aria-labelledby="safety">
      <div>
        <h2 id="safety">{t('title')}</h2>
        <p className="soft">{t('text')}</p>
      </div>
      <RuleList />
    </section>
  );
}

/** Whom to call: the centre's own lines, or those of the whole country. Nothing answers by itself here. */
export function HelpLines() {
  const { t } = useTranslation('safety-rules');
  const profile = centreProfile.value;
  const own = ((language.value === 'en' && profile?.helpLinesEn) || profile?.helpLines || '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const lines = own.length > 0 ? own : LINES.map((line) => t(`line.${line}`));
  return (
    <section className="card help-lines" aria-labelledby="help-lines">
      <h2 id="help-lines">{t('lines')}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** The rules with the box to agree to them, as a part of a form; a card of it says what they are in its own title. */
export function SafetyAgreement({ isTitled = false }: { isTitled?: boolean }) {
  const { t } = useTranslation('safety-rules');
  return (
    <div className="stack">
      {isTitled ? null : <b>{t('title')}</b>}
      <RuleList />
      <Field name="agreesToSafetyRules" kind="checkbox" label={t('agree')} rules={{ required: true }} />
    </div>
  );
}
