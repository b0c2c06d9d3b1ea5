// What happened to an organisation that waits: its registration, earlier decisions and why.
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Timeline } from '../../../components/content/application-parts.tsx';
import { PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate, formatTime } from '../../../lib/locale/time.ts';

export function ReviewHistory({ id }: { id: string }) {
  const { t } = useTranslation(['organization-review', 'reasons']);
  const { data } = useCall(STAFF_CALLS.organizationHistory, { id });
  const steps = data?.items ?? [];
  if (steps.length === 0) return null;
  return (
    <PanelSection title={t('history.title')}>
      <Timeline
        events={[...steps].reverse().map(({ id: key, event, actorName, reasonCode, reasonText, at }) => ({
          id: key,
          title: serverWords(t)(`history.event.${event}`),
          detail: [
            actorName ?? '',
            reasonCode ? serverWords(t)(`reasons:denial.${reasonCode}`) : '',
            reasonText ?? '',
          ]
            .filter(Boolean)
            .join(' · '),
          when: `${formatDate(at)}, ${formatTime(at)}`,
        }))}
      />
    </PanelSection>
  );
}
