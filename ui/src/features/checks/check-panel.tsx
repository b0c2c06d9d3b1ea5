// A check beside the list: whose, for what, who saw it and until when it counts.
import { useTranslation } from 'react-i18next';
import type { Check } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { CheckBadge } from '../../components/checks/check-badge.tsx';
import { checkDay, useDaysLeft } from '../../components/checks/check-words.ts';
import { Timeline, type TimelineEvent } from '../../components/content/application-parts.tsx';
import { Avatar } from '../../components/content/person.tsx';
import { PanelHead, PanelSection } from '../../components/work-list/panel-parts.tsx';
import '../../components/content/application-parts.css';

export function CheckPanel({ check }: { check: Check }) {
  const { t } = useTranslation('checks');
  const daysLeft = useDaysLeft();
  const { personName, applicationId, vacancyTitle, organizationId, organizationName, state } = check;
  const { validUntil, countsUntil, note, daysLeft: days } = check;
  const events = useEvents(check);
  return (
    <>
      <PanelHead
        face={<Avatar name={personName} large />}
        title={personName || t('nameless')}
        sign={<CheckBadge state={state} />}
      >
        {applicationId && vacancyTitle ? (
          <>
            <AppLink href={`/applications/${applicationId}`}>{vacancyTitle}</AppLink>
            {' · '}
          </>
        ) : null}
        {organizationId ? (
          <AppLink href={`/organizations/${organizationId}`}>{organizationName}</AppLink>
        ) : (
          t('ofCentre')
        )}
      </PanelHead>
      <div className={state === 'expired' || check.atRisk ? 'panel-note is-late' : 'panel-note'}>
        <p>
          <b>{t(`next.${state}.title`, { kind: t(`kind.${check.kind}`) })}</b>
        </p>
        <p>{t(`next.${state}.text`, { name: personName })}</p>
        {check.atRisk ? <p>{t('next.risk', { name: personName })}</p> : null}
      </div>
      <PanelSection title={t(`kind.${check.kind}`)}>
        <dl className="check-facts">
          {check.issuedOn ? (
            <div>
              <dt>{t('form.issuedOn')}</dt>
              <dd>{checkDay(check.issuedOn)}</dd>
            </div>
          ) : null}
          {validUntil ? (
            <div>
              <dt>{t('column.until')}</dt>
              <dd>
                {checkDay(validUntil)}
                {days === null ? null : <small>{daysLeft(days)}</small>}
              </dd>
            </div>
          ) : null}
          {state === 'expired' && countsUntil ? (
            <div>
              <dt>{t('countsUntil')}</dt>
              <dd>{checkDay(countsUntil)}</dd>
            </div>
          ) : null}
          {note ? (
            <div>
              <dt>{t('form.noteLabel')}</dt>
              <dd>{note}</dd>
            </div>
          ) : null}
        </dl>
      </PanelSection>
      {events.length > 0 ? (
        <PanelSection title={t('story.title')}>
          <Timeline events={events} />
        </PanelSection>
      ) : null}
    </>
  );
}

function useEvents(check: Check): readonly TimelineEvent[] {
  const { t } = useTranslation('checks');
  const { requestedOn, requestedByName, claimedOn, seenOn, seenByName } = check;
  const wasAsked = !seenOn || requestedOn < seenOn || claimedOn !== null;
  return [
    ...(wasAsked
      ? [
          {
            id: 'asked',
            title: requestedByName ? t('story.askedBy', { name: requestedByName }) : t('story.asked'),
            when: checkDay(requestedOn),
            at: requestedOn,
          },
        ]
      : []),
    ...(claimedOn
      ? [
          {
            id: 'claimed',
            title: t('story.claimed', { name: check.personName }),
            when: checkDay(claimedOn),
            at: claimedOn,
          },
        ]
      : []),
    ...(seenOn
      ? [
          {
            id: 'seen',
            title: t('story.seen', { name: seenByName ?? t('somebody') }),
            when: checkDay(seenOn),
            at: seenOn,
            mark: 'now' as const,
          },
        ]
      : []),
  ];
}
