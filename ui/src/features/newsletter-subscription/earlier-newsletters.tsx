// Newsletters that were sent before and may be read by everybody, the newest first. The address is the state.
import { useTranslation } from 'react-i18next';
import { useLoaded } from '../../api/hooks.ts';
import {
  loadPublishedNewsletters,
  type PublishedNewsletter,
  publishedNewslettersAddress,
} from '../../api/newsletter-subscription-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { language } from '../../lib/locale/language.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { issueText } from './issue-text.ts';
import { issuePath, NEWSLETTER_PATH } from './paths.ts';
import './newsletter-subscription.css';

const PAGE_SIZE = 12;

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

const hrefOf = (page: number): string => (page > 1 ? `${NEWSLETTER_PATH}?page=${page}` : NEWSLETTER_PATH);

/** Nothing at all where there are none: the form says enough. */
export function EarlierNewsletters() {
  const { t } = useTranslation('newsletter-subscription');
  const page = pageOf(useQuery().get('page'));
  const address = publishedNewslettersAddress(page, PAGE_SIZE);
  const { data, status, refresh } = useLoaded(address, (stop) => loadPublishedNewsletters(address, stop), {
    keeps: true,
  });
  const pages = Number(data?.meta.pages ?? 1);
  if (status === 'success' && data?.items.length === 0) return null;
  return (
    <section className="newsletter-issues" aria-labelledby="earlier">
      <h2 id="earlier">{t('earlier.title')}</h2>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : data === undefined ? (
        <RowSkeletons count={3} />
      ) : (
        <ul>
          {data.items.map((issue) => (
            <Line key={issue.id} issue={issue} />
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} hrefFor={hrefOf} />
    </section>
  );
}

function Line({ issue }: { issue: PublishedNewsletter }) {
  const { subject, preheader, lang } = issueText(issue, language.value);
  return (
    <li lang={lang}>
      <AppLink href={issuePath(issue.id)}>{subject}</AppLink>
      <time dateTime={issue.sentAt} lang={language.value}>
        {formatDate(issue.sentAt)}
      </time>
      {preheader ? <p>{preheader}</p> : null}
    </li>
  );
}
