// One application: who, for what, how far, and the one thing to do now.

import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Application } from '../../../api/schema.d.ts';
import { StageTrack } from '../../../components/content/application-parts.tsx';
import { TextSkeleton } from '../../../components/feedback/loading.tsx';
import { Breadcrumb } from '../../../components/layout/page-title.tsx';
import { missingOf } from '../../../lib/checks/checks.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { useScreenError } from '../../../lib/navigation/use-screen-error.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { ListFailed } from '../list/list-failed.tsx';
import { hrefOf, LIST_PATH } from '../list/list-url.ts';
import { TRACK } from '../stage.ts';
import { StageBadge } from '../stage-badge.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { AnswersCard } from './answers-list.tsx';
import { useApplication } from './application.store.ts';
import { ApplicationHead } from './application-head.tsx';
import { AboutCards, ExperienceCard, HistoryCard } from './application-side.tsx';
import { LETTER_PARAM } from './letter.ts';
import { MessagesCard } from './messages-card.tsx';
import { NextStepCard } from './next-step-card.tsx';
import '../../../components/content/application-parts.css';
import '../../../components/table/data-table.css';
import '../applications.css';
import '../../../components/table/table-tools.css';

const OwnGate = lazy(async () => ({
  default: (await import('../../../components/checks/own-gate.tsx')).OwnGate,
}));
const WorkGateCard = lazy(async () => ({
  default: (await import('../../../components/checks/work-gate.tsx')).WorkGateCard,
}));

const ApplicationLetter = lazy(async () => ({
  default: (await import('./application-letter.tsx')).ApplicationLetter,
}));

export default function ApplicationPage() {
  const { id = '' } = useParams();
  const isLetter = useQuery().has(LETTER_PARAM);
  const { item: found, error, refresh } = useApplication(id);
  if (useScreenError(error)) return <ListFailed onRetry={() => void refresh()} />;
  if (found === null) return <TextSkeleton lines={8} />;
  if (isLetter)
    return (
      <Suspense>
        <ApplicationLetter application={found} />
      </Suspense>
    );
  return <Shown application={found} />;
}

function Shown({ application: shown }: { application: Application }) {
  const { t } = useTranslation('applications');
  const isOwn = shown.userId !== null && shown.userId === currentUser.value?.id;
  const isMissing = missingOf(shown).length > 0;
  usePageHead(isOwn ? shown.vacancyTitle : shown.name);
  return (
    <div className="application-page">
      <Crumbs application={shown} isOwn={isOwn} />
      <ApplicationHead application={shown} isOwn={isOwn} />
      <Stages application={shown} isOwn={isOwn} />
      <div className="application-layout">
        <div className="stack">
          {isMissing && isOwn ? (
            <Suspense>
              <OwnGate application={shown} />
            </Suspense>
          ) : null}
          <NextStepCard application={shown} isOwn={isOwn} />
          <AnswersCard application={shown} />
          <MessagesCard application={shown} isOwn={isOwn} />
        </div>
        <aside className="stack" aria-label={t('about.label')}>
          {isMissing && !isOwn ? (
            <Suspense>
              <WorkGateCard application={shown} />
            </Suspense>
          ) : null}
          <AboutCards application={shown} isOwn={isOwn} />
          <ExperienceCard application={shown} isOwn={isOwn} />
          <HistoryCard application={shown} isOwn={isOwn} />
        </aside>
      </div>
      <ActionDialog application={shown} />
    </div>
  );
}

export interface SideProps {
  application: Application;
  /** The one who looks is the one who applied. */
  isOwn: boolean;
}

function Crumbs({ application: { vacancyId, vacancyTitle, name }, isOwn }: SideProps) {
  const { t } = useTranslation('applications');
  const crumbs = isOwn
    ? [{ label: t('ownList.title'), href: `${LIST_PATH}?own=1` }, { label: vacancyTitle }]
    : [
        { label: t('list.title'), href: LIST_PATH },
        { label: vacancyTitle, href: hrefOf({ vacancyId }) },
        { label: name || t('list.nameless') },
      ];
  return <Breadcrumb crumbs={crumbs} />;
}

/** The straight road as a track; anything beside it as a badge. */
function Stages({ application, isOwn }: SideProps) {
  const { t } = useTranslation(['applications', 'checks']);
  const { stage } = application;
  if (!TRACK.includes(stage)) {
    return (
      <div className="application-badge">
        <StageBadge stage={stage} isOwn={isOwn} />
      </div>
    );
  }
  const stages = TRACK.map((key) => ({ key: String(key), label: t(`stage.${key}`) }));
  // Between getting to know each other and beginning stands what has to be shown.
  const isAsked = missingOf(application).some(({ state }) => state !== 'none');
  const shows = stage === 'in_contact' && isAsked ? 'checks' : null;
  if (shows) stages.splice(TRACK.indexOf('in_contact') + 1, 0, { key: shows, label: t('checks:stage') });
  return <StageTrack current={shows ?? stage} stages={stages} />;
}
