// The site in the colours that are not saved yet: the real home page and a real vacancy as the server writes them, a
// form of our own parts, and a mail. In a frame, so that a phone is as narrow as a phone.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ThemePreview } from '../../../api/calls.ts';
import { getPage } from '../../../api/download.ts';
import { listResource } from '../../../api/requests.ts';
import { ViewChoice } from '../../../components/actions/view-choice.tsx';
import { dress, undressed } from '../../../components/content/letter.ts';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../components/form/form-context.ts';
import { Card, FormCard } from '../../../components/layout/card.tsx';
import { language } from '../../../lib/locale/language.ts';
import { toolbarClass } from './theme-form.ts';

const PAGES = ['home', 'vacancy', 'form', 'mail'] as const;
type Page = (typeof PAGES)[number];
const MODES = ['light', 'dark'] as const;
const WIDTHS = { phone: 360, desk: 1280 } as const;
type Width = keyof typeof WIDTHS;
const HEIGHTS: Readonly<Record<Width, number>> = { phone: 640, desk: 1100 };
/** What is drawn here has a place apart from what is written into the page: each clears only its own. */
const EMPTY =
  '<!doctype html><html><head></head><body><div id="written"></div><div id="drawn"></div></body></html>';

export function ThemePreviewCard({ preview }: { preview: ThemePreview | null }) {
  const { t } = useTranslation('settings-design');
  const [page, setPage] = useState<Page>('home');
  const [mode, setMode] = useState<(typeof MODES)[number]>('light');
  const [width, setWidth] = useState<Width>('phone');
  return (
    <Card title={t('preview.title')} className="theme-preview-card">
      <div className="preview-choices">
        <ViewChoice
          label={t('preview.page')}
          options={PAGES}
          value={page}
          labelOf={(each) => t(`preview.${each}`)}
          onChange={setPage}
        />
        <ViewChoice
          label={t('preview.mode')}
          options={MODES}
          value={mode}
          labelOf={(each) => t(`mode.${each}`)}
          onChange={setMode}
        />
        <ViewChoice
          label={t('preview.width')}
          options={['phone', 'desk'] as const}
          value={width}
          labelOf={(each) => t(`preview.${each}`)}
          onChange={setWidth}
        />
      </div>
      {preview ? <PreviewFrame preview={preview} page={page} mode={mode} width={width} /> : null}
    </Card>
  );
}

interface FrameProps {
  preview: ThemePreview;
  page: Page;
  mode: (typeof MODES)[number];
  width: Width;
}

function PreviewFrame({ preview, page, mode, width }: FrameProps) {
  const { t } = useTranslation('settings-design');
  const { value } = useForm();
  const frame = useRef<HTMLIFrameElement>(null);
  const [inside, setInside] = useState<Document | null>(null);
  const room = useRoom(frame);
  const scale = Math.min(1, room / WIDTHS[width]);
  useStyle(inside, preview.css, mode, value);
  useContent(inside, page, page === 'mail' ? preview.mail : '', value);
  return (
    <div className="preview-room" style={{ height: HEIGHTS[width] * scale }}>
      <iframe
        ref={frame}
        title={t('preview.frame', { page: t(`preview.${page}`), mode: t(`mode.${mode}`) })}
        srcDoc={EMPTY}
        inert
        style={{ width: WIDTHS[width], height: HEIGHTS[width], transform: `scale(${scale})` }}
        onLoad={() => setInside(frame.current?.contentDocument ?? null)}
      />
      {inside && page === 'form'
        ? createPortal(<SampleForm />, inside.getElementById('drawn') ?? inside.body)
        : null}
    </div>
  );
}

/** Width that there is for the frame. */
function useRoom(frame: RefObject<HTMLIFrameElement | null>): number {
  const [room, setRoom] = useState(360);
  useEffect(() => {
    const parent = frame.current?.parentElement;
    if (!parent) return undefined;
    const measure = new ResizeObserver(() => setRoom(parent.clientWidth || 360));
    measure.observe(parent);
    return () => measure.disconnect();
  }, [frame]);
  return room;
}

/** The theme over the site's own styles: mode, shape and the classes of the header follow the form. */
function useStyle(inside: Document | null, css: string, mode: string, value: FormValue): void {
  useEffect(() => {
    const view = inside?.defaultView;
    if (!inside || !view) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    inside.adoptedStyleSheets = [sheet];
  }, [inside, css]);
  useEffect(() => {
    if (!inside) return;
    inside.documentElement.dataset.theme = mode;
    inside.documentElement.dataset.shape = String(value.defaultShape);
  }, [inside, mode, value.defaultShape]);
}

/** The links of the page that the server wrote, without the theme that is stored. */
function linkStyles(inside: Document, from: Document): void {
  inside.head.replaceChildren();
  for (const link of from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], style')) {
    if (link.getAttribute('href')?.startsWith('/theme.css')) continue;
    inside.head.append(inside.importNode(link, true));
  }
}

async function addressOf(page: Page): Promise<string | null> {
  const prefix = language.value === 'en' ? '/en' : '';
  if (page === 'home') return `${prefix}/`;
  if (page !== 'vacancy') return null;
  const { items } = await listResource('vacancies', { page: { size: 1 }, sort: '-published_at' });
  return items[0] ? `${prefix}/vacancies/${items[0].id}` : `${prefix}/vacancies/search`;
}

function useContent(inside: Document | null, page: Page, mail: string, value: FormValue): void {
  const { t } = useTranslation('settings-design');
  const look = useRef(value);
  look.current = value;
  useEffect(() => {
    if (!inside) return undefined;
    let isCurrent = true;
    const place = inside.getElementById('written') ?? inside.body;
    place.replaceChildren();
    if (page === 'mail') {
      const letter = new DOMParser().parseFromString(undressed(mail), 'text/html');
      inside.head.replaceChildren();
      place.append(...[...letter.body.childNodes].map((node) => inside.importNode(node, true)));
      dress(inside);
      return undefined;
    }
    if (page === 'form') {
      linkStyles(inside, document);
      return undefined;
    }
    const load = async (): Promise<void> => {
      const address = await addressOf(page);
      const text = address ? await getPage(address) : null;
      if (!isCurrent) return;
      if (text === null) {
        place.textContent = t('preview.failed');
        return;
      }
      const written = new DOMParser().parseFromString(text, 'text/html');
      for (const script of written.querySelectorAll('script')) script.remove();
      linkStyles(inside, written);
      place.append(...[...written.body.childNodes].map((node) => inside.importNode(node, true)));
      applyLook(inside, look.current);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [inside, page, mail, t]);
  useEffect(() => {
    if (inside) applyLook(inside, value);
  }, [inside, value]);
}

function applyLook(inside: Document, value: FormValue): void {
  const toolbar = inside.querySelector('.toolbar');
  if (toolbar) toolbar.className = toolbarClass(value);
  const footer = inside.querySelector('.site-footer');
  if (footer) footer.className = `site-footer is-${String(value.footerVariant)}`;
  const languages = inside.querySelector<HTMLElement>('.language-switch');
  if (languages) languages.hidden = value.headerLanguageToggle !== true;
}

/** Fields as visitors meet them, one of them with an error. */
function SampleForm() {
  const { t } = useTranslation('settings-design');
  return (
    <main className="page">
      <Form
        value={{ name: '', email: 'sanne@', when: 'day' }}
        onSubmit={() => undefined}
        label={t('sample.title')}
      >
        <FormCard title={t('sample.title')}>
          <Field name="name" label={t('sample.name')} rules={{ required: true }} />
          <Field name="email" kind="email" label={t('sample.email')} hint={t('sample.emailHint')} />
          <Field
            name="when"
            kind="radio"
            label={t('sample.when')}
            choices={(['day', 'evening'] as const).map((each) => ({
              value: each,
              label: t(`sample.${each}`),
            }))}
          />
          <Field name="agree" kind="checkbox" label={t('sample.agree')} />
        </FormCard>
        <SubmitButton large>{t('sample.send')}</SubmitButton>
      </Form>
    </main>
  );
}
