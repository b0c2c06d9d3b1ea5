// Who is there: by name and year of birth, or by the card.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskPerson } from '../../api/desk-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { findByCode, findByName, today } from './desk.store.ts';
import { codeIn, nameOf, personHref, yearIn } from './desk-words.ts';
import { RegisterStep } from './register-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';

/** Nothing of somebody stays behind in the history of the browser. */
export const openPerson = (id: string): void => navigateTo(personHref(id), { replace: true });

interface Found {
  name: string;
  /** None: it was looked for by a card. */
  year: number | null;
  people: readonly DeskPerson[];
}

const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

export function FindStep() {
  const { t } = useTranslation(['desk', 'routes']);
  const [found, setFound] = useState<Found | null>(null);
  const [isRegistering, setIsRegistering] = useState(false);
  const place = useFirstFocus<HTMLDivElement>();

  async function handleSearch(value: FormValue) {
    const name = textOf(value, 'name');
    const code = codeIn(name, textOf(value, 'year'));
    setFound(null);
    if (code !== null) {
      const people = await findByCode(code);
      const [holder] = people;
      if (holder) openPerson(holder.id);
      else setFound({ name: '', year: null, people });
      return;
    }
    const year = yearIn(textOf(value, 'year'), today()) ?? 0;
    setFound({ name, year, people: await findByName(name, year) });
  }

  if (isRegistering)
    return (
      <RegisterStep
        name={found?.name ?? ''}
        year={found?.year ?? null}
        onBack={() => {
          setFound(null);
          setIsRegistering(false);
        }}
      />
    );
  return (
    <div ref={place}>
      <PageTitle title={t('routes:desk.title')} description={t('lead')} />
      <section className="card desk-card" aria-labelledby="desk-who">
        <h2 id="desk-who">{t('find.title')}</h2>
        <Form of="desk_searches" className="desk-find" label={t('find.title')} onSubmit={handleSearch}>
          <Field name="name" label={t('find.name')} hint={t('find.nameHint')} rules={{ required: true }} />
          <Field
            name="year"
            label={t('find.year')}
            hint={t('find.yearHint')}
            narrow
            needed
            check={(year, all) =>
              codeIn(String(all.name ?? ''), String(year ?? '')) === null &&
              yearIn(String(year ?? ''), today()) === null
                ? t('find.yearFault')
                : null
            }
          />
          <SubmitButton large>{t('find.submit')}</SubmitButton>
        </Form>
      </section>
      {found === null ? (
        <p className="hint desk-start">{t('find.start')}</p>
      ) : found.people.length > 0 ? (
        <Hits people={found.people} found={found} onRegister={() => setIsRegistering(true)} />
      ) : (
        <NoHits found={found} onRegister={() => setIsRegistering(true)} />
      )}
    </div>
  );
}

interface AnswerProps {
  found: Found;
  onRegister: () => void;
}

function Hits({ people, found, onRegister }: AnswerProps & { people: readonly DeskPerson[] }) {
  const { t } = useTranslation('desk');
  const list = useRef<HTMLUListElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus anew
  useEffect(() => rows()[0]?.focus(), [people]);

  function handleKeyDown(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
  }

  return (
    <section aria-labelledby="desk-hits">
      <h2 id="desk-hits" aria-live="polite">
        {t('hits.title', { count: people.length })}
      </h2>
      <p className="hint">{t('hits.hint')}</p>
      <ul className="desk-hits" ref={list} onKeyDown={handleKeyDown}>
        {people.map((person) => (
          <li key={person.id}>
            <button type="button" className="desk-hit" onClick={() => openPerson(person.id)}>
              <span>
                <b>{nameOf(person)}</b>
                <small>
                  {[
                    person.birthDate ? t('hits.born', { year: person.birthDate.slice(0, 4) }) : null,
                    person.phoneEnds ? t('hits.phone', { digits: person.phoneEnds }) : t('hits.noPhone'),
                    person.hasOwnAccess ? t('hits.ownAccess') : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <Icon name="arrow" />
            </button>
          </li>
        ))}
      </ul>
      <Button icon="plus" onClick={onRegister}>
        {t('hits.other', { name: found.name })}
      </Button>
    </section>
  );
}

function NoHits({ found, onRegister }: AnswerProps) {
  const { t } = useTranslation('desk');
  const place = useFirstFocus<HTMLDivElement>();
  const isByCard = found.year === null;
  return (
    <div ref={place} className="desk-none">
      <Notice tone="warning" live>
        <strong>{t(isByCard ? 'none.cardTitle' : 'none.title')}</strong>{' '}
        {t(isByCard ? 'none.cardText' : 'none.text')}
      </Notice>
      {isByCard ? null : (
        <Button variant="primary" large icon="plus" onClick={onRegister}>
          {t('none.register', { name: found.name })}
        </Button>
      )}
    </div>
  );
}
