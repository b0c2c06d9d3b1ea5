// What somebody wishes of the newsletter, by the link that each of them carries: its language, how often, and whether at
// all. With an account or without one. Opening the link changes nothing.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeNewsletterPreferences,
  loadNewsletterPreferences,
  type NewsletterFrequency,
  type NewsletterPreferences,
} from '../../api/newsletter-subscription-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { LANGUAGES, type Language } from '../../lib/locale/language.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { BrokenLinkPanel } from './broken-link.tsx';
import { linkProblemOf, tokenIn } from './link-problem.ts';
import './newsletter-subscription.css';

type Shown =
  | { kind: 'loading' | 'failed' | 'expired' | 'unknown' }
  | { kind: 'known'; preferences: NewsletterPreferences };

const FREQUENCIES: readonly NewsletterFrequency[] = ['every', 'monthly'];

export default function PreferencesPage() {
  const token = tokenIn(useQuery());
  if (token === '') return <BrokenLinkPanel link="preferences" kind="missing" />;
  return <ByLink key={token} token={token} />;
}

function ByLink({ token }: { token: string }) {
  const { t } = useTranslation('newsletter-subscription');
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again.
  useEffect(() => {
    let isGone = false;
    setShown({ kind: 'loading' });
    loadNewsletterPreferences(token).then(
      (preferences) => isGone || setShown(preferences ? { kind: 'known', preferences } : { kind: 'unknown' }),
      (thrown: unknown) => isGone || setShown({ kind: linkProblemOf(thrown) }),
    );
    return () => {
      isGone = true;
    };
  }, [token, tries]);

  if (shown.kind === 'known')
    return (
      <Preferences
        token={token}
        preferences={shown.preferences}
        onChange={(preferences) => setShown({ kind: 'known', preferences })}
      />
    );
  if (shown.kind === 'expired' || shown.kind === 'unknown')
    return <BrokenLinkPanel link="preferences" kind={shown.kind} />;
  return (
    <QuestionPanel icon="mail" title={t('preferences.title')}>
      {shown.kind === 'failed' ? (
        <LoadProblem message={t('failed')} onRetry={() => setTries(tries + 1)} />
      ) : (
        <p role="status">{t('preferences.loading')}</p>
      )}
    </QuestionPanel>
  );
}

interface PreferencesProps {
  token: string;
  preferences: NewsletterPreferences;
  onChange: (preferences: NewsletterPreferences) => void;
}

function Preferences({ token, preferences, onChange }: PreferencesProps) {
  const { t } = useTranslation('newsletter-subscription');
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [hasSwitched, setHasSwitched] = useState(false);
  const { email, isSubscribed, locale, frequency } = preferences;

  async function handleSwitch() {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const changed = await changeNewsletterPreferences(token, { isSubscribed: !isSubscribed });
      setHasSwitched(true);
      onChange(changed ?? { ...preferences, isSubscribed: !isSubscribed });
      if (!isSubscribed) addToast({ id: 'newsletter', title: t('preferences.on'), color: 'success' });
    } catch {
      setHasFailed(true);
    }
    setIsBusy(false);
  }

  async function handleSubmit(value: FormValue) {
    const wishes = {
      locale: String(value.locale) as Language,
      frequency: String(value.frequency) as NewsletterFrequency,
    };
    const changed = await changeNewsletterPreferences(token, wishes);
    onChange(changed ?? { ...preferences, ...wishes });
    addToast({ id: 'newsletter', title: t('preferences.saved'), color: 'success' });
  }

  const failure = hasFailed ? (
    <Notice tone="danger" live>
      {t('failed')}
    </Notice>
  ) : null;
  if (!isSubscribed)
    return (
      <QuestionPanel icon="bell-off" title={t('preferences.offTitle')} focus={hasSwitched}>
        <p>{t('preferences.offText', { email })}</p>
        {failure}
        <Button large busy={isBusy} onClick={() => void handleSwitch()}>
          {t('preferences.switchOn')}
        </Button>
      </QuestionPanel>
    );
  return (
    <QuestionPanel icon="mail" title={t('preferences.title')} focus={hasSwitched}>
      <p>{t('preferences.text', { email })}</p>
      <Form value={{ locale, frequency }} onSubmit={handleSubmit} label={t('preferences.title')}>
        <Field
          name="frequency"
          kind="radio"
          label={t('preferences.frequency')}
          rules={{ required: true }}
          choices={FREQUENCIES.map((each) => ({ value: each, label: t(`preferences.${each}`) }))}
        />
        <Field
          name="locale"
          kind="radio"
          label={t('preferences.locale')}
          rules={{ required: true }}
          choices={LANGUAGES.map((each) => ({ value: each, label: t(`preferences.${each}`) }))}
        />
        <SubmitButton large>{t('preferences.save')}</SubmitButton>
      </Form>
      <div className="newsletter-off stack">
        <h2>{t('preferences.stopTitle')}</h2>
        <p>{t('preferences.stopText')}</p>
        {failure}
        <Button large busy={isBusy} onClick={() => void handleSwitch()}>
          {t('preferences.switchOff')}
        </Button>
      </div>
    </QuestionPanel>
  );
}
