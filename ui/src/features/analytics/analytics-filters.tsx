// Period, comparison and what the figures are narrowed to: each choice is an address.
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analytics } from '../../api/analytics-calls.ts';
import '../../components/form/form.css';
import { centre } from '../../lib/centre/centre.ts';
import { activityTypes, loadTaxonomy, nameOf } from '../../lib/centre/taxonomies.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { type AnalyticsState, analyticsHref, TABS_BY_ORGANIZATION, TABS_BY_THEME } from './analytics-url.ts';
import { useOrganizationChoices } from './use-analytics.ts';

interface AnalyticsFiltersProps {
  state: AnalyticsState;
  analytics: Analytics;
}

export function AnalyticsFilters({ state, analytics }: AnalyticsFiltersProps) {
  const { t } = useTranslation('analytics');
  const { period, periods, centers, centerId, isOwn } = analytics;
  // Themes and organisations to choose from are those of the centre one works for.
  const canNarrow = !isOwn && (state.center === '' || state.center === centre.value?.id);
  const isByTheme = canNarrow && TABS_BY_THEME.includes(state.tab);
  const organizations = useOrganizationChoices(canNarrow && TABS_BY_ORGANIZATION.includes(state.tab));
  useEffect(() => {
    if (isByTheme) void loadTaxonomy(activityTypes);
  }, [isByTheme]);
  const themes = isByTheme ? activityTypes.items.value : [];
  const go = (changed: Partial<AnalyticsState>) =>
    navigateTo(analyticsHref({ ...state, page: 1, ...changed }));
  const groups = periodGroups(periods);
  return (
    <form
      className="figure-filters"
      aria-label={t('filters.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="figure-choices">
        <Filter
          label={t('filters.period')}
          value={state.period || period.key}
          onChange={(key) => go({ period: key })}
        >
          {groups.map(({ kind, periods: some }) => (
            <optgroup key={kind} label={t(`filters.${kind}`)}>
              {some.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </Filter>
        <Filter
          label={t('filters.compare')}
          value={state.isCompared ? 'year_before' : 'none'}
          onChange={(value) => go({ isCompared: value !== 'none' })}
        >
          <option value="year_before">{t('filters.year_before')}</option>
          <option value="none">{t('filters.none')}</option>
        </Filter>
        {centers.length > 1 ? (
          <Filter
            label={t('filters.center')}
            value={state.center || centerId}
            onChange={(center) => go({ center, theme: '', organization: '' })}
          >
            {centers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Filter>
        ) : null}
        {themes.length > 0 ? (
          <Filter
            label={t('filters.theme')}
            value={state.theme}
            onChange={(theme) => go({ theme, organization: '' })}
          >
            <option value="">{t('filters.allThemes')}</option>
            {themes.map((theme) => (
              <option key={theme.id} value={theme.id}>
                {nameOf(theme)}
              </option>
            ))}
          </Filter>
        ) : null}
        {organizations.length > 0 ? (
          <Filter
            label={t('filters.organization')}
            value={state.organization}
            onChange={(organization) => go({ organization, theme: '' })}
          >
            <option value="">{t('filters.allOrganizations')}</option>
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Filter>
        ) : null}
      </div>
      {themes.length > 0 && organizations.length > 0 ? <p className="hint">{t('filters.oneOf')}</p> : null}
    </form>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Filter({ label, value, onChange, children }: FilterProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="select" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  );
}

const KINDS = ['years', 'quarters', 'months'] as const;

const kindOf = (key: string): (typeof KINDS)[number] =>
  key.includes('-q') ? 'quarters' : key.includes('-') ? 'months' : 'years';

const periodGroups = (periods: Analytics['periods']) =>
  KINDS.map((kind) => ({ kind, periods: periods.filter(({ key }) => kindOf(key) === kind) })).filter(
    ({ periods: some }) => some.length > 0,
  );
