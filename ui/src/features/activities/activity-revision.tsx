// Other words of an activity that is in the calendar, beside those that visitors see until the centre has read them.
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../api/schema.d.ts';
import { Marked } from '../../components/content/marked-text.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { paragraphsOf } from '../../components/form/prose.ts';
import { activityCategories, targetGroups } from '../../lib/centre/activity-terms.ts';
import { keyedName } from '../../lib/centre/keyed-choices.ts';
import { loadTaxonomy, tags } from '../../lib/centre/taxonomies.ts';
import { changesOf, isList, mayDecideOnChange, type Part, willWait } from './activity-changes.ts';

const asIs = (key: string): string => key;

/** The lists that hold the names of what was chosen. */
const LISTS = { activityCategories, targetGroups, tags };

export function ActivityRevision({ activity }: { activity: Activity }) {
  const { t } = useTranslation('activities');
  const id = useId();
  const changes = changesOf(activity);
  const needed = changes.flatMap(({ part }) => (isList(part) ? [part] : [])).join(' ');
  useEffect(() => {
    for (const part of needed.split(' ') as Part[]) if (isList(part)) void loadTaxonomy(LISTS[part]);
  }, [needed]);
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
  if (isList(part)) {
    const names = text.split(' ').map((key) => keyedName(LISTS[part], key, asIs));
    return names.join(', ');
  }
  if (part !== 'description') return <Marked text={text} beside={beside} isNew={isNew} />;
  return <Marked text={paragraphsOf(text)} beside={paragraphsOf(beside)} isNew={isNew} />;
}
