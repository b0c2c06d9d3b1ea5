// What the screen of figures asks: the figures themselves, and what they can be narrowed to.
import { useTranslation } from 'react-i18next';
import {
  type Analytics,
  type AnalyticsTab,
  type FigureFormat,
  fetchFigure,
  keyOfAnalytics,
  loadAnalytics,
} from '../../api/analytics-calls.ts';
import { keyOf, type Loaded, useLoaded } from '../../api/hooks.ts';
import { listResource } from '../../api/requests.ts';
import type { Organization } from '../../api/schema.d.ts';
import { saveFile } from '../../lib/export/download.ts';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import { type AnalyticsState, queryOfAnalytics } from './analytics-url.ts';

/** For who may not see the overview: whoever writes for the website alone. */
const OTHER_FIRST: AnalyticsTab = 'content';

/** Figures of the asked subject; the last ones stay until the next are there. @useSignals */
export function useAnalytics(state: AnalyticsState): Loaded<Analytics | null> {
  const scope = selectedOrganizationId.value;
  const query = queryOfAnalytics(state);
  const load = (tab: AnalyticsTab) => (stop: AbortSignal) => loadAnalytics(tab, query, stop);
  const asked = useLoaded(keyOfAnalytics(state.tab, query), load(state.tab), { keeps: true, scope });
  const isElsewhere = state.tab === 'overview' && asked.error?.statusCode === 403;
  const other = useLoaded(isElsewhere ? keyOfAnalytics(OTHER_FIRST, query) : null, load(OTHER_FIRST), {
    keeps: true,
    scope,
  });
  return isElsewhere ? other : asked;
}

type Choice = Pick<Organization, 'id' | 'name'>;

const CHOICE = {
  fields: { organizations: ['name'] },
  filter: { statusIn: ['approved'] },
  sort: 'name',
} as const;
const MOST = 100;

async function loadOrganizations(signal: AbortSignal): Promise<readonly Choice[]> {
  const found: Choice[] = [];
  for (let number = 1, pages = 1; number <= pages; number += 1) {
    const asked = { ...CHOICE, page: { number, size: MOST } };
    const { items, meta } = await listResource('organizations', asked, { signal });
    found.push(...items);
    pages = Number(meta.pages ?? 1);
  }
  return found;
}

const NONE: readonly Choice[] = [];

/** All organisations whose figures can be asked apart. None while they are not known. @useSignals */
export function useOrganizationChoices(isAsked: boolean): readonly Choice[] {
  const key = isAsked ? keyOf('/organizations#choices') : null;
  return useLoaded(key, loadOrganizations, { once: true }).data ?? NONE;
}

/** Gives the table of a figure as a file, or says that it failed. */
export function useFigureDownload(tab: AnalyticsTab, state: AnalyticsState) {
  const { t } = useTranslation('analytics');
  return async (figure: string, format: FigureFormat): Promise<void> => {
    try {
      const { fileName, content } = await fetchFigure(tab, figure, queryOfAnalytics(state), format);
      saveFile(fileName, content);
    } catch (thrown) {
      addToast({ title: t('download.failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  };
}
