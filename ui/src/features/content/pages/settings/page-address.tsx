// The address of a page. Changing it takes a step of its own; the former address keeps redirecting here.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { changePage } from '../../../../api/content-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { FieldFrame } from '../../../../components/form/field-frame.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { HOME, publicPath, slugOf } from '../state/public-path.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

const LONGEST = 80;

export function PageAddress({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const { page } = editor;
  const id = useId();
  const [slug, setSlug] = useState(page.slug);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isHome = page.slug === HOME && page.pageType !== 'news';
  const shown = `${location.host}${publicPath({ ...page, slug: slugOf(slug) || page.slug })}`;
  if (isHome || !page.can.includes('oversee')) {
    return (
      <>
        <p className="page-address">{`${location.host}${publicPath(page)}`}</p>
        <p className="hint">{t(isHome ? 'address.home' : 'address.fixed')}</p>
      </>
    );
  }
  async function handleChange() {
    setBusy(true);
    setError(undefined);
    try {
      await editor.flush();
      const { page: changed, version } = await changePage(page.id, { slug: slugOf(slug) });
      if (changed) {
        setSlug(changed.slug);
        await editor.follow(changed, version);
      }
      addToast({ title: t('address.done'), color: 'success' });
    } catch (cause) {
      setError(cause instanceof ApiError && cause.message ? cause.message : t('failed'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div data-path="slug">
      <FieldFrame id={id} label={t('address.label')} hint={t('address.hint')} error={error} required>
        <input
          className="input"
          id={id}
          value={slug}
          maxLength={LONGEST}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={(event) => setSlug(event.target.value)}
        />
      </FieldFrame>
      <p className="page-address">{shown}</p>
      {slugOf(slug) === page.slug ? null : (
        <Button busy={busy} onClick={() => void handleChange()}>
          {t('address.change')}
        </Button>
      )}
    </div>
  );
}
