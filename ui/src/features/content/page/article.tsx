// A news item or a story: what it is about, its picture and text, and what else there is to read.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ShareButton } from '../../../components/actions/share-buttons.tsx';
import { Breadcrumb, SectionHead } from '../../../components/layout/page-title.tsx';
import { splitPath } from '../../../lib/locale/language.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { ForeignNotice } from './foreign-notice.tsx';
import { NEWS_PATH, newsPath } from './news-path.ts';
import { PageBlocks } from './page-blocks.tsx';
import { PictureFrame } from './picture-frame.tsx';
import { PreviewNotice } from './preview-notice.tsx';
import type { Read } from './read-page.ts';

export function Day({ of }: { of: string }) {
  return <time dateTime={of.slice(0, 10)}>{formatDate(of)}</time>;
}

export function Article({ read: { page, meta, html, foreign } }: { read: Read }) {
  const { t } = useTranslation('content-show');
  usePageHead(page.metaTitle || page.title, page.metaDescription || page.summary);
  return (
    <article className="content-blocks news-article">
      {meta.isPreview ? <PreviewNotice /> : null}
      {foreign ? <ForeignNotice of={foreign} /> : null}
      <div className="page" lang={foreign ?? undefined}>
        <Breadcrumb
          crumbs={[
            { label: t('home'), href: '/' },
            { label: t('news'), href: NEWS_PATH },
            { label: page.title },
          ]}
        />
        <header className="article-head">
          {page.pageType === 'success_story' ? (
            <p className="chip-row">
              <span className="tag is-warm">{t('news_story')}</span>
            </p>
          ) : null}
          <h1>{page.title}</h1>
          {page.summary ? <p className="lead">{page.summary}</p> : null}
          <p className="article-meta">
            {page.authorName ? (
              <span>
                {t('news_by')} <b>{page.authorName}</b>
              </span>
            ) : null}
            <Day of={page.publishedAt} />
          </p>
        </header>
        <div className="article-layout">
          <div className="article-body">
            {page.imageUrl ? (
              <PictureFrame
                url={page.imageUrl}
                alt={page.imageAlt ?? ''}
                className="is-wide"
                sizes="(min-width: 64rem) 50rem, 100vw"
                isFirst
              />
            ) : null}
            <PageBlocks html={html} className="content-blocks content-html" />
          </div>
          <aside className="article-side">
            {page.tags.length > 0 ? (
              <>
                <h2>{t('news_more_about')}</h2>
                <div className="chip-row">
                  {page.tags.map((tag) => (
                    <AppLink key={tag} className="chip" href={newsPath({ tag })}>
                      {tag}
                    </AppLink>
                  ))}
                </div>
              </>
            ) : null}
            <ShareButton title={page.title} url={location.href} />
          </aside>
        </div>
      </div>
      <Related items={meta.related ?? []} />
    </article>
  );
}

function Related({ items }: { items: NonNullable<Read['meta']['related']> }) {
  const { t } = useTranslation('content-show');
  if (items.length === 0) return null;
  return (
    <section className="block is-card" aria-labelledby="related">
      <div className="page">
        <SectionHead
          id="related"
          title={t('news_related_title')}
          more={{ href: NEWS_PATH, label: t('news_all') }}
        />
        <div className="news-grid">
          {items.map((item) => (
            <article className="news-card" key={item.path}>
              <PictureFrame
                url={item.imageUrl}
                alt=""
                sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 50vw, 84vw"
              />
              <h3>
                <AppLink href={splitPath(item.path).path}>{item.title}</AppLink>
              </h3>
              <div className="news-kind">
                <Day of={item.publishedAt} />
              </div>
              {item.summary ? <p>{item.summary}</p> : null}
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
