// The newsletters of the centre: how far each is, who got it and who left.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import type { Newsletter } from '../../../api/newsletter-calls.ts';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { MenuButton } from '../../../components/actions/menu.tsx';
import { PracticalList } from '../../../components/content/practical-list.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { PanelHead } from '../../../components/work-list/panel-parts.tsx';
import { WorkList } from '../../../components/work-list/work-list.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { useNewsletterColumns } from './newsletter-columns.tsx';
import { NewsletterState } from './newsletter-status.tsx';
import { SUBSCRIBERS } from './newsletter-subscribers/subscribers-url.ts';
import { filterOf, hrefOf, hrefOfOne, ORDER, readState, VIEWS } from './newsletters-url.ts';
import { useNewsletterSteps } from './use-newsletter-steps.ts';

const rowId = ({ id }: Newsletter): string => id;

export default function NewslettersPage() {
  const { t } = useTranslation(['newsletters', 'content-pages']);
  const state = readState(useQuery());
  const { add, duplicate, remove } = useNewsletterSteps();
  const [removing, setRemoving] = useState<Newsletter | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const list = useResourceList('newsletters', {
    filter: filterOf(state),
    sort: ORDER,
    page: { number: state.page, size: state.size },
  });
  const { status, total, refresh } = list;
  const isAll = state.status === 'all';

  async function handleAdd() {
    setIsBusy(true);
    await add();
    setIsBusy(false);
  }

  async function handleRemove(newsletter: Newsletter) {
    setIsBusy(true);
    if (await remove(newsletter)) void refresh();
    setIsBusy(false);
    setRemoving(null);
  }

  const addButton = (
    <Button variant="primary" icon="plus" busy={isBusy && removing === null} onClick={() => void handleAdd()}>
      {t('add.button')}
    </Button>
  );

  return (
    <>
      <PageTitle
        title={t('title')}
        description={status === 'success' ? t('count', { count: total }) : undefined}
        actions={
          <ButtonRow>
            <ButtonLink href={SUBSCRIBERS} icon="people">
              {t('subscribers')}
            </ButtonLink>
            {addButton}
          </ButtonRow>
        }
      />
      <WorkList
        name="newsletters"
        type="newsletters"
        person={currentUser.value?.id ?? ''}
        caption={t('caption')}
        list={list}
        columns={useNewsletterColumns()}
        rowId={rowId}
        rowLabel={({ title }) => title}
        rowHref={hrefOfOne}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => navigateTo(hrefOf({ ...state, page: 1, size }), { replace: true }),
          summary: (from, to) => t('content-pages:list.summary', { from, to, total: formatNumber(total) }),
        }}
        views={VIEWS.map((each) => ({
          label: t(each === 'all' ? 'all' : `status.${each}`),
          href: hrefOf({ status: each, size: state.size }),
          current: state.status === each,
        }))}
        rowMenu={(row) => (
          <MenuButton
            label={t('content-pages:list.menuOf', { title: row.title })}
            entries={[
              {
                label: t(row.status === 'draft' ? 'edit' : 'open'),
                icon: row.status === 'draft' ? 'pen' : 'chart',
                href: hrefOfOne(row),
              },
              { label: t('duplicate'), icon: 'copy', onSelect: () => void duplicate(row) },
              ...(row.status === 'draft'
                ? [
                    {
                      label: t('remove.button'),
                      icon: 'trash' as const,
                      danger: true,
                      apart: true,
                      onSelect: () => setRemoving(row),
                    },
                  ]
                : []),
            ]}
          />
        )}
        panel={(row) => <NewsletterPanel key={row.id} newsletter={row} />}
        empty={
          <EmptyState
            level={2}
            icon="mail"
            title={t(isAll ? 'none.title' : 'none.found')}
            actions={
              isAll ? addButton : <ButtonLink href={hrefOf({})}>{t('content-pages:list.showAll')}</ButtonLink>
            }
          >
            {isAll ? t('none.text') : null}
          </EmptyState>
        }
        onChanged={() => void refresh()}
      />
      {removing ? (
        <ConfirmDialog
          open
          title={t('remove.title', { title: removing.title })}
          confirmLabel={t('remove.confirm')}
          variant="danger"
          busy={isBusy}
          onConfirm={() => void handleRemove(removing)}
          onCancel={() => setRemoving(null)}
        >
          <p>{t('remove.text')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function NewsletterPanel({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation(['newsletters', 'content-pages']);
  const {
    title,
    subject,
    preheader,
    status,
    sendAt,
    startedAt,
    finishedAt,
    updatedAt,
    updatedByName,
    createdAt,
    publicPath,
  } = newsletter;
  const isDraft = status === 'draft';
  return (
    <>
      <PanelHead title={title} sign={<NewsletterState status={status} />}>
        {subject || t('noSubject')}
      </PanelHead>
      {preheader ? <p className="panel-text">{preheader}</p> : null}
      <PracticalList
        facts={[
          ...(sendAt && !startedAt
            ? [{ icon: 'clock' as const, label: t('fact.sendAt'), value: formatDateTime(sendAt) }]
            : []),
          ...(startedAt
            ? [
                {
                  icon: 'send' as const,
                  label: t('column.sent'),
                  value: formatDate(finishedAt ?? startedAt),
                },
              ]
            : []),
          ...(isDraft
            ? []
            : (
                [
                  ['people', 'people', newsletter.recipientCount],
                  ['undo', 'bounced', newsletter.bouncedCount],
                  ['sign-out', 'unsubscribed', newsletter.unsubscribedCount],
                ] as const
              ).map(([icon, name, count]) => ({
                icon,
                label: t(`column.${name}`),
                value: formatNumber(count),
              }))),
          {
            icon: 'pen',
            label: t('content-pages:column.changed'),
            value: updatedByName
              ? t('content-pages:fact.by', {
                  moment: formatDateTime(updatedAt ?? createdAt),
                  name: updatedByName,
                })
              : formatDateTime(updatedAt ?? createdAt),
          },
        ]}
      />
      <ButtonRow>
        <ButtonLink href={hrefOfOne(newsletter)} variant="primary" icon={isDraft ? 'pen' : 'chart'}>
          {t(isDraft ? 'edit' : 'open')}
        </ButtonLink>
        {publicPath ? (
          <ButtonLink href={publicPath} icon="external" target="_blank">
            {t('onSite')}
          </ButtonLink>
        ) : null}
      </ButtonRow>
    </>
  );
}
