// The newsletter as it would be sent: on a computer, on a phone, in the dark or as plain text, also as somebody gets it.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  NewsletterAudience,
  NewsletterLocale,
  NewsletterPreview,
} from '../../../../api/newsletter-calls.ts';
import { ViewChoice } from '../../../../components/actions/view-choice.tsx';
import { LoadProblem } from '../../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../../components/feedback/loading.tsx';
import { MAIL_WIDTHS, MailView } from '../../../../components/mail/mail-view.tsx';
import { centre } from '../../../../lib/centre/centre.ts';
import type { Stored } from '../state/use-stored.ts';

export const VIEWS = ['desk', 'phone', 'dark', 'plain'] as const;
export type View = (typeof VIEWS)[number];

interface NewsletterPreviewProps {
  view: View;
  preview: Stored<NewsletterPreview>;
  locale: NewsletterLocale;
  /** Some of those who get it. */
  sample: NewsletterAudience['sample'];
  reader: string | null;
  onReader: (id: string | null) => void;
  onView: (view: View) => void;
}

export function NewsletterPreviewPane(props: NewsletterPreviewProps) {
  const { view, preview, locale, sample, reader, onReader, onView } = props;
  const { t } = useTranslation('newsletter-edit');
  const id = useId();
  const { data, state, retry } = preview;
  const name = sample.find((each) => each.id === reader)?.name ?? null;
  return (
    <section className="newsletter-preview" aria-label={t('preview.title')}>
      <div className="newsletter-preview-tools">
        <ViewChoice
          label={t('preview.how')}
          options={VIEWS}
          value={view}
          labelOf={(each) => t(`preview.${each}`)}
          onChange={onView}
        />
        <div className="field">
          <label htmlFor={id}>{t('preview.as')}</label>
          <select
            className="select"
            id={id}
            value={reader ?? ''}
            onChange={(event) => onReader(event.target.value || null)}
          >
            <option value="">{t('preview.example')}</option>
            {sample.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </div>
      </div>
      {state === 'failed' ? <LoadProblem onRetry={retry} /> : null}
      {data ? (
        <MailView
          mail={data}
          locale={locale}
          from={centre.value?.name ?? ''}
          to={name === null ? t('preview.toExample') : t('preview.to', { name })}
          title={t('preview.frame')}
          isPlain={view === 'plain'}
          mode={view === 'dark' ? 'dark' : 'light'}
          width={MAIL_WIDTHS[view === 'phone' ? 'phone' : 'desk']}
          state={state}
        />
      ) : state === 'waiting' ? (
        <RowSkeletons count={6} />
      ) : null}
    </section>
  );
}
