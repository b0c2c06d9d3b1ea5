// A newsletter that was sent before, read on the site.
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useLoaded } from '../../api/hooks.ts';
import {
  loadPublishedNewsletters,
  type PublishedNewsletter,
  publishedNewsletterAddress,
} from '../../api/newsletter-subscription-calls.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { WrittenIn } from '../../components/content/written-in.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { TextSkeleton } from '../../components/feedback/loading.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import { language } from '../../lib/locale/language.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { useScreenError } from '../../lib/navigation/use-screen-error.ts';
import { ServerHtml } from '../../lib/server-page/server-html.tsx';
import { issueText } from './issue-text.ts';
import { NEWSLETTER_PATH } from './paths.ts';
import '../../components/content/prose.css';
import './newsletter-subscription.css';

export default function IssuePage() {
  const { id = '' } = useParams();
  const address = publishedNewsletterAddress(id);
  const { data, error, refresh } = useLoaded(address, (stop) => loadPublishedNewsletters(address, stop));
  const issue = data?.items[0];
  const isOffline = useScreenError(issue ? null : error);
  const text = issue ? issueText(issue, language.value) : null;
  usePageHead(text?.subject, text?.preheader);
  if (issue) return <Issue issue={issue} />;
  return isOffline ? <LoadProblem onRetry={() => void refresh()} /> : <TextSkeleton lines={8} />;
}

function Issue({ issue }: { issue: PublishedNewsletter }) {
  const { t } = useTranslation(['newsletter-subscription', 'routes']);
  const { subject, html, lang } = issueText(issue, language.value);
  return (
    <div className="page-bottom own-column">
      <Breadcrumb
        crumbs={[{ label: t('routes:newsletterSubscribe.title'), href: NEWSLETTER_PATH }, { label: subject }]}
      />
      <PageTitle
        title={<span lang={lang}>{subject}</span>}
        description={t('issue.sentOn', { date: formatDate(issue.sentAt) })}
      />
      <WrittenIn lang={lang} />
      <article className="card prose newsletter-issue" lang={lang}>
        <ServerHtml html={html} />
      </article>
      <p className="after-stepper">
        <ButtonLink href={NEWSLETTER_PATH} variant="primary" large icon="mail">
          {t('issue.subscribe')}
        </ButtonLink>
      </p>
    </div>
  );
}
