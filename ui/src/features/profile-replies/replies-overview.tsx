// Which organisation wrote to whom and what came of it, for who works for the centre. What they wrote is theirs.
import { useTranslation } from 'react-i18next';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { vacancyPath } from '../../lib/vacancies/vacancy-card.ts';
import { useOverview } from './replies.store.ts';
import { REPLIES_PATH } from './reply-view.ts';
import { ReplyStatusBadge } from './sent-reply.tsx';

const SIZE = 50;

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

const hrefForPage = (page: number): string => (page > 1 ? `${REPLIES_PATH}?page=${page}` : REPLIES_PATH);

export function RepliesOverview() {
  const { t } = useTranslation(['pool', 'routes']);
  const page = pageOf(useQuery().get('page'));
  const { data, status, refresh } = useOverview(page, SIZE);
  const pages = typeof data?.meta.pages === 'number' ? data.meta.pages : 1;
  return (
    <>
      <PageTitle title={t('routes:profileReplies.title')} description={t('replies.overview.intro')} />
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : data === undefined ? (
        <RowSkeletons count={5} />
      ) : (
        <div className="stack page-bottom replies-overview">
          <Rows rows={data.items} />
          <Pagination page={page} pages={pages} hrefFor={hrefForPage} />
        </div>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly VolunteerProfileReply[] }) {
  const { t } = useTranslation('pool');
  const columns: readonly Column<VolunteerProfileReply>[] = [
    {
      key: 'organization',
      title: t('replies.overview.organization'),
      isTitle: true,
      render: ({ organizationName }) => <b>{organizationName}</b>,
    },
    { key: 'person', title: t('replies.overview.person'), render: ({ personName }) => personName },
    {
      key: 'vacancy',
      title: t('replies.overview.vacancy'),
      isEmpty: ({ vacancyTitle }) => !vacancyTitle,
      render: ({ vacancyId, vacancyTitle, vacancySlug }) =>
        vacancyId && vacancySlug ? (
          <AppLink href={vacancyPath(vacancyId)}>{vacancyTitle}</AppLink>
        ) : (
          vacancyTitle
        ),
    },
    {
      key: 'status',
      title: t('replies.overview.status'),
      render: (reply) => <ReplyStatusBadge reply={reply} short />,
    },
    {
      key: 'sent',
      title: t('replies.overview.sent'),
      noWrap: true,
      render: ({ createdAt }) => formatDate(createdAt),
    },
  ];
  return (
    <DataTable
      caption={t('replies.overview.caption')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowLabel={({ organizationName, personName }) => `${organizationName}, ${personName}`}
      empty={
        <EmptyState level={2} icon="message" title={t('replies.overview.empty.title')}>
          {t('replies.overview.empty.text')}
        </EmptyState>
      }
    />
  );
}
