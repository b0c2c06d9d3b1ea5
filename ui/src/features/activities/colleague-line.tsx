// One person whom an organisation signed up: how it stands, and taking the place or leaving.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import type { ActivityRegistration } from '../../api/schema.d.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import {
  type RegistrationStep,
  STANDING_LOOK,
  standingOf,
  standingWords,
  stepsOf,
  takeRegistrationStep,
} from '../../lib/activities/registrations.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { selectedOrganization } from '../../lib/session/session.ts';

export function ColleagueLine({ registration }: { registration: ActivityRegistration }) {
  const { t } = useTranslation('workshops');
  const { t: standings } = useTranslation('activity-registrations');
  const [isAsking, setIsAsking] = useState<RegistrationStep | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { name, email, organizationName } = registration;
  const standing = standingOf(registration);
  if (standing === null) return null;
  const from = selectedOrganization.value ? null : organizationName;

  async function take(event: RegistrationStep) {
    setIsBusy(true);
    try {
      await takeRegistrationStep(registration, event);
      addToast({ title: t(`done.${event}`, { name }), color: 'success' });
    } catch (thrown) {
      const said = thrown instanceof ApiError ? thrown.problems[0]?.detail : undefined;
      addToast({ title: said ?? standings('failed'), color: 'danger' });
    }
    setIsBusy(false);
    setIsAsking(null);
  }

  return (
    <li>
      <div>
        <b>{name}</b>
        {from || email ? <p className="soft small">{[from, email].filter(Boolean).join(' · ')}</p> : null}
      </div>
      <StatusBadge {...STANDING_LOOK[standing]}>{standingWords(standings, registration)}</StatusBadge>
      <ButtonRow>
        {stepsOf(registration).map((event) => (
          <Button
            key={event}
            small
            variant={event === 'accept_offer' ? 'primary' : 'quiet'}
            busy={isBusy}
            aria-label={t(`step.${event}`, { name })}
            onClick={() => (event === 'accept_offer' ? void take(event) : setIsAsking(event))}
          >
            {standings(`step.${event}`)}
          </Button>
        ))}
      </ButtonRow>
      <ConfirmDialog
        open={isAsking !== null}
        title={t('leave.title', { name })}
        confirmLabel={t('leave.confirm')}
        variant="danger"
        busy={isBusy}
        onConfirm={() => isAsking && void take(isAsking)}
        onCancel={() => setIsAsking(null)}
      >
        <p>{t(standing === 'waitlisted' ? 'leave.textWaiting' : 'leave.text', { name })}</p>
      </ConfirmDialog>
    </li>
  );
}
