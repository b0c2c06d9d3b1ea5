// The pictures that a centre keeps at hand: search by keyword, add, and those of the program.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TableTools, TypedSearch } from '../../../components/table/table-tools.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { pictureOf } from '../../../lib/pictures/picture-url.ts';
import { AddStockImage } from './add-stock-image.tsx';
import './stock-images.css';

const PATH = '/content/stock-images';
const PAGE = 48;

export default function StockImagesPage() {
  const { t } = useTranslation('stock-images');
  const query = useQuery();
  const q = query.get('q') ?? '';
  const number = Number(query.get('page') ?? 1) || 1;
  const [isAdding, setIsAdding] = useState(false);
  const {
    items,
    total,
    pages,
    status,
    can,
    refresh: again,
  } = useResourceList('stock_images', {
    ...(q ? { filter: { keywordsCont: q } } : {}),
    page: { size: PAGE, number },
  });
  const reload = () => refresh(keyOf('/stock_images'));
  const mayEdit = items.some((each) => each.can.includes('update'));

  async function handleBring() {
    try {
      const { meta } = await send(STAFF_CALLS.bringStarterSet, {});
      addToast({ id: 'stock', title: t('brought', { count: meta.added }), color: 'success' });
    } catch (thrown) {
      addToast({ id: 'stock', title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
    await reload();
  }

  return (
    <div className="stack">
      <PageTitle
        title={t('title')}
        description={t('description')}
        actions={
          can.includes('create') ? (
            <Button variant="primary" icon="upload" onClick={() => setIsAdding(true)}>
              {t('add')}
            </Button>
          ) : undefined
        }
      />
      <TableTools>
        <TypedSearch
          q={q}
          label={t('search')}
          onSearch={(text) =>
            navigateTo(text ? `${PATH}?${new URLSearchParams({ q: text })}` : PATH, { replace: true })
          }
        />
      </TableTools>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void again()} />
      ) : items.length > 0 ? (
        <>
          <p className="soft" role="status">
            {t('count', { count: total })}
          </p>
          <ul className="stock-grid">
            {items.map(({ id, name, imageUrl, shortDescription, uses }) => (
              <li key={id}>
                <AppLink href={`/content/stock-images/${id}`} className="stock-card">
                  <img {...pictureOf(imageUrl)} sizes="240px" alt={shortDescription} loading="lazy" />
                  <b lang="nl">{name}</b>
                  <span className="soft small">{t('uses', { count: uses })}</span>
                </AppLink>
              </li>
            ))}
          </ul>
          <Pagination
            page={number}
            pages={pages}
            hrefFor={(page) => `${PATH}?${new URLSearchParams({ ...(q ? { q } : {}), page: String(page) })}`}
          />
          {mayEdit && !q ? (
            <ButtonRow>
              <Button variant="quiet" icon="refresh" onClick={() => void handleBring()}>
                {t('bring')}
              </Button>
            </ButtonRow>
          ) : null}
        </>
      ) : status === 'success' ? (
        <EmptyState
          level={2}
          icon="image"
          title={t(q ? 'none' : 'empty')}
          actions={q ? undefined : <Button onClick={() => void handleBring()}>{t('bring')}</Button>}
        >
          {t(q ? 'noneText' : 'emptyText')}
        </EmptyState>
      ) : (
        <RowSkeletons count={6} />
      )}
      {isAdding ? <AddStockImage onClose={() => setIsAdding(false)} onDone={reload} /> : null}
    </div>
  );
}
