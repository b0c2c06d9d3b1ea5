// For who decides about an application: which papers nobody has seen yet, what may be done until then, and what to do.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askFor } from '../../lib/checks/check-changes.ts';
import type { Application, MissingCheck } from '../../lib/checks/checks.ts';
import { missingOf } from '../../lib/checks/checks.ts';
import { showError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { Button, ButtonRow } from '../actions/button.tsx';
import { Card } from '../layout/card.tsx';
import { Icon } from '../media/icon.tsx';
import { type Asked, CheckDialog } from './check-dialog.tsx';
import { checkDay } from './check-words.ts';
import './checks.css';

export function WorkGateCard({ application }: { application: Application }) {
  const { t } = useTranslation('checks');
  if (missingOf(application).length === 0) return null;
  return (
    <Card title={t('gate.title')} className="stack">
      <WorkGate application={application} />
    </Card>
  );
}

export function WorkGate({ application }: { application: Application }) {
  const { t } = useTranslation('checks');
  const missing = missingOf(application);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const isNew = application.stage === 'new' || application.stage === 'in_contact';

  async function handleAsk({ kind }: MissingCheck) {
    setBusy(kind);
    try {
      await askFor(application.id, kind);
      addToast({ title: t('done.askedOf', { name: application.name }), color: 'success' });
    } catch (cause) {
      showError(cause);
    } finally {
      setBusy(null);
    }
  }

  const handleNote = ({ kind }: MissingCheck) =>
    setAsked({
      do: 'add',
      of: {
        applicationId: application.id,
        name: application.name,
        about: t('about', {
          kind: t(`kind.${kind}`),
          name: application.name,
          vacancy: application.vacancyTitle,
        }),
        kind,
      },
    });

  return (
    <>
      <ul className="gate-lines">
        {missing.map((each) => (
          <li key={each.kind} className="is-missing">
            <Icon name="alert" />
            <span>
              <b>{t(`gate.missing.${each.state}`, { kind: t(`kind.${each.kind}`) })}</b>
              <small>
                {t('gate.needed')}{' '}
                {each.state === 'claimed' && each.claimedOn
                  ? t('gate.claimedOn', { name: application.name, day: checkDay(each.claimedOn) })
                  : each.state === 'requested' && each.requestedOn
                    ? t('gate.askedOn', { day: checkDay(each.requestedOn) })
                    : null}
              </small>
            </span>
          </li>
        ))}
        {isNew ? (
          <li>
            <Icon name="check" />
            <span>
              <b>{t('gate.meet')}</b>
              <small>{t('gate.meetText')}</small>
            </span>
          </li>
        ) : null}
      </ul>
      {missing.map((each) => (
        <ButtonRow key={each.kind}>
          <Button icon="check" onClick={() => handleNote(each)}>
            {t('gate.note', { kind: t(`kind.${each.kind}`) })}
          </Button>
          {each.state === 'none' || each.state === 'expired' || each.state === 'revoked' ? (
            <Button icon="mail" busy={busy === each.kind} onClick={() => void handleAsk(each)}>
              {t('gate.ask', { kind: t(`kind.${each.kind}`) })}
            </Button>
          ) : null}
        </ButtonRow>
      ))}
      <p className="soft small">{t('gate.then')}</p>
      {asked ? <CheckDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
