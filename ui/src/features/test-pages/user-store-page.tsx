// The signals of the session, and what became of them since the page was opened.
import { effect } from '@preact/signals-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import '../../components/form/form.css';
import '../../components/layout/line-list.css';
import { LANGUAGES, language, pathIn, rememberLanguage } from '../../lib/locale/language.ts';
import { formatTime } from '../../lib/locale/time.ts';
import {
  currentUser,
  isForOneself,
  isSignedIn,
  menuOfNow,
  ONESELF,
  organizations,
  reloadSession,
  selectedOrganization,
  selectedOrganizationId,
  selectOrganization,
  sessionStatus,
} from '../../lib/session/session.ts';
import { SIGN_OUT_PATH } from '../../lib/session/sign-in-path.ts';
import { Facts, TestPage } from './test-page.tsx';

const SIGNALS = {
  isSignedIn: () => String(isSignedIn.value),
  sessionStatus: () => sessionStatus.value,
  currentUser: () => currentUser.value?.fullName ?? 'null',
  organizations: () => String(organizations.value.length),
  selectedOrganizationId: () => selectedOrganizationId.value ?? 'null',
  isForOneself: () => String(isForOneself.value),
  menuOfNow: () => String(menuOfNow.value.length),
  language: () => language.value,
} as const;

const NAMES = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];

interface Change {
  number: number;
  at: Date;
  text: string;
}

/** Each change of a signal, in the order in which they came. */
function useChanges(): readonly Change[] {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useEffect(() => {
    const stops = NAMES.map((name) => {
      let before: string | null = null;
      return effect(() => {
        const now = SIGNALS[name]();
        const text = `${name}: ${before} → ${now}`;
        if (before !== null && before !== now)
          setChanges((all) => [...all, { number: all.length + 1, at: new Date(), text }]);
        before = now;
      });
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return changes;
}

export default function UserStorePage() {
  const { t } = useTranslation('test-pages');
  const changes = useChanges();
  return (
    <TestPage name="userStore">
      <div className="test-halves">
        <Card title={t('userStore.now')} className="stack">
          <Facts facts={NAMES.map((name) => [name, SIGNALS[name]()] as const)} />
        </Card>
        <Card title={t('userStore.change')} className="stack">
          <label className="field">
            <span>{t('userStore.organization')}</span>
            <select
              className="select"
              value={selectedOrganizationId.value ?? ''}
              onChange={(event) => selectOrganization(event.target.value || null)}
            >
              <option value="">{t('userStore.none')}</option>
              <option value={ONESELF}>{t('userStore.oneself')}</option>
              {organizations.value.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <p className="soft">
            {selectedOrganization.value
              ? t('userStore.worksFor', { name: selectedOrganization.value.name })
              : t('userStore.worksForNone')}
          </p>
          <ButtonRow>
            <Button icon="refresh" onClick={() => void reloadSession()}>
              {t('userStore.reload')}
            </Button>
            {LANGUAGES.filter((each) => each !== language.value).map((each) => (
              <a
                key={each}
                className="button"
                href={pathIn(each, location.pathname)}
                hrefLang={each}
                onClick={() => rememberLanguage(each)}
              >
                {t('userStore.otherLanguage')}
              </a>
            ))}
            <ButtonLink href={SIGN_OUT_PATH} icon="sign-out">
              {t('userStore.signOut')}
            </ButtonLink>
          </ButtonRow>
        </Card>
      </div>
      <Card title={t('userStore.log')} className="stack">
        {changes.length === 0 ? (
          <p className="soft">{t('userStore.noChanges')}</p>
        ) : (
          <ol className="line-list" aria-live="polite">
            {changes.map(({ number, at, text }) => (
              <li key={number}>
                <code>{text}</code>
                <span className="soft small">{formatTime(at)}</span>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </TestPage>
  );
}
