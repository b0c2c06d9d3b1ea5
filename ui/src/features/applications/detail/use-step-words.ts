// The words of the next step, and the names every sentence on the page may use.

import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { midSentence } from '../../../lib/locale/mid-sentence.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDay, formatTime } from '../../../lib/locale/time.ts';
import { firstNameOf, type NextStepKey } from './next-step.ts';

export type Names = Readonly<Record<'first' | 'name' | 'organization' | 'vacancy' | 'school', string>> & {
  readonly mentor: string;
};

export const namesOf = (application: Application): Names => ({
  first: firstNameOf(application),
  name: application.name,
  organization: application.organizationName,
  vacancy: application.vacancyTitle,
  mentor: application.mentorName ?? '',
  school: application.schoolName ?? '',
});

export function useStepWords(application: Application, step: NextStepKey): { title: string; text: string } {
  const { t } = useTranslation(['applications', 'reasons']);
  const { reasonCode } = application;
  const reason = midSentence(
    serverWords(t)([`reasons:application.${reasonCode ?? 'none'}`, 'reasons:application.other']),
  );
  const { waitlistPosition, offerExpiresAt } = application;
  const values = {
    ...namesOf(application),
    reason,
    count: step.count,
    position: waitlistPosition ?? 1,
    until: offerExpiresAt
      ? t('history.at', { day: formatDay(offerExpiresAt), time: formatTime(offerExpiresAt) })
      : '',
  };
  const of = `next.${step.side}.${step.key}`;
  return { title: serverWords(t)(`${of}.title`, values), text: serverWords(t)(`${of}.text`, values) };
}
