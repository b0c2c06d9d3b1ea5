// The forms of a centre or an organisation, and what came in; within the content of the site those of the centre alone.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { ButtonLink } from '../../components/actions/button.tsx';
import { StatusBadge, type Tone } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import '../../components/layout/line-list.css';
import '../../components/form/form.css';

const STATES = ['draft', 'open', 'closed', 'archived'] as const;
type State = (typeof STATES)[number];
const TONES: Readonly<Record<State, Tone>> = {
  draft: 'neutral',
  open: 'success',
  closed: 'warning',
  archived: 'neutral',
};

interface FormListProps {
  /** Whether it stands with the other parts of the site: forms of organisations are no part of that. */
  isContent?: boolean;
}

export function FormList({ isContent = false }: FormListProps) {
  const { t } = useTranslation(['form-builder', 'routes']);
  const [state, setState] = useState<State | ''>('');
  const filter = {
    ...(state === '' ? { statusIn: ['draft', 'open', 'closed'] as const } : { statusEq: state }),
    ...(isContent ? { organizationIdNull: true } : {}),
  };
  const { items, status, refresh } = useResourceList('forms', { filter, page: { size: 100 } });
  const add = (
    <ButtonLink href="/form_builder/new" variant="primary" icon="plus">
      {t('list.add')}
    </ButtonLink>
  );
  return (
    <div className="stack">
      {isContent ? (
        <Breadcrumb
          crumbs={[
            { label: t('routes:content.title'), href: '/content' },
            { label: t('routes:formBuilder.title') },
          ]}
        />
      ) : null}
      <PageTitle
        title={t('routes:formBuilder.title')}
        description={isContent ? t('list.ofSite') : undefined}
        actions={add}
      />
      <label className="field">
        <span>{t('list.state')}</span>
        <select
          className="select is-auto"
          value={state}
          onChange={(event) => setState(event.target.value as State | '')}
        >
          <option value="">{t('list.current')}</option>
          {STATES.map((each) => (
            <option key={each} value={each}>
              {t(`state.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : items.length > 0 ? (
        <ul className="line-list card">
          {items.map((form) => (
            <li key={form.id}>
              <div>
                <AppLink href={`/form_builder/${form.id}`}>
                  <b>{form.title}</b>
                </AppLink>
                <p className="soft small">
                  <StatusBadge tone={TONES[form.status]}>{t(`state.${form.status}`)}</StatusBadge>{' '}
                  {t('list.answers', { count: form.submissionsCount })}
                  {form.newSubmissionsCount > 0
                    ? ` · ${t('list.new', { count: form.newSubmissionsCount })}`
                    : ''}
                </p>
              </div>
              <ButtonLink
                variant="quiet"
                icon="pen"
                href={`/form_builder/${form.id}/edit`}
                aria-label={t('list.editOf', { title: form.title })}
              >
                {t('list.edit')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : status === 'success' ? (
        <EmptyState title={t('list.none')} level={2} actions={add}>
          {t('list.noneText')}
        </EmptyState>
      ) : (
        <RowSkeletons count={4} />
      )}
    </div>
  );
}
