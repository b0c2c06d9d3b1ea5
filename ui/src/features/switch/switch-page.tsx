// Where one goes on: for which organisation, as oneself again, or on the website where the account belongs.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/second-factor/second-factor.css';
import './switch.css';
import { useLoaded } from '../../api/hooks.ts';
import { listResource } from '../../api/requests.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { LogoMark } from '../../components/media/drawing.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { appName, centre, centreId, rememberCentre } from '../../lib/centre/centre.ts';
import { CHOOSE_CENTRE, rightSite } from '../../lib/feedback/error-texts.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { navigateTo, safeNext } from '../../lib/navigation/navigation.ts';
import {
  currentUser,
  impersonation,
  isForCentre,
  isSignedIn,
  loadSession,
  menu,
  organizations,
  selectedOrganizationId,
  selectOrganization,
  wrongCenter,
} from '../../lib/session/session.ts';
import { endImpersonation } from '../../lib/session/sign-in.ts';
import { useSignInPath } from '../../lib/session/sign-in-path.ts';
import { otherSites, type Site } from './sites.ts';

export default function SwitchPage() {
  const { t } = useTranslation('switch');
  const signIn = useSignInPath();
  const sites = useSites();
  const isElsewhere = wrongCenter.value !== null;
  const hasChoice = isSignedIn.value && (organizations.value.length > 0 || !impersonation.value);
  useEffect(() => {
    void loadSession();
  }, []);
  return (
    <div className="page switch-page">
      <AppLink className="toolbar-logo switch-home" href="/">
        <LogoMark />
        {appName.value}
      </AppLink>
      <PageTitle title={t('title')} description={isSignedIn.value ? undefined : t('visitor')} />
      <div className="stack">
        {isElsewhere ? <WrongSite /> : null}
        {impersonation.value ? <ComeBack /> : null}
        {currentUser.value && !isElsewhere && hasChoice ? <Organizations /> : null}
        {sites.length > 0 ? <Sites sites={sites} /> : null}
        <ButtonRow>
          {isSignedIn.value ? (
            <ButtonLink variant="quiet" href="/uitloggen">
              {t('signOut')}
            </ButtonLink>
          ) : (
            <ButtonLink variant="primary" href={signIn}>
              {t('signIn')}
            </ButtonLink>
          )}
          {isElsewhere ? null : (
            <ButtonLink variant="quiet" href="/">
              {t('home')}
            </ButtonLink>
          )}
        </ButtonRow>
      </div>
    </div>
  );
}

function WrongSite() {
  const { t } = useTranslation('switch');
  const { name, href } = rightSite(wrongCenter.value?.errors);
  return (
    <Notice tone="warning">
      <p>{name ? t('wrongHereOf', { name }) : t('wrongHere')}</p>
      {href && href !== CHOOSE_CENTRE ? (
        <p>
          <a href={href}>{name ? t('rightSiteOf', { name }) : t('rightSite')}</a>
        </p>
      ) : null}
    </Notice>
  );
}

function ComeBack() {
  const { t } = useTranslation('switch');
  const [isBusy, setIsBusy] = useState(false);
  async function handleBack() {
    setIsBusy(true);
    try {
      await endImpersonation();
      // The whole page, so that nothing of the one stays on the screen of the other.
      navigateTo(location.origin, { external: true });
    } catch {
      navigateTo('/uitloggen');
    }
  }
  return (
    <Notice tone="warning" icon="person">
      <p>{t('impersonating', { name: currentUser.value?.fullName ?? '' })}</p>
      <p>
        <Button busy={isBusy} onClick={() => void handleBack()}>
          {t('back')}
        </Button>
      </p>
    </Notice>
  );
}

function Organizations() {
  const { t } = useTranslation('switch');
  const ofCentre = isForCentre(menu.value)
    ? [{ id: null, name: t('centre', { name: centre.value?.name ?? '' }) }]
    : [];
  const mine = [...ofCentre, ...organizations.value];

  function handleChoose(id: string | null, name: string) {
    selectOrganization(id);
    navigateTo(safeNext(new URLSearchParams(location.search).get('next')));
    addToast({ title: t('chosen', { name }), color: 'success' });
  }

  return (
    <Card title={t('organizations')} className="stack">
      <p className="soft">{t(mine.length === 0 ? 'none' : 'organizationsText')}</p>
      {mine.length === 0 ? null : (
        <ul className="way-list">
          {mine.map(({ id, name }) => {
            const isChosen = id === selectedOrganizationId.value;
            return (
              <li key={id ?? 'centre'}>
                <button
                  type="button"
                  className="way"
                  aria-pressed={isChosen}
                  onClick={() => handleChoose(id, name)}
                >
                  <Icon name={isChosen ? 'check' : 'building'} />
                  <span>
                    <strong>{name}</strong>
                    {isChosen ? <span className="hint">{t('current')}</span> : null}
                  </span>
                  <Icon name="arrow" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function Sites({ sites }: { sites: readonly Site[] }) {
  const { t } = useTranslation('switch');
  return (
    <Card title={t('sites')} className="stack">
      <p className="soft">{t('sitesText')}</p>
      <ul className="way-list">
        {sites.map((site) => (
          <li key={site.id}>
            <a
              className="way"
              href={site.href}
              onClick={() => {
                if (site.host === null) rememberCentre(site.id);
              }}
            >
              <Icon name="globe" />
              <span>
                <strong>{site.name}</strong>
                <span className="hint">{site.host ?? t('here')}</span>
              </span>
              <Icon name={site.host === null ? 'arrow' : 'external'} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Without an answer there is one thing less to choose; the rest of the screen stays. */
function useSites(): readonly Site[] {
  const { data } = useLoaded('sites', (signal) =>
    listResource('volunteer_centers', { sort: 'name', page: { size: 100 } }, { signal, anonymous: true }),
  );
  return data ? otherSites(data.items, centreId.peek(), location) : [];
}
