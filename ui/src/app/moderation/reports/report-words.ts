// What a report says of itself, and the texts that a decision begins with.
import { useTranslation } from 'react-i18next';
import type { AbuseReport, Measure } from '../../../api/report-calls.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { currentUser } from '../../../lib/session/session.ts';

export function useReportWords() {
  const { t } = useTranslation(['moderation-reports', 'report']);
  const say = serverWords(t);

  /** Whom it is about: a person, else an organisation; nobody for what the centre wrote itself. */
  const reported = ({ reportedName, organizationName }: AbuseReport): string =>
    reportedName || organizationName || '';

  const measureIn = (of: 'measure' | 'sentence', report: AbuseReport, measure: Measure): string =>
    say(measure === 'take_down' ? `${of}.take_down.${report.subjectType}` : `${of}.${measure}`, {
      name: reported(report),
      organization: report.organizationName ?? '',
    });

  const measureName = (report: AbuseReport, measure: Measure): string =>
    measureIn('measure', report, measure);

  return {
    reported,
    measureName,
    subject: ({ subjectType, subjectTitle }: Pick<AbuseReport, 'subjectType' | 'subjectTitle'>): string =>
      subjectType === 'messages'
        ? t('head.message', { name: subjectTitle })
        : t('head.subject', { kind: t(`kind.${subjectType}`), title: subjectTitle }),
    status(report: AbuseReport): string {
      const { status, handledById, handledByName } = report;
      if (report.appealStatus === 'open') return t('status.appeal');
      if (status !== 'in_review') return t(`status.${status}`);
      if (handledById !== null && handledById === currentUser.value?.id) return t('status.mine');
      return handledByName ? t('status.in_review', { name: handledByName }) : t('status.in_review_nobody');
    },
    /** 'Bericht verbergen, waarschuwing geven' */
    decision: (report: AbuseReport): string =>
      report.status === 'action_taken'
        ? report.measures.map((measure) => measureName(report, measure)).join(', ')
        : t(`status.${report.status}`),
    /** What was done, as the mail itself does not say that to who reported. */
    reporterDraft(report: AbuseReport, chosen: readonly Measure[]): string {
      const parts = [
        t('draft.reporter'),
        report.category === 'money' ? t('draft.reporterMoney') : '',
        ...chosen.map((measure) => measureIn('sentence', report, measure)),
      ];
      return parts.filter(Boolean).join(' ');
    },
    /** Why: the mail to the reported lists the measures itself. */
    reportedDraft(report: AbuseReport, chosen: readonly Measure[]): string {
      const category = t(`report:category.${report.category}`).toLowerCase();
      const parts = [
        t('draft.reported'),
        report.category === 'other' ? '' : t('draft.reason', { category }),
        chosen.includes('warn') ? t('draft.warn') : '',
        chosen.includes('ask_organization') ? t('draft.ask') : '',
      ];
      return parts.filter(Boolean).join(' ');
    },
  };
}
