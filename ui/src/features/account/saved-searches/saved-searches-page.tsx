// The searches somebody saved: open one, change its name or its mail, delete it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { overlay } from '../../../api/cache.ts';
import { mutate, useResourceList } from '../../../api/hooks.ts';
import { removeResource, updateResource } from '../../../api/requests.ts';
import type { SavedSearch } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog, Dialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { readSearch, SEARCH_PATH, type Search, searchPath } from '../../../lib/vacancies/search-url.ts';
import { AccountFrame } from '../account-frame.tsx';
import '../../../components/layout/line-list.css';

/** The names in the address of the search page of the filters of the list. */
const NAMES: Readonly<Record<string, string>> = {
  q: 'q',
  near: 'near',
  radius_km: 'radius',
  tags_in: 'tags',
  activity_type_ids_in: 'types',
  age_group_ids_in: 'age',
  vacancy_type_in: 'kind',
  day_parts_in: 'part',
  languages_in: 'language',
  traits_all: 'also',
};

export function searchOf(filters: string): Search {
  const asked = new URLSearchParams(filters);
  const params = new URLSearchParams();
  for (const [filter, name] of Object.entries(NAMES)) {
    const value = asked.get(`filter[${filter}]`);
    if (value !== null) params.set(name, value);
  }
  return readSearch(params);
}

export default function SavedSearchesPage() {
  const { t } = useTranslation(['saved-searches', 'routes']);
  const { items, status, refresh } = useResourceList('saved_searches', { page: { size: 100 } });
  const isWaiting = items.length === 0 && status !== 'success';
  return (
    <AccountFrame
      current="/profiel/zoekopdrachten"
      title={t('routes:savedSearches.title')}
      description={t('description')}
    >
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : isWaiting ? (
        <RowSkeletons count={3} />
      ) : items.length === 0 ? (
        <EmptyState
          title={t('empty')}
          level={2}
          actions={
            <ButtonLink href={SEARCH_PATH} variant="primary" icon="search">
              {t('search')}
            </ButtonLink>
          }
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        <Card title={t('list')} className="stack">
          <p>{t('mailHint')}</p>
          <ul className="line-list">
            {items.map((saved) => (
              <SavedLine key={saved.id} saved={saved} />
            ))}
          </ul>
        </Card>
      )}
    </AccountFrame>
  );
}

function SavedLine({ saved }: { saved: SavedSearch }) {
  const { t } = useTranslation('saved-searches');
  const { id, name, mail, can } = saved;
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null);
  const search = searchOf(saved.filters);
  const place =
    search.near === '' ? [] : [t('near', { km: formatNumber(search.radius ?? 0), place: search.near })];
  const asked = [search.q, ...place].filter((part) => part !== '').join(' · ');

  async function handleMail(next: SavedSearch['mail']) {
    try {
      await mutate(
        () => updateResource('saved_searches', id, { mail: next }),
        overlay({ type: 'saved_searches', id }, { mail: next }),
      );
      addToast({ id: 'saved-search', title: t('changed'), color: 'success' });
    } catch {
      addToast({ id: 'saved-search', title: t('failed'), color: 'danger' });
    }
  }

  async function handleRename(value: FormValue) {
    await updateResource('saved_searches', id, { name: String(value.name ?? '').trim() });
    addToast({ title: t('renamed'), color: 'success' });
    setAsking(null);
  }

  async function handleRemove() {
    try {
      await removeResource('saved_searches', id);
      addToast({ title: t('removed'), color: 'success' });
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setAsking(null);
    }
  }

  const close = () => setAsking(null);
  return (
    <li>
      <div>
        <AppLink href={searchPath(search)}>
          <b>{name}</b>
        </AppLink>
        {saved.filters === '' || asked !== '' ? (
          <p className="soft small">{asked || t('everything')}</p>
        ) : null}
      </div>
      {can.includes('update') ? (
        <label className="mail-rate">
          <span className="soft small" aria-hidden="true">
            {t('mail')}
          </span>
          <select
            className="select is-auto"
            aria-label={t('mailOf', { name })}
            value={mail}
            onChange={(event) => void handleMail(event.target.value as SavedSearch['mail'])}
          >
            {(['at_once', 'daily', 'weekly', 'never'] as const).map((each) => (
              <option key={each} value={each}>
                {t(`mailRate.${each}`)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {can.includes('delete') ? (
        <ButtonRow>
          <Button
            variant="quiet"
            icon="pen"
            aria-label={t('renameOf', { name })}
            onClick={() => setAsking('rename')}
          >
            {t('rename')}
          </Button>
          <Button
            variant="quiet"
            icon="trash"
            aria-label={t('removeOf', { name })}
            onClick={() => setAsking('remove')}
          >
            {t('remove')}
          </Button>
        </ButtonRow>
      ) : null}
      <Dialog
        open={asking === 'rename'}
        small
        title={t('rename')}
        onClose={close}
        wrap={(content) => (
          <Form of="saved_searches" value={{ name }} onSubmit={handleRename} label={t('rename')}>
            {content}
          </Form>
        )}
        footer={<SubmitButton>{t('save')}</SubmitButton>}
      >
        <Field name="name" label={t('name')} hint={t('nameHint')} />
      </Dialog>
      <ConfirmDialog
        open={asking === 'remove'}
        title={t('removeTitle', { name })}
        confirmLabel={t('remove')}
        variant="danger"
        onConfirm={() => void handleRemove()}
        onCancel={close}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </li>
  );
}
