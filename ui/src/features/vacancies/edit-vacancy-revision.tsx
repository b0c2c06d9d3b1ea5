// What waits for the centre, beside what visitors see now.

import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../api/schema.d.ts';
import './vacancy-revision.css';
import { Notice } from '../../components/notice.tsx';
import { ageGroups, loadTaxonomy, nameOf, termOf } from '../../lib/taxonomies.ts';
import { formatDate } from '../../lib/time.ts';
import { RichText } from './rich-text.tsx';
import { type Change, changesOf, mayDecide, willWait } from './vacancy-revision.ts';

export function RevisionCard({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancies');
  const id = useId();
  const changes = changesOf(vacancy);
  const hasAges = changes.some(({ part }) => part === 'ageGroups');
  useEffect(() => {
    if (hasAges) void loadTaxonomy(ageGroups);
  }, [hasAges]);
  if (changes.length === 0) return null;
  const isSentBack = vacancy.revisionState === 'needs_work';
  const words = mayDecide(vacancy) ? 'decide' : isSentBack ? 'needsWork' : 'waiting';
  return (
    <section className="card revision" aria-labelledby={id}>
      <h2 id={id}>{t(`revision.${words}.title`)}</h2>
      <p>{t(`revision.${words}.text`)}</p>
      {isSentBack && vacancy.revisionMessage ? (
        <Notice tone="warning">
          <p>
            <strong>{t('revision.message')}</strong>
          </p>
          <p>{vacancy.revisionMessage}</p>
        </Notice>
      ) : null}
      {changes.map((change) => (
        <Compared key={change.part} change={change} />
      ))}
    </section>
  );
}

/** Said before somebody types: what is written here is not online at once. */
export function ReviewedNotice({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancies');
  if (!willWait(vacancy) || vacancy.revision) return null;
  return (
    <Notice>
      <p>{t('revision.reviewed')}</p>
    </Notice>
  );
}

function Compared({ change }: { change: Change }) {
  const { t } = useTranslation('vacancies');
  const { part, before, after } = change;
  return (
    <section className="revision-part">
      <h3>{t(`revision.part.${part}`)}</h3>
      <dl className="revision-pair">
        <div>
          <dt>{t('revision.now')}</dt>
          <dd>
            <Shown part={part} of={before} />
          </dd>
        </div>
        <div className="is-new">
          <dt>{t('revision.new')}</dt>
          <dd>
            <Shown part={part} of={after} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Shown({ part, of }: { part: Change['part']; of: Change['before'] }): ReactNode {
  const { t } = useTranslation('vacancies');
  const nothing = <span className="soft">{t('revision.nothing')}</span>;
  switch (part) {
    case 'title':
      return of.title;
    case 'summary':
      return of.summary || nothing;
    case 'description':
      return <RichText html={of.description ?? ''} />;
    case 'requirements':
      return of.requirements.length === 0 ? (
        nothing
      ) : (
        <ul>
          {of.requirements.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      );
    case 'place':
      return of.online ? t('place.online') : placeLine(of) || nothing;
    case 'ageGroups':
      return of.ageGroupIds.length === 0
        ? t('revision.everyAge')
        : of.ageGroupIds.map((id) => nameIn(id)).join(', ');
    case 'minAge':
      return of.minAge === null ? nothing : t('revision.years', { count: of.minAge });
    case 'expiresAt':
      return of.expiresAt ? formatDate(of.expiresAt) : nothing;
  }
}

function nameIn(id: string): string {
  const term = termOf(ageGroups, id);
  return term ? nameOf(term) : id;
}

function placeLine({ address }: Change['before']): string {
  if (!address) return '';
  const { street, houseNumber, postalCode, city } = address;
  return [[street, houseNumber].filter(Boolean).join(' '), [postalCode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
}
