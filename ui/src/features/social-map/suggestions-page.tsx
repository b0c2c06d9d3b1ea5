// What visitors told the centre of the social map: organisations that are missing, and what is wrong with others.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { updateResource } from '../../api/requests.ts';
import type { OrganizationSuggestion } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import '../../components/work-list/work-list.css';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../lib/locale/time.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import '../../components/layout/find-page.css';

const PATH = '/organizations/suggestions';
const SIZE = 20;
const VIEWS = ['missing', 'wrong', 'handled'] as const;
type View = (typeof VIEWS)[number];

const FILTERS = {
  missing: { handledEq: false, organizationIdNull: true },
  wrong: { handledEq: false, organizationIdNull: false },
  handled: { handledEq: true },
} as const;

const hrefOf = (view: View, page = 1): string => {
  const pairs = [view === VIEWS[0] ? '' : `view=${view}`, page > 1 ? `page=${page}` : ''].filter(Boolean);
  return pairs.length > 0 ? `${PATH}?${pairs.join('&')}` : PATH;
};

export default function SuggestionsPage() {
  const { t } = useTranslation('suggestions');
  const params = useQuery();
  const view = VIEWS.find((each) => each === params.get('view')) ?? VIEWS[0];
  const page = Math.max(1, Math.min(500, Number(params.get('page')) || 1));
  const { items, status, pages, refresh } = useResourceList('organization_suggestions', {
    filter: FILTERS[view],
    include: 'organization',
    page: { number: page, size: SIZE },
  });

  async function handle(id: string, handled: boolean) {
    await updateResource('organization_suggestions', id, { handled }, { ifMatch: false });
    addToast({ title: t(handled ? 'handled' : 'opened'), color: 'success' });
    await refresh();
  }

  return (
    <div className="narrow stack">
      <PageTitle title={t('title')} description={t('lead')} />
      <div className="view-bar">
        <nav className="view-tabs" aria-label={t('title')}>
          {VIEWS.map((each) => (
            <AppLink
              key={each}
              className="view-tab"
              href={hrefOf(each)}
              aria-current={each === view ? 'true' : undefined}
            >
              {t(`view.${each}`)}
            </AppLink>
          ))}
        </nav>
      </div>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : items.length === 0 && status !== 'success' ? (
        <RowSkeletons count={4} />
      ) : items.length === 0 ? (
        <EmptyState level={2} icon="check" title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        items.map((suggestion) => (
          <Suggestion
            key={suggestion.id}
            suggestion={suggestion}
            onHandle={(handled) => void handle(suggestion.id, handled)}
          />
        ))
      )}
      {pages > 1 ? <Pagination page={page} pages={pages} hrefFor={(next) => hrefOf(view, next)} /> : null}
    </div>
  );
}

interface SuggestionProps {
  suggestion: OrganizationSuggestion;
  onHandle: (handled: boolean) => void;
}

function Suggestion({ suggestion, onHandle }: SuggestionProps) {
  const { t } = useTranslation('suggestions');
  const { message, email, handled, createdAt, organization } = suggestion;
  return (
    <Card className="stack">
      <p className="soft small">
        {organization ? (
          <AppLink href={`/sociale-kaart/${organization.id}`}>{organization.name}</AppLink>
        ) : (
          t('missing')
        )}{' '}
        · {formatDateTime(createdAt ?? '')}
      </p>
      <p className="as-typed">{message}</p>
      <p className="soft">
        {email ? <a href={`mailto:${email}`}>{t('from', { email })}</a> : t('anonymous')}
      </p>
      <div className="button-row">
        <Button small onClick={() => onHandle(!handled)}>
          {t(handled ? 'open' : 'handle')}
        </Button>
        {organization || handled ? null : (
          <ButtonLink small href="/organizations/add" icon="plus">
            {t('add')}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
