// What can be set of the whole page: its title and kind, its address, how it looks in a search result and when shared.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../../../components/form/field-frame.tsx';
import { HOME } from '../state/public-path.ts';
import type { PageEditor } from '../state/use-page-editor.ts';
import { PageAddress } from './page-address.tsx';
import { PageManagers } from './page-managers.tsx';
import { PagePicture } from './page-picture.tsx';
import { SearchPreview, SharePreview } from './page-previews.tsx';
import { PageTags } from './page-tags.tsx';

const TYPES = ['default', 'news', 'success_story'] as const;
const LAYOUTS = ['wide', 'narrow'] as const;

export function PageSettings({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const { doc, page, pageProblems, apply } = editor;
  const fields = doc.page;
  const id = useId();
  const isNews = fields.pageType === 'news';
  const isHome = page.slug === HOME && !isNews;
  const set = (name: string, value: unknown) =>
    apply((now) => ({ ...now, page: { ...now.page, [name]: value } }), `page.${name}`);
  const text = (
    name: string,
    most: number,
    options: { rows?: number; required?: boolean; hint?: string } = {},
  ) => (
    <TextField
      id={`${id}-${name}`}
      name={name}
      label={t(`page.${name as 'title'}`)}
      hint={options.hint}
      value={String(fields[name] ?? '')}
      most={most}
      rows={options.rows}
      required={options.required ?? false}
      error={pageProblems[name]}
      onChange={(value) => set(name, value === '' && !options.required ? null : value)}
    />
  );
  const flag = (name: string) => (
    <label className="choice" data-path={name}>
      <input
        type="checkbox"
        checked={fields[name] === true}
        onChange={(event) => set(name, event.target.checked)}
      />
      <span>{t(`page.${name as 'title'}`)}</span>
    </label>
  );
  return (
    <>
      <div className="side-section is-fields">
        {text('title', 150, { required: true })}
        {text('summary', 300, { rows: 3, hint: t(isNews ? 'page.introHint' : 'page.summaryHint') })}
        {isHome ? null : flag('showTitleOnPage')}
        {isNews ? (
          <>
            {flag('featured')}
            {text('authorName', 100)}
            <PagePicture editor={editor} name="imageId" altName="imageAlt" url={page.imageUrl} />
            <PageTags
              id={`${id}-tags`}
              value={(fields.tags ?? []) as readonly string[]}
              onChange={(tags) => set('tags', tags)}
            />
          </>
        ) : null}
        {isHome ? null : (
          <Segments
            legend={t('page.pageType')}
            name={`${id}-type`}
            values={TYPES}
            value={String(fields.pageType)}
            label={(value) => t(`pageType.${value as 'news'}`)}
            onChange={(value) => set('pageType', value)}
          />
        )}
        <Segments
          legend={t('page.pageLayout')}
          name={`${id}-layout`}
          values={LAYOUTS}
          value={String(fields.pageLayout)}
          label={(value) => t(`pageLayout.${value as 'wide'}`)}
          onChange={(value) => set('pageLayout', value)}
        />
      </div>
      <Part title={t('settings.address')}>
        <PageAddress editor={editor} />
      </Part>
      {isNews ? null : (
        <Part title={t('managers.title')}>
          <PageManagers editor={editor} />
        </Part>
      )}
      <Part title={t('settings.search')}>
        <SearchPreview editor={editor} />
        {text('metaTitle', 120, { hint: t('page.metaTitleHint') })}
        {text('metaDescription', 320, { rows: 3, hint: t('page.metaDescriptionHint') })}
      </Part>
      <Part title={t('settings.share')}>
        <SharePreview editor={editor} />
        {text('ogTitle', 120)}
        {text('ogDescription', 320, { rows: 3 })}
        <PagePicture editor={editor} name="ogImageId" url={page.ogImageUrl} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="side-section is-fields" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

interface TextFieldProps {
  id: string;
  name: string;
  label: string;
  hint: string | undefined;
  value: string;
  most: number;
  rows: number | undefined;
  required: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

function TextField({ id, name, label, hint, value, most, rows, required, error, onChange }: TextFieldProps) {
  const shared = {
    id,
    value,
    maxLength: most,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby':
      [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined,
  };
  return (
    <div data-path={name}>
      <FieldFrame id={id} label={label} hint={hint} error={error} required={required}>
        {rows ? (
          <textarea
            className="textarea"
            rows={rows}
            {...shared}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input className="input" {...shared} onChange={(event) => onChange(event.target.value)} />
        )}
      </FieldFrame>
    </div>
  );
}

interface SegmentsProps {
  legend: string;
  name: string;
  values: readonly string[];
  value: string;
  label: (value: string) => string;
  onChange: (value: string) => void;
}

function Segments({ legend, name, values, value, label, onChange }: SegmentsProps) {
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <div className="picture-choices">
        {values.map((each) => (
          <label className="picture-choice" key={each}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
            <span>{label(each)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
