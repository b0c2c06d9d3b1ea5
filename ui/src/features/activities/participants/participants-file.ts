// Who signed up as a table. Pure.
import type { TFunction } from 'i18next';
import type { ActivityOccurrence, ActivityRegistration } from '../../../api/schema.d.ts';
import { formatDateTime } from '../../../lib/locale/time.ts';
import { checkedOn } from '../check-in/check-in-people.ts';

type T = TFunction<'participants'>;
type Cell = string | number | null;

/** A row for each, under the head; each question that somebody answered has a column. */
export function tableOf(
  t: T,
  people: readonly ActivityRegistration[],
  date: Pick<ActivityOccurrence, 'id'>,
): Cell[][] {
  const questions = [...new Set(people.flatMap(({ answers }) => answers.map(({ question }) => question)))];
  const head = [
    t('file.name'),
    t('file.state'),
    t('file.partySize'),
    t('file.attendance'),
    t('file.phone'),
    t('file.email'),
    t('file.minor'),
    t('file.organization'),
    t('file.since'),
    ...questions,
  ];
  const rows = people.map((person): Cell[] => {
    const { attendance } = checkedOn(person, date);
    return [
      person.name,
      t(`state.${person.status}`),
      person.partySize,
      attendance ? t(`attendance.${attendance}`) : '',
      person.phoneNumber,
      person.email,
      person.isMinor ? t('file.yes') : '',
      person.organizationName,
      formatDateTime(person.createdAt),
      ...questions.map((asked) => answerTo(t, person, asked)),
    ];
  });
  return [head, ...rows];
}

const answerTo = (t: T, { answers }: ActivityRegistration, asked: string): string => {
  const answer = answers.find(({ question }) => question === asked)?.answer ?? '';
  return answerText(t, answer);
};

/** Of a question for yes or no the answer is kept as a word of the server. */
export const answerText = (t: T, answer: string): string =>
  answer === 'yes' || answer === 'no' ? t(`file.${answer}`) : answer;

/** 'Deelnemers Taalcafé 2026-12-02.csv', without signs that a folder does not take. */
export const fileName = (
  t: T,
  { title, startsLocal }: Pick<ActivityOccurrence, 'title' | 'startsLocal'>,
): string =>
  `${t('title')} ${title.replace(/[\\/:*?"<>|]/g, ' ').replace(/\s+/g, ' ')} ${startsLocal.slice(0, 10)}.csv`;
