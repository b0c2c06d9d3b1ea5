// The head of a message: with whom, about which volunteer role, and when.
import { useTranslation } from 'react-i18next';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Avatar } from '../../components/content/person.tsx';
import { Sentence } from '../../components/content/sentence.tsx';
import { daysUntil, formatDate, formatDay, formatTime } from '../../lib/locale/time.ts';
import { vacancyPath } from '../../lib/vacancies/vacancy-card.ts';

interface ReplyHeadProps {
  reply: VolunteerProfileReply;
  name: string;
  titleId: string;
  /** For which of one's organisations, where there are several. */
  onBehalf?: string | undefined;
}

export function ReplyHead({ reply, name, titleId, onBehalf }: ReplyHeadProps) {
  const { t } = useTranslation('pool');
  const { vacancyId, vacancyTitle, vacancySlug, createdAt } = reply;
  const when = useWhen()(createdAt);
  return (
    <div className="reply-head">
      <Avatar name={name} />
      <div>
        <h2 id={titleId} tabIndex={-1}>
          {name}
        </h2>
        <p className="hint">
          {vacancyTitle ? (
            <>
              <Sentence sentence={(title) => t('replies.about', { title })}>
                {vacancyId && vacancySlug ? (
                  <AppLink href={vacancyPath(vacancyId)}>{vacancyTitle}</AppLink>
                ) : (
                  vacancyTitle
                )}
              </Sentence>
              {' · '}
            </>
          ) : null}
          {when}
          {onBehalf ? ` · ${t('replies.onBehalf', { name: onBehalf })}` : null}
        </p>
      </div>
    </div>
  );
}

/** "vandaag, 10:12 uur"; "vrijdag 20 november, 10:12 uur"; of another year with the year. */
export function useWhen(): (moment: string) => string {
  const { t } = useTranslation('pool');
  return (moment) => {
    const time = formatTime(moment);
    if (daysUntil(moment) === 0) return t('replies.today', { time });
    const isThisYear = new Date(moment).getFullYear() === new Date().getFullYear();
    return t('replies.at', { day: isThisYear ? formatDay(moment) : formatDate(moment), time });
  };
}
