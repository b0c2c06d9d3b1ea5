// My own applications: what I applied for, and what happens now.

import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import type { Application } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { MoreLink, PageTitle } from '../../../components/layout/page-title.tsx';
import { formatDate } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { ownStep } from '../detail/next-step.ts';
import { useStepWords } from '../detail/use-step-words.ts';
import { isClosed } from '../stage.ts';
import { StageBadge } from '../stage-badge.tsx';
import { ListFailed } from './list-failed.tsx';
import { LIST_PATH } from './list-url.ts';

const SEARCH_PATH = '/vacancies/search';
const SHOWN = 50;

export function OwnList({ canWork }: { canWork: boolean }) {
  const { t } = useTranslation('applications');
  usePageHead(t('ownList.title'));
  return (
    <div className="own-applications">
      <PageTitle
        title={t('ownList.title')}
        description={t('ownList.description')}
        actions={canWork ? <ButtonLink href={LIST_PATH}>{t('list.work')}</ButtonLink> : undefined}
      />
      <OwnResults />
    </div>
  );
}

function OwnResults() {
  const { t } = useTranslation('applications');
  const {
    items: all,
    status,
    page,
    pages,
    refresh,
    more,
  } = useResourceList('applications', {
    filter: { mineEq: true },
    page: { size: SHOWN },
    sort: '-created_at',
  });
  if (status === 'error') return <ListFailed onRetry={() => void refresh()} />;
  if (all.length === 0 && status !== 'success') return <RowSkeletons count={3} />;
  if (all.length === 0) {
    return (
      <EmptyState
        level={2}
        icon="hand"
        title={t('ownList.empty.title')}
        actions={
          <ButtonLink variant="primary" large href={SEARCH_PATH}>
            {t('ownList.empty.action')}
          </ButtonLink>
        }
      >
        {t('ownList.empty.text')}
      </EmptyState>
    );
  }
  return (
    <>
      <Group title={t('ownList.open')} list={all.filter(({ stage }) => !isClosed(stage))} />
      <Group title={t('ownList.closed')} list={all.filter(({ stage }) => isClosed(stage))} />
      {page < pages ? (
        <Button onClick={() => void more()} busy={status === 'pending'}>
          {t('ownList.more')}
        </Button>
      ) : null}
      <MoreLink href={SEARCH_PATH}>{t('ownList.search')}</MoreLink>
    </>
  );
}

function Group({ title, list }: { title: string; list: readonly Application[] }) {
  if (list.length === 0) return null;
  return (
    <section className="own-group">
      <h2>{title}</h2>
      <ul className="own-cards">
        {list.map((each) => (
          <OwnCard key={each.id} application={each} />
        ))}
      </ul>
    </section>
  );
}

/** The title is the link, the whole card its target. */
function OwnCard({ application }: { application: Application }) {
  const { t } = useTranslation('applications');
  const { title, text } = useStepWords(application, ownStep(application));
  return (
    <li className="card own-card">
      <div className="own-card-head">
        <div>
          <h3>
            <AppLink className="own-card-link" href={`${LIST_PATH}/${application.id}`}>
              {application.vacancyTitle}
            </AppLink>
          </h3>
          <p className="soft small">{t('ownList.at', { organization: application.organizationName })}</p>
        </div>
        <StageBadge stage={application.stage} isOwn />
      </div>
      <p>
        <b>{title}</b>
      </p>
      <p>{text}</p>
      <p className="soft small">{t('ownList.sent', { date: formatDate(application.createdAt) })}</p>
    </li>
  );
}
