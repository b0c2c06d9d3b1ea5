// What a centre owes its visitors in words: how it treats their data, what is agreed, and for whom the site works.

import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { ContactHelp } from '../../components/contact/contact-help.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { answer, sayAnswer, tagId } from '../../lib/analytics/analytics.ts';
import { appName, centre } from '../../lib/centre/centre.ts';
import { type Block, readBlocks } from '../../lib/centre/legal-text.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import weights from '../../lib/matching/weights.json';
import { isSignedIn } from '../../lib/session/session.ts';
import { EditionText } from './edition-text.tsx';
import '../../components/content/prose.css';

const ABOUT = [
  ['/privacy', 'privacy'],
  ['/voorwaarden', 'terms'],
  ['/hoe-werkt-het', 'matching'],
] as const;

export default function LegalPage() {
  const { t } = useTranslation('legal');
  const { t: title } = useTranslation('routes');
  const { pathname } = useLocation();
  const about = ABOUT.find(([path]) => pathname.endsWith(path))?.[1] ?? 'accessibility';
  return (
    <>
      <PageTitle title={title(`${about}.title`)} />
      <div className="card prose">
        {about === 'matching' ? <MatchingText /> : <EditionText key={about} kind={about} />}
        {about === 'privacy' && isSignedIn.value ? (
          <p>
            <ButtonLink href="/account/privacy">{t('privacy.toAccount')}</ButtonLink>
          </p>
        ) : null}
        {about === 'privacy' && tagId.value ? <CountingAnswer /> : null}
      </div>
      <ContactHelp />
    </>
  );
}

/** How the matching works: a text of the program, with its numbers. */
function MatchingText() {
  const { t } = useTranslation('legal');
  const email = centre.value?.email;
  const numbers = Object.fromEntries(
    Object.entries(weights).map(([name, number]) => [name, formatNumber(number)]),
  );
  const contact = email
    ? t('privacy.contactMail', { email })
    : t('privacy.contactNone', { centre: appName.value });
  const words = { centre: appName.value, contact, ...numbers };
  return (
    <>
      <p>{t('matching.intro')}</p>
      {t('matching.order')
        .split(' ')
        .map((part) => (
          <section key={part} aria-labelledby={part}>
            <h2 id={part}>{serverWords(t)(`matching.${part}.title`)}</h2>
            {readBlocks(serverWords(t)(`matching.${part}.text`, words)).map((block, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name, and never move.
              <TextBlock key={at} block={block} />
            ))}
          </section>
        ))}
    </>
  );
}

/** What somebody answered once can be answered otherwise. */
function CountingAnswer() {
  const { t } = useTranslation('legal');
  const given = answer.value;
  return (
    <section aria-labelledby="counting">
      <h2 id="counting">{t('counting.title')}</h2>
      <p role="status">{t(given === 'yes' ? 'counting.yes' : 'counting.no')}</p>
      <p>
        <Button onClick={() => sayAnswer(given === 'yes' ? 'no' : 'yes')}>
          {t(given === 'yes' ? 'counting.stop' : 'counting.allow')}
        </Button>
      </p>
    </section>
  );
}

function TextBlock({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{block.text}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
