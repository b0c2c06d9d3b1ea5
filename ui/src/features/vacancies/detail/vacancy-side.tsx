// Beside the story: the practical facts with the one button, whom to ask, and save, share and print.

import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Button, SaveButton } from '../../../components/actions/button.tsx';
import { PrintButton } from '../../../components/actions/print-button.tsx';
import { ShareButton } from '../../../components/actions/share-buttons.tsx';
import { PersonLine } from '../../../components/content/person.tsx';
import { PracticalList } from '../../../components/content/practical-list.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import { useApplied } from './vacancy.store.ts';
import { practicalFacts } from './vacancy-facts.ts';
import { applyKey } from './vacancy-state.ts';

const VacancyApplied = lazy(async () => {
  const [parts] = await Promise.all([import('./vacancy-applied.tsx'), loadWords(['vacancy-notices'])]);
  return { default: parts.VacancyApplied };
});

const StartConversation = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../../components/conversations/start-conversation.tsx'),
    loadWords(['start-conversation']),
  ]);
  return { default: parts.StartConversation };
});

const ReportLink = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../../components/report/report-link.tsx'),
    loadWords(['report']),
  ]);
  return { default: parts.ReportLink };
});

export interface VacancySideProps {
  vacancy: Vacancy;
  isClosed: boolean;
  /** None for whose vacancy it is. */
  onApply: (() => void) | undefined;
  /** For who may register somebody else. */
  onRegister?: (() => void) | undefined;
}

export function VacancySide({ vacancy, isClosed, onApply, onRegister }: VacancySideProps) {
  const { t } = useTranslation('vacancy');
  const { t: card } = useTranslation('vacancies-public');
  const { applied, barred } = useApplied(vacancy.id);
  const mayApply = onApply && !applied && !barred;
  return (
    <aside className="vacancy-side" aria-label={t('page.side')}>
      <div className="sticky stack">
        <Card title={t('page.practical')} className="apply-card">
          <PracticalList facts={practicalFacts(t, card, vacancy)} />
          {applied || (barred && !isClosed) ? (
            <Suspense>
              <VacancyApplied applied={applied} barred={barred} />
            </Suspense>
          ) : null}
          {isClosed ? null : (
            <>
              {mayApply ? (
                <Button variant="primary" large wide onClick={onApply}>
                  {t(applyKey(vacancy))}
                </Button>
              ) : null}
              {onRegister ? (
                <Button wide icon="people" variant={onApply ? 'plain' : 'primary'} onClick={onRegister}>
                  {t('page.register')}
                </Button>
              ) : null}
              {mayApply ? <Answering vacancy={vacancy} /> : null}
            </>
          )}
        </Card>
        {isClosed ? null : <Contact vacancy={vacancy} />}
        {isSignedIn.value && !isClosed && !vacancy.isHelpRequest ? (
          <Suspense>
            <StartConversation
              to={{ type: 'organizations', id: vacancy.organizationId }}
              about={{ type: 'vacancies', id: vacancy.id }}
              asks
              wide
            />
          </Suspense>
        ) : null}
        <div className="chip-row share-row">
          <SaveButton
            withWord
            saved={isFavorite(vacancy)}
            title={vacancy.title}
            onToggle={() => void toggleFavorite(vacancy)}
          />
          <ShareButton title={vacancy.title} url={location.origin + location.pathname} />
          <PrintButton />
        </div>
        <Suspense>
          <ReportLink
            of={{ type: 'vacancies', id: vacancy.id, title: vacancy.title }}
            isHelp={vacancy.isHelpRequest}
          />
        </Suspense>
        <p className="print-only">{location.origin + location.pathname}</p>
      </div>
    </aside>
  );
}

function Answering({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy');
  const days = vacancy.responseDays;
  return (
    <p className="promise">
      <Icon name="message" />
      <span>
        {days === null
          ? t('page.promise_none')
          : t('page.promise', {
              count: Math.max(1, Math.ceil(days)),
              organisation: vacancy.organizationName,
            })}
      </span>
    </p>
  );
}

function Contact({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy');
  const person = vacancy.contactPerson;
  if (!person?.fullName) return null;
  const phone = vacancy.contactPhoneVisible ? person.phoneNumber : null;
  return (
    <Card title={t('page.contact')} className="contact-card">
      <PersonLine name={person.fullName} role={person.jobTitle ?? t('page.contact_role')} />
      {phone ? (
        <a className="button" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          <Icon name="phone" />
          {t('page.call', { number: formatPhone(phone) })}
        </a>
      ) : (
        <p className="hint">{t('page.ask', { name: person.firstName ?? firstWord(person.fullName) })}</p>
      )}
    </Card>
  );
}

const firstWord = (name: string): string => name.split(' ')[0] ?? name;
