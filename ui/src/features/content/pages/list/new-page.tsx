// A new page or news item: its title, address and language, and what it begins with.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTENT_CALLS, type ContentBlock } from '../../../../api/content-calls.ts';
import { useResourceList } from '../../../../api/hooks.ts';
import { createResource, send } from '../../../../api/requests.ts';
import { ButtonLink, ButtonRow } from '../../../../components/actions/button.tsx';
import { Field } from '../../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../../components/form/form-context.ts';
import { FormCard } from '../../../../components/layout/card.tsx';
import { PageTitle } from '../../../../components/layout/page-title.tsx';
import { language } from '../../../../lib/locale/language.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../../lib/navigation/query.ts';
import { menu } from '../../../../lib/session/session.ts';
import { slugOf } from '../state/public-path.ts';
import './content.css';
import { LOCALES, type Locale } from './pages-url.ts';
import { hasOwnTitle, TEMPLATES, type Template, templateBlocks } from './templates.ts';

const TYPES = ['default', 'success_story', 'news'] as const;
const COPY = 'copy';

export default function NewPage() {
  const { t } = useTranslation(['content-pages', 'routes']);
  const isNews = useQuery().get('type') === 'news';
  const types = TYPES.filter((type) => type !== 'news' || menu.value.includes('news'));

  async function handleSubmit(value: FormValue): Promise<void> {
    const locale = value.locale as Locale;
    const input = {
      title: String(value.title ?? '').trim(),
      ...(value.slug ? { slug: slugOf(String(value.slug)) } : {}),
      locale,
      pageType: value.pageType,
      ...(value.start !== COPY && hasOwnTitle(value.start as Template) ? { showTitleOnPage: false } : {}),
    };
    const blocks =
      value.start === COPY
        ? (await send(CONTENT_CALLS.pageBlocks, { id: String(value.copyOf) })).items.map(plainBlock)
        : templateBlocks(value.start as Template, locale, input.title);
    const page = await createResource('pages', input as never);
    // The page is there; what it begins with is put in before it opens.
    if (blocks.length > 0)
      await send(CONTENT_CALLS.storeBlocks, { id: page.id, body: { blocks }, isChecked: true });
    navigateTo(`/content/pages/${page.id}/edit`, { replace: true });
  }

  return (
    <div className="new-page">
      <PageTitle
        title={t(isNews ? 'new.newsTitle' : 'routes:contentPageNew.title')}
        description={t('new.text')}
      />
      <Form
        of="pages"
        label={t('routes:contentPageNew.title')}
        value={{
          title: '',
          slug: '',
          locale: language.value,
          pageType: isNews ? 'news' : 'default',
          start: isNews ? 'article' : 'blank',
          copyOf: '',
        }}
        onSubmit={handleSubmit}
      >
        <FormCard title={t('new.what')}>
          <Field name="title" label={t('page.title')} />
          <SlugField />
          <Field
            name="locale"
            kind="radio"
            label={t('column.locale')}
            rules={{ required: true }}
            choices={LOCALES.map((locale) => ({ value: locale, label: t(`locale.${locale}`) }))}
          />
          <Field
            name="pageType"
            kind="radio"
            label={t('page.pageType')}
            rules={{ required: true }}
            choices={types.map((type) => ({
              value: type,
              label: t(`pageType.${type}`),
              hint: t(`pageTypeHint.${type}`),
            }))}
          />
        </FormCard>
        <FormCard title={t('new.start')}>
          <Field
            name="start"
            kind="radio"
            label={t('new.startLabel')}
            rules={{ required: true }}
            choices={[...TEMPLATES, COPY].map((start) => ({
              value: start,
              label: t(`template.${start as Template}.title`),
              hint: t(`template.${start as Template}.text`),
            }))}
          />
          <CopyOf />
        </FormCard>
        <ButtonRow>
          <SubmitButton>{t('new.make')}</SubmitButton>
          <ButtonLink variant="quiet" href={isNews ? '/content/news' : '/content/pages'}>
            {t('cancel')}
          </ButtonLink>
        </ButtonRow>
      </Form>
    </div>
  );
}

const plainBlock = ({ blockType, content, ground, isHidden }: ContentBlock) => ({
  blockType,
  content,
  ground,
  isHidden,
});

/** The address follows the title until somebody writes another one. */
function SlugField() {
  const { t } = useTranslation('content-pages');
  const { value, set } = useForm();
  const made = useRef('');
  const title = String(value.title ?? '');
  const slug = String(value.slug ?? '');
  const latest = useRef({ set, slug });
  latest.current = { set, slug };
  useEffect(() => {
    if (latest.current.slug !== made.current) return;
    made.current = slugOf(title);
    if (latest.current.slug !== made.current) latest.current.set('slug', made.current);
  }, [title]);
  const prefix = value.pageType === 'news' ? '/nieuws/' : '/';
  return (
    <Field
      name="slug"
      label={t('address.label')}
      hint={t('new.addressHint', { path: `${location.host}${prefix}${slugOf(slug)}` })}
    />
  );
}

function CopyOf() {
  const { t } = useTranslation('content-pages');
  const { value } = useForm();
  const isCopy = value.start === COPY;
  const { items } = useResourceList('pages', isCopy ? { sort: 'title', page: { size: 100 } } : null);
  if (!isCopy) return null;
  return (
    <Field
      name="copyOf"
      kind="select"
      label={t('new.copyOf')}
      rules={{ required: true }}
      choices={items.map((page) => ({
        value: page.id,
        label: `${page.title} (${page.locale.toUpperCase()})`,
      }))}
    />
  );
}
