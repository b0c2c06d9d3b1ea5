// The list of pages, or of news: state, language, who changed it and when; found, copied, removed.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { useResourceList } from '../../../../api/hooks.ts';
import { typed } from '../../../../api/params.ts';
import { removeResource, send } from '../../../../api/requests.ts';
import type { Page } from '../../../../api/schema.d.ts';
import { Button, ButtonLink, ButtonRow } from '../../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../../components/actions/menu.tsx';
import { PracticalList } from '../../../../components/content/practical-list.tsx';
import { ConfirmDialog } from '../../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { PageTitle } from '../../../../components/layout/page-title.tsx';
import { TableFilter, TypedSearch } from '../../../../components/table/table-tools.tsx';
import { PanelHead } from '../../../../components/work-list/panel-parts.tsx';
import { WorkList } from '../../../../components/work-list/work-list.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { formatDate, formatDateTime, formatNumber } from '../../../../lib/locale/time.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../../lib/navigation/query.ts';
import { currentUser, menu } from '../../../../lib/session/session.ts';
import { HOME, publicPath } from '../state/public-path.ts';
import { useRestorePage } from '../state/restore-page.ts';
import { PageState, useColumns } from './page-columns.tsx';
import {
  filterOf,
  hrefOf,
  type Kind,
  type ListState,
  LOCALES,
  readState,
  STATES,
  sortOf,
  sortText,
} from './pages-url.ts';

/** Long enough to read what happened and reach the button. */
const UNDO_MS = 10_000;

const rowId = ({ id }: Page): string => id;

export function PageList({ kind }: { kind: Kind }) {
  const { t } = useTranslation('content-pages');
  const state = readState(useQuery());
  const [removing, setRemoving] = useState<Page | null>(null);
  const restorePage = useRestorePage();
  const list = useResourceList('pages', {
    filter: filterOf(kind, state),
    sort: state.sort,
    page: { number: state.page, size: state.size },
  });
  const { status, total, can, refresh } = list;
  const go = (change: Partial<ListState>): void =>
    navigateTo(hrefOf(kind, { ...state, page: 1, ...change }), { replace: true });
  const isPlain = state.q === '' && state.locale === '' && state.state === 'all';
  // Who manages news restores pages too.
  const mayRestore = menu.value.includes('news');
  const isOnlyDeleted = state.q === '' && state.locale === '' && state.state === 'deleted';
  const add = can.includes('create') ? (
    <ButtonLink
      href={`/content/pages/new${kind === 'news' ? '?type=news' : ''}`}
      variant="primary"
      icon="plus"
    >
      {t(`list.${kind}.add`)}
    </ButtonLink>
  ) : null;

  async function handleDuplicate(page: Page) {
    try {
      const { item } = await send(CONTENT_CALLS.duplicatePage, { id: page.id, body: {} });
      if (item) navigateTo(`/content/pages/${item.id}/edit`);
    } catch (cause) {
      addToast({
        title: cause instanceof ApiError && cause.message ? cause.message : t('failed'),
        color: 'danger',
      });
    }
  }

  return (
    <>
      <PageTitle
        title={t(`list.${kind}.title`)}
        description={status === 'success' ? t(`list.${kind}.count`, { count: total }) : undefined}
        actions={add ?? undefined}
      />
      <WorkList
        name={`content-${kind}`}
        type="pages"
        person={currentUser.value?.id ?? ''}
        caption={t(`list.${kind}.caption`)}
        list={list}
        columns={useColumns(kind, state.state === 'deleted')}
        rowId={rowId}
        rowLabel={(row) => row.title}
        rowHref={(row) =>
          row.status === 'deleted' ? hrefOf(kind, { state: 'deleted' }) : `/content/pages/${row.id}/edit`
        }
        sort={sortOf(state.sort)}
        onSort={(sort) => go({ sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf(kind, { ...state, page }),
          onSize: (size) => go({ size }),
          summary: (from, to) => t('list.summary', { from, to, total: formatNumber(total) }),
        }}
        views={STATES.filter((each) => each !== 'deleted' || mayRestore).map((each) => ({
          label: t(`view.${each}`),
          href: hrefOf(kind, { state: each, size: state.size }),
          current: state.state === each && state.q === '' && state.locale === '',
        }))}
        tools={
          <>
            <TypedSearch
              q={state.q}
              label={t(`list.${kind}.search`)}
              onSearch={(q) =>
                navigateTo(hrefOf(kind, { ...readState(new URLSearchParams(location.search)), page: 1, q }), {
                  replace: true,
                })
              }
            />
            <TableFilter
              label={t('column.locale')}
              value={state.locale}
              options={[
                { value: '', label: t('list.anyLocale') },
                ...LOCALES.map((each) => ({ value: each, label: t(`locale.${each}`) })),
              ]}
              onChange={(locale) => go({ locale: typed<ListState['locale']>(locale) })}
            />
          </>
        }
        rowMenu={(row) => (
          <MenuButton
            label={t('list.menuOf', { title: row.title })}
            entries={
              row.status === 'deleted'
                ? [
                    {
                      label: t('list.restore'),
                      icon: 'undo',
                      onSelect: () => void restorePage(row).then(refresh),
                    },
                  ]
                : entriesOf(row, t('list.open'), {
                    edit: [t('list.edit'), `/content/pages/${row.id}/edit`],
                    duplicate: [t('menu.duplicate'), () => void handleDuplicate(row)],
                    remove: [t('list.remove'), () => setRemoving(row)],
                  })
            }
          />
        )}
        panel={(row) => <PagePanel key={row.id} page={row} onChanged={() => void refresh()} />}
        empty={
          <EmptyState
            level={2}
            icon={kind === 'news' ? 'news' : 'book'}
            title={t(
              isPlain ? `list.${kind}.none` : isOnlyDeleted ? 'list.noneDeleted' : 'list.nothingFound',
            )}
            actions={
              isPlain ? (
                (add ?? undefined)
              ) : (
                <ButtonLink href={hrefOf(kind, {})}>{t('list.showAll')}</ButtonLink>
              )
            }
          >
            {t(
              isPlain
                ? `list.${kind}.noneText`
                : isOnlyDeleted
                  ? 'list.noneDeletedText'
                  : 'list.nothingFoundText',
            )}
          </EmptyState>
        }
        onChanged={() => void refresh()}
      />
      {removing ? (
        <RemoveDialog
          page={removing}
          onGone={() => {
            setRemoving(null);
            void refresh();
          }}
          onRestored={() => void refresh()}
          onCancel={() => setRemoving(null)}
        />
      ) : null}
    </>
  );
}

function entriesOf(
  page: Page,
  open: string,
  words: {
    edit: [string, string];
    duplicate: [string, () => void];
    remove: [string, () => void];
  },
): readonly MenuEntry[] {
  return [
    { label: words.edit[0], icon: 'pen', href: words.edit[1] },
    ...(page.isPublished
      ? [
          {
            label: open,
            icon: 'external' as const,
            onSelect: () => void window.open(publicPath(page), '_blank', 'noopener'),
          },
        ]
      : []),
    { label: words.duplicate[0], icon: 'copy', onSelect: words.duplicate[1] },
    ...(page.can.includes('delete') && page.slug !== HOME
      ? [
          {
            label: words.remove[0],
            icon: 'trash' as const,
            danger: true,
            apart: true,
            onSelect: words.remove[1],
          },
        ]
      : []),
  ];
}

function RemoveDialog({
  page,
  onGone,
  onRestored,
  onCancel,
}: {
  page: Page;
  onGone: () => void;
  onRestored: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('content-pages');
  const [busy, setBusy] = useState(false);
  const restorePage = useRestorePage();
  async function handleRemove() {
    setBusy(true);
    try {
      await removeResource('pages', page.id);
      addToast({
        title: t('list.removed', { title: page.title }),
        color: 'success',
        duration: UNDO_MS,
        action: { label: t('undo'), onClick: () => void restorePage(page).then(onRestored) },
      });
      onGone();
    } catch (cause) {
      addToast({
        title: cause instanceof ApiError && cause.message ? cause.message : t('failed'),
        color: 'danger',
      });
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('list.removeTitle', { title: page.title })}
      confirmLabel={t('list.removeConfirm')}
      variant="danger"
      busy={busy}
      onConfirm={() => void handleRemove()}
      onCancel={onCancel}
    >
      <p>{t(page.isPublished ? 'list.removePublished' : 'list.removeText', { path: publicPath(page) })}</p>
    </ConfirmDialog>
  );
}

function PagePanel({ page, onChanged }: { page: Page; onChanged: () => void }) {
  const { t } = useTranslation('content-pages');
  const restorePage = useRestorePage();
  const {
    id,
    title,
    summary,
    publishAt,
    publishedAt,
    unpublishAt,
    updatedByName,
    updatedAt,
    tags,
    managerNames,
    restorableUntil,
  } = page;
  const isDeleted = page.status === 'deleted';
  const moment = (at: string) => formatDateTime(at);
  return (
    <>
      <PanelHead title={title} sign={<PageState page={page} />}>
        {publicPath(page)}
      </PanelHead>
      <p className={summary ? 'panel-text' : 'soft'}>{summary || t('list.noSummary')}</p>
      <PracticalList
        facts={[
          ...(restorableUntil
            ? [{ icon: 'trash' as const, label: t('column.until'), value: formatDate(restorableUntil) }]
            : []),
          { icon: 'lang', label: t('column.locale'), value: t(`locale.${page.locale}`) },
          ...(publishAt
            ? [{ icon: 'calendar' as const, label: t('fact.publishAt'), value: moment(publishAt) }]
            : []),
          ...(publishedAt
            ? [{ icon: 'globe' as const, label: t('fact.publishedAt'), value: moment(publishedAt) }]
            : []),
          ...(unpublishAt
            ? [{ icon: 'eye-off' as const, label: t('fact.unpublishAt'), value: moment(unpublishAt) }]
            : []),
          ...(updatedAt
            ? [
                {
                  icon: 'pen' as const,
                  label: t('column.changed'),
                  value: updatedByName
                    ? t('fact.by', { moment: moment(updatedAt), name: updatedByName })
                    : moment(updatedAt),
                },
              ]
            : []),
          ...(managerNames.length > 0
            ? [{ icon: 'people' as const, label: t('column.managers'), value: managerNames.join(', ') }]
            : []),
          ...(tags.length > 0
            ? [{ icon: 'tag' as const, label: t('page.tags'), value: tags.join(', ') }]
            : []),
        ]}
      />
      <ButtonRow>
        {isDeleted ? (
          <Button variant="primary" icon="undo" onClick={() => void restorePage(page).then(onChanged)}>
            {t('list.restore')}
          </Button>
        ) : (
          <ButtonLink href={`/content/pages/${id}/edit`} variant="primary" icon="pen">
            {t('list.edit')}
          </ButtonLink>
        )}
        {page.isPublished ? (
          <ButtonLink href={publicPath(page)} icon="external" target="_blank">
            {t('list.open')}
          </ButtonLink>
        ) : null}
      </ButtonRow>
    </>
  );
}
