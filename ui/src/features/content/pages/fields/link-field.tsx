// Where a link or button leads: a page of this site, which it follows when its address changes, or an address.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../../api/hooks.ts';
import { classNames } from '../../../../components/class-names.ts';
import { FieldError } from '../../../../components/form/field-frame.tsx';
import { type ControlProps, describing } from './block-form.tsx';

interface Link {
  href?: string;
  page_id?: string;
  label?: string;
}

const LONGEST_LABEL = 40;
const LONGEST_LINK = 2000;

export function LinkField({ id, label, hint, error, value, onChange }: ControlProps) {
  const { t } = useTranslation('content-pages');
  const link = (typeof value === 'object' && value !== null ? value : {}) as Link;
  const [isPage, setIsPage] = useState(link.page_id !== undefined);
  const own = useId();
  const change = (part: { readonly [N in keyof Link]?: string | undefined }) => {
    const next = Object.fromEntries(
      Object.entries({ ...link, ...part }).filter(([, text]) => text !== undefined && text !== ''),
    );
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset className={classNames('field', error && 'has-error')}>
      <legend>{label}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      <FieldError id={id} error={error} />
      <div className="link-parts">
        <label htmlFor={`${own}-label`}>{t('link.label')}</label>
        <input
          className="input"
          id={`${own}-label`}
          value={link.label ?? ''}
          maxLength={LONGEST_LABEL}
          aria-describedby={describing(id, '', error)}
          onChange={(event) => change({ label: event.target.value })}
        />
        <fieldset className="link-kind" aria-label={t('link.kind')}>
          <label className="choice">
            <input type="radio" name={`${own}-kind`} checked={!isPage} onChange={() => setIsPage(false)} />
            <span>{t('link.address')}</span>
          </label>
          <label className="choice">
            <input type="radio" name={`${own}-kind`} checked={isPage} onChange={() => setIsPage(true)} />
            <span>{t('link.page')}</span>
          </label>
        </fieldset>
        {isPage ? (
          <PageChoice
            id={id}
            value={link.page_id ?? ''}
            onChange={(page) => change({ page_id: page, href: undefined })}
          />
        ) : (
          <>
            <input
              className="input"
              id={id}
              aria-label={t('link.to')}
              value={link.href ?? ''}
              maxLength={LONGEST_LINK}
              inputMode="url"
              aria-invalid={error ? true : undefined}
              aria-describedby={describing(id, `${id}-hint`, error)}
              onChange={(event) => change({ href: event.target.value, page_id: undefined })}
            />
            <p className="hint" id={`${id}-hint`}>
              {t('link.hint')}
            </p>
          </>
        )}
      </div>
    </fieldset>
  );
}

function PageChoice({ id, value, onChange }: { id: string; value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('content-pages');
  const { items } = useResourceList('pages', { sort: 'title', page: { size: 100 } });
  return (
    <select
      className="select"
      id={id}
      aria-label={t('link.to')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('link.choose')}</option>
      {items.map((page) => (
        <option key={page.id} value={page.id}>
          {page.title} ({page.locale.toUpperCase()})
        </option>
      ))}
    </select>
  );
}
