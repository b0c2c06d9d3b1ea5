// The news of a centre: the list, and one item at an address of its own.
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { PUBLISHED_CALLS, type ReadPage } from '../../../api/published-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { classNames } from '../../../components/class-names.ts';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { type Language, language } from '../../../lib/locale/language.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { Article, Day } from './article.tsx';
import { type Choice, KINDS, NEWS_PATH, newsPath } from './news-path.ts';
import { PictureFrame } from './picture-frame.tsx';
import { useMissingPage, useReadPage } from './read-page.ts';

/** One more than a full grid: the first of the first page stands above it. */
const SIZE = 13;

export default function NewsPage() {
  const { slug } = useParams();
  return slug ? <OneItem slug={slug} /> : <List />;
}

function useChoice(): Choice {
  const query = useQuery();
  return {
    kind: KINDS.find((kind) => kind === query.get('type')) ?? 'all',
    tag: query.get('tag') ?? '',
    page: Math.max(1, Number(query.get('page')) || 1),
  };
}

/** @useSignals */
function useNews({ kind, tag, page }: Choice) {
  const query = {
    'filter[page_type_in]': kind === 'all' ? 'news,success_story' : kind,
    'filter[read_in]': language.value,
    'filter[tag]': tag || null,
    'page[number]': page > 1 ? page : null,
    'page[size]': SIZE,
    sort: '-published_at',
  };
  return useCall(PUBLISHED_CALLS.publishedPages, { query: query as never }, { keeps: true });
}

function List() {
  const { t } = useTranslation('content-show');
  const choice = useChoice();
  const { data, error, refresh } = useNews(choice);
  const items = data?.items ?? [];
  const isFirst = choice.page === 1 && choice.kind === 'all' && choice.tag === '';
  const lead = isFirst ? (items.find((item) => item.featured) ?? null) : null;
  const others = items.filter((item) => item !== lead);
  return (
    <div className="content-blocks news-page">
      <div className="page">
        <PageTitle title={t('news')} description={t('news_text')} />
        <nav className="chip-row news-kinds" aria-label={t('news_kinds')}>
          {KINDS.map((kind) => (
            <AppLink
              key={kind}
              className={classNames('chip', choice.kind === kind && choice.tag === '' && 'is-active')}
              href={newsPath({ kind })}
              aria-current={choice.kind === kind && choice.tag === '' ? 'page' : undefined}
            >
              {t(`kind_${kind}`)}
            </AppLink>
          ))}
          {choice.tag ? (
            <AppLink className="chip is-active" href={newsPath({ kind: choice.kind })}>
              {choice.tag} <Icon name="close" />
              <span className="visually-hidden">{t('news_no_tag')}</span>
            </AppLink>
          ) : null}
        </nav>
        {lead ? <Lead item={lead} /> : null}
        {others.length > 0 ? (
          <ul className="news-list">
            {others.map((item) => (
              <li key={item.id}>
                <Row item={item} />
              </li>
            ))}
          </ul>
        ) : error ? (
          <LoadProblem onRetry={() => void refresh()} />
        ) : data && !lead ? (
          <EmptyState title={t('news_none')} icon="news" level={2} />
        ) : data ? null : (
          <RowSkeletons count={6} />
        )}
        <div className="news-foot">
          <Pagination
            page={choice.page}
            pages={data?.meta.pages ?? 1}
            hrefFor={(page) => newsPath({ ...choice, page })}
          />
          <a
            className="more-link"
            href={language.value === 'en' ? '/feeds/news.atom?locale=en' : '/feeds/news.atom'}
          >
            {t('news_feed')}
          </a>
        </div>
      </div>
    </div>
  );
}

const pathOfItem = ({ slug, pageType }: Pick<ReadPage, 'slug' | 'pageType'>): string =>
  pageType === 'news' ? `${NEWS_PATH}/${slug}` : `/${slug}`;

/** The language of what nobody translated into that of its reader. */
const foreignOf = ({ locale }: Pick<ReadPage, 'locale'>): Language | undefined =>
  locale === language.value ? undefined : locale;

function InLanguage({ of }: { of: Language }) {
  const { t } = useTranslation('content-show');
  return of === language.value ? null : <span className="tag">{t(`in_${of}`)}</span>;
}

function Lead({ item }: { item: ReadPage }) {
  const { t } = useTranslation('content-show');
  return (
    <article className="news-lead">
      <PictureFrame
        url={item.imageUrl}
        alt=""
        className="is-wide"
        sizes="(min-width: 48rem) 44rem, 100vw"
        isFirst
      />
      <div>
        <p className="news-kind">
          <span className="tag is-warm">{t('news_featured')}</span>
          <Day of={item.publishedAt} />
          <InLanguage of={item.locale} />
        </p>
        <h2 lang={foreignOf(item)}>
          <AppLink href={pathOfItem(item)}>{item.title}</AppLink>
        </h2>
        {item.summary ? <p lang={foreignOf(item)}>{item.summary}</p> : null}
      </div>
    </article>
  );
}

function Row({ item }: { item: ReadPage }) {
  const { t } = useTranslation('content-show');
  return (
    <article className="news-row">
      <PictureFrame url={item.imageUrl} alt="" sizes="(min-width: 40rem) 22rem, 7rem" />
      <p className="news-kind">
        <Day of={item.publishedAt} />
        {item.pageType === 'success_story' ? <span className="tag is-warm">{t('news_story')}</span> : null}
        <InLanguage of={item.locale} />
      </p>
      <h2 lang={foreignOf(item)}>
        <AppLink href={pathOfItem(item)}>{item.title}</AppLink>
      </h2>
      {item.summary ? (
        <p className="news-summary" lang={foreignOf(item)}>
          {item.summary}
        </p>
      ) : null}
    </article>
  );
}

function OneItem({ slug }: { slug: string }) {
  const { read, error, refresh } = useReadPage(slug);
  useMissingPage(error);
  if (read) return <Article read={read} />;
  return (
    <div className="page section">
      {error?.isOffline ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={6} />}
    </div>
  );
}
