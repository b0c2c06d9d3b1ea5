// Who subscribed to the newsletter of the centre without having an account, and how far each is. The address is its state.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../../api/cache.ts';
import { ApiError } from '../../../../api/client.ts';
import { keyOf, useResourceList } from '../../../../api/hooks.ts';
import { removeResource } from '../../../../api/requests.ts';
import type { NewsletterSubscriber } from '../../../../api/schema.d.ts';
import { Button, ButtonLink, ButtonRow } from '../../../../components/actions/button.tsx';
import { MenuButton } from '../../../../components/actions/menu.tsx';
import { PracticalList } from '../../../../components/content/practical-list.tsx';
import { ConfirmDialog } from '../../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { Breadcrumb, PageTitle } from '../../../../components/layout/page-title.tsx';
import { TypedSearch } from '../../../../components/table/table-tools.tsx';
import { PanelHead } from '../../../../components/work-list/panel-parts.tsx';
import { WorkList } from '../../../../components/work-list/work-list.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { formatDateTime, formatNumber } from '../../../../lib/locale/time.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../../lib/navigation/query.ts';
import { currentUser } from '../../../../lib/session/session.ts';
import { LIST } from '../newsletters-url.ts';
import { SubscriberState, useSubscriberColumns } from './subscriber-columns.tsx';
import { COUNTS, useSubscriberCounts } from './subscriber-counts.ts';
import {
  filterOf,
  hrefOf,
  hrefOfOne,
  type ListState,
  readState,
  sortOf,
  sortText,
  VIEWS,
} from './subscribers-url.ts';

/** An address is long; the panel says the rest. */
const HIDDEN_AT_FIRST = ['locale', 'confirmed'];

const rowId = ({ id }: NewsletterSubscriber): string => id;
const addressOf = ({ email, firstName }: NewsletterSubscriber): string => email ?? firstName ?? '';
const mayRemove = ({ can }: NewsletterSubscriber): boolean => can.includes('delete');

const again = (): void => void refresh(keyOf('/newsletter_subscribers'), COUNTS);

export default function SubscribersPage() {
  const { t } = useTranslation(['newsletter-subscribers', 'newsletters', 'content-pages']);
  const state = readState(useQuery());
  const [removing, setRemoving] = useState<NewsletterSubscriber | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const counts = useSubscriberCounts();
  const list = useResourceList('newsletter_subscribers', {
    filter: filterOf(state),
    sort: state.sort,
    page: { number: state.page, size: state.size },
  });
  const { items, status, total } = list;
  const go = (change: Partial<ListState>): void =>
    navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

  async function handleRemove(subscriber: NewsletterSubscriber) {
    setIsBusy(true);
    try {
      await removeResource('newsletter_subscribers', subscriber.id);
      addToast({ title: t('removed', { email: addressOf(subscriber) }), color: 'success' });
      // The panel of who is gone closes; the last one of a page leaves to the page before it.
      go({ page: items.length === 1 && state.page > 1 ? state.page - 1 : state.page });
    } catch (cause) {
      const words = cause instanceof ApiError && cause.message ? cause.message : t('newsletters:failed');
      addToast({ title: words, color: 'danger' });
    }
    again();
    setIsBusy(false);
    setRemoving(null);
  }

  return (
    <>
      <Breadcrumb crumbs={[{ label: t('newsletters:title'), href: LIST }, { label: t('title') }]} />
      <PageTitle
        title={t('title')}
        description={status === 'success' ? t('count', { count: total }) : undefined}
      />
      <WorkList
        name="newsletter-subscribers"
        type="newsletter_subscribers"
        person={currentUser.value?.id ?? ''}
        caption={t('caption')}
        list={list}
        columns={useSubscriberColumns()}
        hiddenAtFirst={HIDDEN_AT_FIRST}
        rowId={rowId}
        rowLabel={addressOf}
        rowHref={hrefOfOne}
        sort={sortOf(state.sort)}
        onSort={(sort) => go({ sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => go({ size }),
          summary: (from, to) => t('content-pages:list.summary', { from, to, total: formatNumber(total) }),
        }}
        views={VIEWS.map((each) => ({
          label: t(each === 'all' ? 'all' : `status.${each}`),
          href: hrefOf({ status: each, size: state.size }),
          current: state.status === each && state.q === '',
          count: each === 'all' ? undefined : counts[each],
        }))}
        tools={
          <TypedSearch
            q={state.q}
            label={t('search')}
            onSearch={(q) =>
              navigateTo(hrefOf({ ...readState(new URLSearchParams(location.search)), page: 1, q }), {
                replace: true,
              })
            }
          />
        }
        rowMenu={(row) =>
          mayRemove(row) ? (
            <MenuButton
              label={t('content-pages:list.menuOf', { title: addressOf(row) })}
              entries={[
                {
                  label: t('remove.button'),
                  icon: 'trash',
                  danger: true,
                  onSelect: () => setRemoving(row),
                },
              ]}
            />
          ) : null
        }
        panel={(row) => <SubscriberPanel key={row.id} subscriber={row} onRemove={() => setRemoving(row)} />}
        empty={<Nobody state={state} />}
        onChanged={again}
      />
      <Notice icon="info">
        <strong>{t('accounts.title')}</strong> {t('accounts.text')}
      </Notice>
      {removing ? (
        <ConfirmDialog
          open
          title={t('remove.title', { email: addressOf(removing) })}
          confirmLabel={t('remove.confirm')}
          variant="danger"
          busy={isBusy}
          onConfirm={() => void handleRemove(removing)}
          onCancel={() => setRemoving(null)}
        >
          <p>{t(`remove.text.${removing.status}`)}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Nobody({ state }: { state: ListState }) {
  const { t } = useTranslation(['newsletter-subscribers', 'content-pages']);
  if (state.status === 'all' && state.q === '')
    return (
      <EmptyState
        level={2}
        icon="people"
        title={t('none.title')}
        actions={<ButtonLink href="/nieuwsbrief">{t('none.form')}</ButtonLink>}
      >
        {t('none.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      level={2}
      icon="search"
      title={t(state.q !== '' || state.status === 'all' ? 'none.found' : `none.${state.status}`)}
      actions={<ButtonLink href={hrefOf({})}>{t('content-pages:list.showAll')}</ButtonLink>}
    >
      {state.q === '' ? null : t('none.foundText')}
    </EmptyState>
  );
}

function SubscriberPanel({
  subscriber,
  onRemove,
}: {
  subscriber: NewsletterSubscriber;
  onRemove: () => void;
}) {
  const { t } = useTranslation('newsletter-subscribers');
  const { firstName, status, frequency, locale, createdAt, confirmedAt, leftAt } = subscriber;
  return (
    <>
      <PanelHead title={addressOf(subscriber)} sign={<SubscriberState status={status} />}>
        {firstName}
      </PanelHead>
      <p className="panel-text">{t(`about.${status}`)}</p>
      <PracticalList
        facts={[
          { icon: 'mail', label: t('column.frequency'), value: t(`frequency.${frequency}`) },
          { icon: 'lang', label: t('column.locale'), value: t(`locale.${locale}`) },
          { icon: 'calendar', label: t('column.created'), value: formatDateTime(createdAt) },
          ...(confirmedAt
            ? [{ icon: 'check' as const, label: t('column.confirmed'), value: formatDateTime(confirmedAt) }]
            : []),
          ...(leftAt
            ? [{ icon: 'sign-out' as const, label: t('column.left'), value: formatDateTime(leftAt) }]
            : []),
        ]}
      />
      {mayRemove(subscriber) ? (
        <ButtonRow>
          <Button icon="trash" onClick={onRemove}>
            {t('remove.button')}
          </Button>
        </ButtonRow>
      ) : null}
    </>
  );
}
