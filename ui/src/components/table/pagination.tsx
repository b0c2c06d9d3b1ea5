// Page numbers as links and how many a page: the URL is the state.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import './pagination.css';
import '../form/form.css';
import { AppLink } from '../actions/app-link.tsx';

export const PAGE_SIZES: readonly number[] = [20, 50, 100];

export interface PaginationProps {
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
  /** "1 tot 20 van 38", before the numbers. */
  summary?: string;
  size?: number;
  sizes?: readonly number[];
  /** With it the per-page selector shows. */
  onSize?: (size: number) => void;
}

export function Pagination(props: PaginationProps) {
  const { page, pages, hrefFor, summary, size, sizes = PAGE_SIZES, onSize } = props;
  const { t } = useTranslation('components');
  const hasSizes = size !== undefined && onSize !== undefined;
  if (pages <= 1 && !hasSizes && !summary) return null;
  return (
    <nav className="pagination" aria-label={t('pagination.label')}>
      {summary ? <span className="soft small">{summary}</span> : null}
      {pages > 1 ? (
        <ol>
          {page > 1 ? (
            <li>
              <AppLink href={hrefFor(page - 1)} rel="prev">
                {t('pagination.previous')}
              </AppLink>
            </li>
          ) : null}
          {pageNumbers(page, pages).map((number, index, all) => {
            const hasGap = index > 0 && number - (all[index - 1] ?? 0) > 1;
            return (
              <li key={number} className={hasGap ? 'after-gap' : undefined}>
                <AppLink
                  href={hrefFor(number)}
                  aria-current={number === page ? 'page' : undefined}
                  aria-label={t('pagination.page', { page: number })}
                >
                  {number}
                </AppLink>
              </li>
            );
          })}
          {page < pages ? (
            <li>
              <AppLink href={hrefFor(page + 1)} rel="next">
                {t('pagination.next')}
              </AppLink>
            </li>
          ) : null}
        </ol>
      ) : null}
      {hasSizes ? <PerPage size={size} sizes={sizes} onSize={onSize} /> : null}
    </nav>
  );
}

export interface PerPageProps {
  size: number;
  sizes?: readonly number[];
  onSize: (size: number) => void;
}

export function PerPage({ size, sizes = PAGE_SIZES, onSize }: PerPageProps) {
  const { t } = useTranslation('components');
  const id = useId();
  const offered = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b);
  return (
    <label className="per-page" htmlFor={id}>
      {t('pagination.per_page')}
      <select
        className="select"
        id={id}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
      >
        {offered.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
    </label>
  );
}

/** First, last, and the ones around this page. */
export function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages];
  return [...new Set(near)].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
}
