// The people of this list as a file, for who was given leave to take them out.
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import { MenuButton } from '../../components/menu.tsx';
import { normaliseError } from '../../lib/errors.ts';
import { currentUser } from '../../lib/session.ts';
import { addToast } from '../../lib/toasts.ts';
import { EXPORT_FORMATS, type ExportFormat, exportPeople } from './list.store.ts';
import type { ListState } from './list-url.ts';

export function ExportPeople({ state }: { state: ListState }) {
  const { t } = useTranslation('users');
  if (currentUser.value?.canExport !== true) return null;

  const take = async (format: ExportFormat) => {
    try {
      await exportPeople(state, format);
      addToast({ title: t('export.done'), color: 'success' });
    } catch (thrown) {
      addToast({ title: t('export.failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  };

  return (
    <MenuButton
      label={t('export.label')}
      note={t('export.note')}
      className="button"
      align="start"
      entries={EXPORT_FORMATS.map((format) => ({
        label: t(`export.${format}`),
        onSelect: () => void take(format),
      }))}
    >
      <Icon name="download" />
      <span>{t('export.label')}</span>
    </MenuButton>
  );
}
