// What can be done with the whole page, besides writing it.
import { useTranslation } from 'react-i18next';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { send } from '../../../../api/requests.ts';
import type { MenuEntry } from '../../../../components/actions/menu.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import type { PageEditor } from '../state/use-page-editor.ts';
import type { OpenDialog } from './editor-screen.tsx';

export function useEditorMenu(
  editor: PageEditor,
  onDialog: (dialog: OpenDialog) => void,
): readonly MenuEntry[] {
  const { t } = useTranslation('content-pages');
  const { id, page } = editor;
  const mayPublish = page.can.includes('manage');

  async function handleDuplicate() {
    try {
      await editor.flush();
      const { item } = await send(CONTENT_CALLS.duplicatePage, { id, body: {} });
      if (item) navigateTo(`/content/pages/${item.id}/edit`);
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
    }
  }

  async function handleUnpublish() {
    try {
      const { item, headers } = await send(CONTENT_CALLS.unpublishPage, { id });
      if (item) await editor.follow(item, headers.get('ETag') ?? undefined);
      addToast({ title: t('unpublished'), color: 'success' });
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
    }
  }

  return [
    ...(page.isPublished
      ? [
          {
            label: t('menu.open'),
            icon: 'external' as const,
            onSelect: () => void window.open(page.path, '_blank', 'noopener'),
          },
        ]
      : []),
    ...(page.translationId
      ? [
          {
            label: t('menu.translation', { name: t(`locale.${page.locale === 'nl' ? 'en' : 'nl'}`) }),
            icon: 'lang' as const,
            href: `/content/pages/${page.translationId}/edit`,
          },
        ]
      : []),
    { label: t('menu.preview'), icon: 'link', onSelect: () => onDialog('preview') },
    { label: t('menu.versions'), icon: 'history', onSelect: () => onDialog('versions') },
    { label: t('menu.duplicate'), icon: 'copy', onSelect: () => void handleDuplicate() },
    ...(mayPublish
      ? [{ label: t('menu.schedule'), icon: 'calendar' as const, onSelect: () => onDialog('schedule') }]
      : []),
    ...(mayPublish && page.isPublished
      ? [
          {
            label: t('menu.unpublish'),
            icon: 'eye-off' as const,
            danger: true,
            apart: true,
            onSelect: () => void handleUnpublish(),
          },
        ]
      : []),
  ];
}
