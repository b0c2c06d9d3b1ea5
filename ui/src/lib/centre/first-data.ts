// What the server put in the page: who and where we are, and the first documents.
import { offerDocuments } from '../../api/client.ts';
import { offerFirstPage } from '../server-page/first-page.ts';

export interface FirstData {
  tenant: string | null;
  context: 'main' | 'meedoen';
  locale: string | null;
  centerId: string | null;
}

const NOTHING: FirstData = { tenant: null, context: 'main', locale: null, centerId: null };

export function readFirstData(page: Document = document): FirstData {
  const text = page.getElementById('first-data')?.textContent;
  if (!text) return NOTHING;
  try {
    const data = JSON.parse(text) as Record<string, unknown>;
    offerDocuments((data.documents ?? {}) as Record<string, unknown>);
    offerFirstPage(data.page, page);
    return {
      tenant: (data.tenant as string | undefined) ?? null,
      context: data.context === 'meedoen' ? 'meedoen' : 'main',
      locale: (data.locale as string | undefined) ?? null,
      centerId: data.center_id === undefined || data.center_id === null ? null : String(data.center_id),
    };
  } catch {
    return NOTHING;
  }
}
