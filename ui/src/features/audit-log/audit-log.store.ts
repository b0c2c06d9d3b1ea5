// The events that were asked for.
import { useResourceList } from '../../api/hooks.ts';
import { localDay } from '../../lib/locale/local-time.ts';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import { type LogState, paramsOf } from './audit-log-url.ts';

export const todayHere = (): string => localDay(new Date().toISOString());

/** @useSignals */
export const useAuditLog = (state: LogState) =>
  useResourceList('audit_events', paramsOf(state, todayHere()), { scope: selectedOrganizationId.value });
