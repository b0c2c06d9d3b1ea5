// Every letter with made-up data, in both languages: to read them all before anybody gets them. Which letter and which
// language stand in the address.

import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailKind, MailPreview } from '../../api/calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Chip, ChipRow, StatusBadge, Tag } from '../../components/content/badge.tsx';
import { LetterFrame } from '../../components/content/letter-frame.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import '../../components/form/form.css';
import { LANGUAGES, type Language, language } from '../../lib/locale/language.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { kinds, letter, loadMail, problem } from './mails.store.ts';
import { Facts } from './test-page.tsx';
import './mails.css';

const PATH = '/test/mails';

interface Wanted {
  kind: string | null;
  locale: Language;
  /** Another letter of the same kind. */
  variant: string | null;
}

const hrefOf = ({ kind, locale, variant }: Wanted): string =>
  `${PATH}?${new URLSearchParams({ ...(kind ? { kind } : {}), locale, ...(variant ? { variant } : {}) })}`;

function read(params: URLSearchParams): Wanted {
  const locale = LANGUAGES.find((each) => each === params.get('locale')) ?? language.value;
  return { kind: params.get('kind'), locale, variant: params.get('variant') };
}

export default function MailsPage() {
  const { t } = useTranslation('test-mails');
  const wanted = read(useQuery());
  const { kind, locale, variant } = wanted;
  useEffect(() => {
    void loadMail(kind, locale, variant);
  }, [kind, locale, variant]);
  const shown = letter.value;
  return (
    <div className="page-bottom">
      <PageTitle title={t('title')} description={t('description')} />
      {problem.value ? (
        <LoadProblem message={problem.value.message} onRetry={() => void loadMail(kind, locale, variant)} />
      ) : null}
      {!shown && !problem.value ? <RowSkeletons count={6} /> : null}
      {shown && !problem.value ? (
        <div className="mails">
          <Kinds wanted={{ kind: shown.kind, locale, variant }} />
          <div className="stack">
            <Languages wanted={{ kind: shown.kind, locale, variant }} />
            <Variants wanted={{ kind: shown.kind, locale, variant }} all={shown.variants} />
            <Letter mail={shown} />
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** A list where there is room for one beside the letter, else a field to choose from. */
function Kinds({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('test-mails');
  const id = useId();
  return (
    <>
      <div className="field mails-choice">
        <label htmlFor={id}>{t('choose')}</label>
        <select
          id={id}
          className="select"
          value={wanted.kind ?? ''}
          onChange={(event) => navigateTo(hrefOf({ ...wanted, kind: event.target.value, variant: null }))}
        >
          {kinds.value.map((each) => (
            <option key={each.kind} value={each.kind}>
              {each.subject}
            </option>
          ))}
        </select>
      </div>
      <nav className="mails-list" aria-label={t('choose')}>
        <ul>
          {kinds.value.map((each) => (
            <li key={each.kind}>
              <AppLink
                href={hrefOf({ ...wanted, kind: each.kind, variant: null })}
                aria-current={each.kind === wanted.kind ? 'page' : undefined}
              >
                <span>{each.subject}</span>
                <code>{each.kind}</code>
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Languages({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('test-mails');
  return (
    <ChipRow label={t('language')}>
      {LANGUAGES.map((each) => (
        <Chip
          key={each}
          href={hrefOf({ ...wanted, locale: each })}
          active={each === wanted.locale}
          current={each === wanted.locale}
        >
          {t(`languages.${each}`)}
        </Chip>
      ))}
    </ChipRow>
  );
}

function Variants({ wanted, all }: { wanted: Wanted; all: readonly string[] }) {
  const { t } = useTranslation('test-mails');
  if (all.length === 0) return null;
  return (
    <ChipRow label={t('variant')}>
      {[null, ...all].map((each) => (
        <Chip
          key={each ?? ''}
          href={hrefOf({ ...wanted, variant: each })}
          active={each === wanted.variant}
          current={each === wanted.variant}
        >
          {serverWords(t)(`variants.${each ?? 'usual'}`)}
        </Chip>
      ))}
    </ChipRow>
  );
}

function Letter({ mail }: { mail: MailPreview }) {
  const { t } = useTranslation('test-mails');
  return (
    <>
      <Card title={mail.subject}>
        <Facts
          facts={[
            [
              t('kind'),
              <>
                <code>{mail.kind}</code> <Marks mail={mail} />
              </>,
            ],
            [t('from'), mail.fromName],
            [t('replyTo'), mail.replyTo ?? t('none')],
            [t('unsubscribe'), t(mail.unsubscribeUrl ? 'oneClick' : 'never')],
          ]}
        />
      </Card>
      <section className="stack" aria-label={t('html')}>
        <h2>{t('html')}</h2>
        <LetterFrame key={mail.html} html={mail.html} title={mail.subject} />
      </section>
      <section className="stack" aria-label={t('text')}>
        <h2>{t('text')}</h2>
        <pre className="test-output" lang={mail.locale}>
          {mail.text}
        </pre>
      </section>
    </>
  );
}

function Marks({ mail }: { mail: MailKind }) {
  const { t } = useTranslation('test-mails');
  if (mail.isMandatory)
    return (
      <StatusBadge tone="warning" icon="bell">
        {t('mark.mandatory')}
      </StatusBadge>
    );
  return <Tag>{t(mail.isDigest ? 'mark.digest' : 'mark.gathered')}</Tag>;
}
