// Other words of an activity that is in the calendar, beside those that visitors see until the centre has read them.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../api/schema.d.ts';
import { Marked } from '../../components/content/marked-text.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { paragraphsOf } from '../../components/form/prose.ts';
import { changesOf, mayDecideOnChange, type Part, willWait } from './activity-changes.ts';

export function ActivityRevision({ activity }: { activity: Activity }) {
  const { t } = useTranslation('activities');
  const id = useId();
  const changes = changesOf(activity);
  if (changes.length === 0) return null;
  const isSentBack = activity.revisionState === 'needs_work';
  const words = mayDecideOnChange(activity) ? 'decide' : isSentBack ? 'needsWork' : 'waiting';
  return (
    <section className="card revision" aria-labelledby={id}>
      <h2 id={id}>{t(`revision.${words}.title`)}</h2>
      <p>{t(`revision.${words}.text`)}</p>
      {isSentBack && activity.revisionMessage ? (
        <Notice tone="warning">
          <p>
            <strong>{t('revision.message')}</strong>
          </p>
          <p>{activity.revisionMessage}</p>
        </Notice>
      ) : null}
      {changes.map(({ part, before, after }) => (
        <section key={part} className="revision-part">
          <h3>{t(`revision.part.${part}`)}</h3>
          <dl className="revision-pair">
            <div>
              <dt>{t('revision.now')}</dt>
              <dd>
                <Shown part={part} text={before} beside={after} isNew={false} />
              </dd>
            </div>
            <div className="is-new">
              <dt>{t('revision.new')}</dt>
              <dd>
                <Shown part={part} text={after} beside={before} isNew />
              </dd>
            </div>
          </dl>
        </section>
      ))}
    </section>
  );
}

/** Said before somebody types: what is written here is not online at once. */
export function ReadFirst({ activity }: { activity: Activity }) {
  const { t } = useTranslation('activities');
  if (!willWait(activity) || activity.revision) return null;
  return (
    <Notice>
      <p>{t('revision.reviewed')}</p>
    </Notice>
  );
}

function Shown({ part, text, beside, isNew }: { part: Part; text: string; beside: string; isNew: boolean }) {
  const { t } = useTranslation('activities');
  if (text === '') return <span className="soft">{t('revision.nothing')}</span>;
  if (part === 'image') return <img src={text} alt={t('revision.part.image')} width={160} />;
  if (part !== 'description') return <Marked text={text} beside={beside} isNew={isNew} />;
  return <Marked text={paragraphsOf(text)} beside={paragraphsOf(beside)} isNew={isNew} />;
}
