// What I agreed to, since when, and taking it back.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { features } from '../../../lib/centre/centre.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { isYounger } from '../../../lib/locale/age.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { currentUser, impersonation } from '../../../lib/session/session.ts';
import { sayConsent } from '../own-account.ts';
import { type ConsentStory, kindsShown, storyOf } from './consent-story.ts';
import '../../../components/layout/line-list.css';

/** Who is younger is not found by organisations. */
const POOL_FROM = 16;

export function PrivacyConsents() {
  const { t } = useTranslation('account-privacy');
  // Every yes and every no there ever was.
  const { items: all, status, refresh } = useResourceList('consents', { page: { size: 100 } });
  const isYoung = isYounger(currentUser.value?.birthDate ?? '', POOL_FROM);
  const hasPool = features.value.volunteerProfiles === true && !isYoung;
  return (
    <Card title={t('consents.title')} className="stack">
      <p>{t('consents.text')}</p>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : all.length === 0 && status !== 'success' ? (
        <RowSkeletons count={3} />
      ) : (
        <ul className="line-list">
          {kindsShown(all, hasPool).map((kind) => (
            <ConsentLine key={kind} story={storyOf(kind, all)} onSaid={() => void refresh()} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ConsentLine({ story, onSaid }: { story: ConsentStory; onSaid: () => void }) {
  const { t } = useTranslation('account-privacy');
  const [isBusy, setIsBusy] = useState(false);
  const { kind, isGiven, since, edition, before } = story;
  const name = t(`consents.${kind}.name`);

  async function handleSay() {
    setIsBusy(true);
    try {
      await sayConsent(kind, !isGiven);
      addToast({
        id: 'consent',
        title: t(isGiven ? 'consents.taken' : 'consents.thanks', { name }),
        color: 'success',
      });
      onSaid();
    } catch {
      addToast({ id: 'consent', title: t('failed'), color: 'danger' });
    }
    setIsBusy(false);
  }

  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="soft">{t(`consents.${kind}.text`)}</p>
        <p>
          <StatusBadge
            tone={isGiven ? 'success' : 'neutral'}
            icon={isGiven ? 'check' : since === null ? 'question' : 'close'}
          >
            {since === null
              ? t('consents.never')
              : t(isGiven ? 'consents.givenOn' : 'consents.takenOn', { date: formatDate(since) })}
          </StatusBadge>
        </p>
        {before.length > 0 ? (
          <details>
            <summary>{t('consents.before')}</summary>
            <ul>
              {before.map((each) => (
                <li key={each.id}>
                  {t(each.isGiven ? 'consents.givenOn' : 'consents.takenOn', {
                    date: formatDate(each.createdAt),
                  })}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      {kind === 'terms' ? (
        <p className="soft small consent-note">
          <AppLink href={edition ? `/voorwaarden?versie=${edition}` : '/voorwaarden'}>
            {edition ? t('consents.readEdition', { edition }) : t('consents.readTerms')}
          </AppLink>
          <br />
          {t('consents.termsStay')} <AppLink href="/account/verwijderen">{t('leave.link')}</AppLink>
        </p>
      ) : kind === 'guardian' ? (
        <p className="soft small consent-note">{t('consents.guardianSaid')}</p>
      ) : impersonation.value ? null : (
        <Button
          busy={isBusy}
          aria-label={t(isGiven ? 'consents.takeLabel' : 'consents.giveLabel', { name })}
          onClick={() => void handleSay()}
        >
          {t(isGiven ? 'consents.take' : 'consents.give')}
        </Button>
      )}
    </li>
  );
}
