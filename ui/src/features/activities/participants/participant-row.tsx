// One person on the list: how they stand, what they said, and what can be done.

import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivityOccurrence, ActivityRegistration } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { StatusBadge, Tag } from '../../../components/content/badge.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { Icon, type IconName } from '../../../components/media/icon.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { momentClock, momentDay } from '../../../lib/locale/local-time.ts';
import { formatDateTime } from '../../../lib/locale/time.ts';
import { checkedOn, isOpen } from '../check-in/check-in-people.ts';
import { type RegistrationStep, STEPS, sayPresent, takeStep } from './participants.store.ts';
import { answerText } from './participants-file.ts';

interface RowProps {
  registration: ActivityRegistration;
  date: ActivityOccurrence;
}

const STEP_ICON: Readonly<Record<RegistrationStep, IconName>> = {
  give_place: 'check',
  restore: 'undo',
  remove: 'trash',
};

export function ParticipantRow({ registration, date }: RowProps) {
  const { t } = useTranslation('participants');
  const { name, status, partySize, isMinor, transitions, can } = registration;
  const [isOpened, setIsOpened] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
  const { attendance } = checkedOn(registration, date);
  const mayCheck =
    can.includes('manage') && status === 'registered' && date.status === 'planned' && isOpen(date.startsAt);

  async function tried(act: () => Promise<string>) {
    setIsBusy(true);
    try {
      addToast({ id: 'people', title: await act(), color: 'success' });
    } catch (thrown) {
      addToast({
        id: 'people',
        title: t('failedOf', { name }),
        message: normaliseError(thrown).message,
        color: 'danger',
      });
    } finally {
      setIsBusy(false);
    }
  }

  const handleStep = (event: RegistrationStep) =>
    tried(async () => {
      const now = await takeStep(registration, event);
      setIsRemoving(false);
      return t(event === 'restore' && now === 'waitlisted' ? 'step.restore.waits' : `step.${event}.done`, {
        name,
      });
    });
  const handlePresent = (isPresent: boolean) =>
    tried(async () => {
      await sayPresent(registration, date, isPresent);
      return t(isPresent ? 'attendance.saidPresent' : 'attendance.saidAbsent', { name });
    });

  const steps = STEPS.filter((event) => transitions.includes(event));
  const isGiven = steps.includes('give_place');
  const entries: MenuEntry[] = [
    ...(mayCheck && attendance !== 'absent'
      ? [
          {
            label: t('attendance.sayAbsent'),
            icon: 'close' as const,
            onSelect: () => void handlePresent(false),
          },
        ]
      : []),
    ...steps
      .filter((event) => event !== 'give_place')
      .map((event) => ({
        label: t(`step.${event}.confirm`),
        icon: STEP_ICON[event],
        danger: event === 'remove',
        onSelect: () => (event === 'remove' ? setIsRemoving(true) : void handleStep(event)),
      })),
  ];

  return (
    <li className="person-row">
      <Avatar name={name} />
      <button
        type="button"
        className="person-link"
        aria-expanded={isOpened}
        aria-controls={isOpened ? id : undefined}
        onClick={() => setIsOpened(!isOpened)}
      >
        <b>{name}</b>
        <small>
          <LineOf registration={registration} />
        </small>
      </button>
      <span className="person-signs">
        {partySize > 1 ? <Tag>{t('people', { count: partySize })}</Tag> : null}
        {isMinor ? (
          <StatusBadge tone="warning" icon="info">
            {t('minor')}
          </StatusBadge>
        ) : null}
        {status === 'offered' ? (
          <StatusBadge tone="info" icon="wait">
            {t('state.offered')}
          </StatusBadge>
        ) : null}
        {attendance === 'absent' ? <StatusBadge tone="neutral">{t('attendance.absent')}</StatusBadge> : null}
      </span>
      <span className="person-acts">
        {mayCheck ? (
          <Button
            small
            busy={isBusy}
            aria-pressed={attendance === 'present'}
            aria-label={t('attendance.presentOf', { name })}
            variant={attendance === 'present' ? 'primary' : 'plain'}
            icon={attendance === 'present' ? 'check' : undefined}
            onClick={() => void handlePresent(attendance !== 'present')}
          >
            {t('attendance.present')}
          </Button>
        ) : null}
        {isGiven ? (
          <Button
            small
            busy={isBusy}
            aria-label={t('step.give_place.of', { name })}
            onClick={() => void handleStep('give_place')}
          >
            {t('step.give_place.confirm')}
          </Button>
        ) : null}
        {entries.length > 0 ? <MenuButton label={t('menu', { name })} entries={entries} /> : null}
      </span>
      {isOpened ? (
        <div className="person-more" id={id}>
          <Details registration={registration} date={date} />
        </div>
      ) : null}
      {isRemoving ? (
        <ConfirmDialog
          open
          title={t('step.remove.title', { name })}
          confirmLabel={t('step.remove.confirm')}
          variant="danger"
          busy={isBusy}
          onConfirm={() => void handleStep('remove')}
          onCancel={() => setIsRemoving(false)}
        >
          <p>{t('step.remove.text')}</p>
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

/** What matters most about how somebody stands. */
function LineOf({ registration }: Pick<RowProps, 'registration'>) {
  const { t } = useTranslation('participants');
  const { status, waitlistPosition, offerExpiresAt, createdAt, organizationName, source, isLateWithdrawal } =
    registration;
  const since = t('line.since', { day: momentDay(createdAt) });
  if (status === 'waitlisted' && registration.needsYes) return t('line.needsYes');
  if (status === 'offered' && offerExpiresAt)
    return t('line.until', { day: momentDay(offerExpiresAt), time: momentClock(offerExpiresAt) });
  if (status === 'waitlisted')
    return [waitlistPosition === null ? '' : t('line.position', { number: waitlistPosition }), since]
      .filter(Boolean)
      .join(' · ');
  if (status !== 'registered')
    return [t(`state.${status}`), ...(isLateWithdrawal ? [t('gone.late')] : [])].join(' · ');
  return organizationName ?? (source === 'walk_in' ? t('source.walkIn') : since);
}

function Details({ registration, date }: RowProps) {
  const { t } = useTranslation('participants');
  const { email, phoneNumber, createdAt, answers, userId, source, organizationName } = registration;
  const { checkedInAt } = checkedOn(registration, date);
  const facts: [string, string][] = [
    ...(organizationName ? [[t('file.organization'), organizationName] as [string, string]] : []),
    [t('file.since'), formatDateTime(createdAt)],
    ...(source === 'walk_in' || userId ? [] : [[t('source.label'), t('source.guest')] as [string, string]]),
    ...(checkedInAt ? [[t('file.inside'), formatDateTime(checkedInAt)] as [string, string]] : []),
    ...answers.map(({ question, answer }): [string, string] => [question, answerText(t, answer)]),
  ];
  return (
    <>
      {email || phoneNumber ? (
        <p className="person-contact">
          {phoneNumber ? (
            <a href={`tel:${phoneNumber}`}>
              <Icon name="phone" /> {phoneNumber}
            </a>
          ) : null}
          {email ? (
            <a href={`mailto:${email}`}>
              <Icon name="mail" /> {email}
            </a>
          ) : null}
        </p>
      ) : (
        <p className="soft">{t('noContact')}</p>
      )}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
