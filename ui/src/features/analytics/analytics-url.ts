// Which figures are looked at, as the address says it. Pure.
import { ANALYTICS_TABS, type AnalyticsQuery, type AnalyticsTab } from '../../api/analytics-calls.ts';

export const ANALYTICS_PATH = '/analytics';
const ORGANIZATIONS_PATH = '/analytics/index-2';

export interface AnalyticsState {
  tab: AnalyticsTab;
  /** Empty: this year. */
  period: string;
  isCompared: boolean;
  /** At most one of the two; empty: all. */
  theme: string;
  organization: string;
  /** Of an administrator alone. Empty: this one. */
  center: string;
  /** Column by which the list of organisations is sorted; '-' before it: the most first. */
  sort: string;
  page: number;
}

/** Subjects of which there are figures of one theme, and of one organisation. */
export const TABS_BY_THEME: readonly AnalyticsTab[] = ['overview', 'vacancies', 'applications'];
export const TABS_BY_ORGANIZATION: readonly AnalyticsTab[] = [...TABS_BY_THEME, 'hours', 'activities'];

const idIn = (text: string | null): string => (text !== null && /^\d{1,18}$/.test(text) ? text : '');

const narrowed = (tab: AnalyticsTab, theme: string, organization: string) => {
  const oneTheme = TABS_BY_THEME.includes(tab) ? theme : '';
  return {
    theme: oneTheme,
    organization: oneTheme === '' && TABS_BY_ORGANIZATION.includes(tab) ? organization : '',
  };
};

/** `path` may begin with a language. */
export function readAnalytics(path: string, params: URLSearchParams): AnalyticsState {
  const named = ANALYTICS_TABS.find((each) => each === params.get('tab')) ?? 'overview';
  const tab = path.endsWith(ORGANIZATIONS_PATH) ? 'organizations' : named;
  const period = params.get('period') ?? '';
  return {
    tab,
    ...narrowed(tab, idIn(params.get('theme')), idIn(params.get('organization'))),
    period: /^\d{4}(-(q[1-4]|\d{2}))?$/.test(period) ? period : '',
    isCompared: params.get('compare') !== 'none',
    center: idIn(params.get('center')),
    sort: /^-?[a-z0-9_]+$/.test(params.get('sort') ?? '') ? (params.get('sort') ?? '') : '',
    page: Number(idIn(params.get('page'))) || 1,
  };
}

export function analyticsHref(state: AnalyticsState): string {
  const { tab, period, isCompared, theme, organization, center, sort, page } = state;
  const isList = tab === 'organizations';
  const query = new URLSearchParams({
    ...(isList || tab === 'overview' ? {} : { tab }),
    ...(period ? { period } : {}),
    ...(isCompared ? {} : { compare: 'none' }),
    ...(theme ? { theme } : {}),
    ...(organization && !theme ? { organization } : {}),
    ...(center ? { center } : {}),
    ...(isList && sort ? { sort } : {}),
    ...(isList && page > 1 ? { page: String(page) } : {}),
  });
  const path = isList ? ORGANIZATIONS_PATH : ANALYTICS_PATH;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Another subject, for the same period, and for the same theme or organisation where there are such figures. */
export const hrefOfTab = (state: AnalyticsState, tab: AnalyticsTab): string =>
  analyticsHref({ ...state, ...narrowed(tab, state.theme, state.organization), tab, sort: '', page: 1 });

export const queryOfAnalytics = ({
  period,
  isCompared,
  theme,
  organization,
  center,
}: AnalyticsState): AnalyticsQuery => ({
  ...(period ? { period } : {}),
  ...(isCompared ? {} : { compare: 'none' as const }),
  ...(theme ? { themeId: theme } : {}),
  ...(organization && !theme ? { organizationId: organization } : {}),
  ...(center ? { centerId: center } : {}),
});
