// An application beside the list: who, for what, how long they wait, what they wrote, what happened.

import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Timeline } from '../../../components/content/application-parts.tsx';
import { Breakable } from '../../../components/content/breakable.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { PanelFacts, PanelHead, PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { missingOf } from '../../../lib/checks/checks.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { impersonation, isForCentre, menu } from '../../../lib/session/session.ts';
import { AnswersList } from '../detail/answers-list.tsx';
import { useHistory } from '../detail/application.store.ts';
import { workStep } from '../detail/next-step.ts';
import { useEvents } from '../detail/story.ts';
import { useStepWords } from '../detail/use-step-words.ts';
import { LATE_FROM_DAYS } from '../stage.ts';
import { StageBadge } from '../stage-badge.tsx';
import { ApplicationNotes } from './application-notes.tsx';
import { EarlierContact } from './earlier-contact.tsx';
import { PanelMatch } from './panel-match.tsx';
import '../../../components/content/application-parts.css';

const WorkGate = lazy(async () => ({
  default: (await import('../../../components/checks/work-gate.tsx')).WorkGate,
}));

export function ApplicationPanel({ application }: { application: Application }) {
  const { t } = useTranslation(['applications', 'checks']);
  const { id, name, vacancyId, vacancyTitle, organizationId, organizationName, stage, message } = application;
  const { phoneNumber, email, waitingDays } = application;
  const events = useEvents(application, useHistory(id), false);
  const step = useStepWords(application, workStep(application));
  const isWaiting = typeof waitingDays === 'number';
  return (
    <>
      <PanelHead
        face={<Avatar name={name} large />}
        title={name || t('list.nameless')}
        sign={<StageBadge stage={stage} />}
      >
        <AppLink href={`/vacancies/${vacancyId}`}>{vacancyTitle}</AppLink>
        {' · '}
        <AppLink href={`/organizations/${organizationId}`}>{organizationName}</AppLink>
      </PanelHead>
      <PanelFacts>
        {phoneNumber ? (
          <li>
            <Icon name="phone" />
            <a href={`tel:${phoneNumber}`}>{formatPhone(phoneNumber)}</a>
          </li>
        ) : null}
        {email ? (
          <li>
            <Icon name="mail" />
            <a href={`mailto:${email}`}>
              <Breakable>{email}</Breakable>
            </a>
          </li>
        ) : null}
      </PanelFacts>
      <div className={isWaiting && waitingDays >= LATE_FROM_DAYS ? 'panel-note is-late' : 'panel-note'}>
        <p>
          <b>{step.title}</b>
        </p>
        <p>{step.text}</p>
      </div>
      {missingOf(application).length > 0 ? (
        <PanelSection title={t('checks:gate.title')}>
          <Suspense>
            <WorkGate application={application} />
          </Suspense>
        </PanelSection>
      ) : null}
      <PanelSection title={t('panel.message')}>
        {impersonation.value ? (
          <p className="soft">{t('panel.closed')}</p>
        ) : message ? (
          <p className="panel-text">{message}</p>
        ) : (
          <p className="soft">{t('message.none')}</p>
        )}
      </PanelSection>
      {application.answers.length > 0 ? (
        <PanelSection title={t('answers.title')}>
          <AnswersList application={application} />
        </PanelSection>
      ) : null}
      <PanelMatch id={id} name={application.firstName ?? application.name} />
      <EarlierContact application={application} />
      {isForCentre(menu.value) ? <ApplicationNotes id={id} /> : null}
      {events.length > 0 ? (
        <PanelSection title={t('history.title')}>
          <Timeline events={events} />
        </PanelSection>
      ) : null}
    </>
  );
}
