// What somebody still has to show before they can begin: how one gets it, for free, in four steps.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimCheck } from '../../lib/checks/check-changes.ts';
import type { Application, MissingCheck } from '../../lib/checks/checks.ts';
import { gateStep, missingOf } from '../../lib/checks/checks.ts';
import { showError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { longDay } from '../../lib/locale/local-time.ts';
import { AppLink } from '../actions/app-link.tsx';
import { Button, ButtonLink } from '../actions/button.tsx';
import { NextStep } from '../content/application-parts.tsx';
import { Card } from '../layout/card.tsx';
import './checks.css';

const OWN_PATH = '/account/verklaringen';
const STEPS = [1, 2, 3, 4] as const;

export function OwnGate({ application }: { application: Application }) {
  const missing = missingOf(application);
  if (missing.length === 0) return null;
  return (
    <>
      {missing.map((each) => (
        <Gate key={each.kind} application={application} missing={each} />
      ))}
      <Help application={application} hasVog={missing.some(({ kind }) => kind === 'vog')} />
    </>
  );
}

function Gate({ application, missing }: { application: Application; missing: MissingCheck }) {
  const { t } = useTranslation('own-checks');
  const { organizationName: organization } = application;
  const { kind, state, checkId } = missing;
  const [isBusy, setIsBusy] = useState(false);
  const values = { organization, kind: t(`in.${kind}`) };
  const now = gateStep(missing);
  const of = kind === 'vog' ? 'vog' : 'other';

  async function handleClaim() {
    if (checkId === null) return;
    setIsBusy(true);
    try {
      await claimCheck(checkId);
      addToast({ title: t('claimed.title'), message: t('claimed.text', values), color: 'success' });
    } catch (cause) {
      showError(cause);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <NextStep
      kicker={t(state === 'none' ? 'gate.later' : 'gate.yourTurn')}
      title={t(`gate.${of}.title.${state}`, values)}
      actions={
        state === 'requested' && checkId !== null ? (
          <Button variant="primary" icon="check" busy={isBusy} onClick={() => void handleClaim()}>
            {t('gate.claim', values)}
          </Button>
        ) : undefined
      }
    >
      <p>{t(`gate.${of}.text`, values)}</p>
      {of === 'vog' ? (
        <ol className="gate-steps">
          {STEPS.map((step) => (
            <li
              key={step}
              className={step < now ? 'is-done' : undefined}
              aria-current={step === now ? 'step' : undefined}
            >
              <b>
                {step === 1 && now === 1
                  ? t('gate.vog.step.1.coming', values)
                  : t(`gate.vog.step.${step}.title`, values)}
                {step < now ? <span className="visually-hidden"> {t('gate.done')}</span> : null}
              </b>
              <small>
                {step === 1 && missing.requestedOn
                  ? longDay(missing.requestedOn)
                  : t(`gate.vog.step.${step}.text`, values)}
              </small>
            </li>
          ))}
        </ol>
      ) : null}
    </NextStep>
  );
}

function Help({ application, hasVog }: { application: Application; hasVog: boolean }) {
  const { t } = useTranslation('own-checks');
  const { organization, organizationName } = application;
  const phone = organization?.phoneNumber;
  return (
    <Card title={t('help.title')} className="stack">
      <p>{t(hasVog ? 'help.text' : 'help.textOther', { organization: organizationName })}</p>
      {phone ? (
        <div className="button-row">
          <ButtonLink icon="phone" href={`tel:${phone}`}>
            {t('help.call', { organization: organizationName })}
          </ButtonLink>
        </div>
      ) : null}
      <p>
        {t('help.without')} <AppLink href="/vacancies/search">{t('help.search')}</AppLink>
      </p>
      <p>
        <AppLink href={OWN_PATH}>{t('help.all')}</AppLink>
      </p>
    </Card>
  );
}
