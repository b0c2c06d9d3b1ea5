// The people of this list as a file, for who was given leave to take them out.
import { ExportMenu, ExportNotice as FileNotice } from '../../../components/table/export-file.tsx';
import { EXPORT_FORMATS } from '../../../lib/export/export-file.ts';
import { useExport, useExportFile } from '../../../lib/export/use-export.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { filtersOf, type ListState } from './list-url.ts';

export function ExportPeople({ state }: { state: ListState }) {
  const take = useExport('users', 'users');
  if (currentUser.value?.canExport !== true) return null;
  return (
    <ExportMenu
      words="users"
      formats={EXPORT_FORMATS}
      onTake={(format) => void take({ filter: filtersOf(state) }, format)}
    />
  );
}

/** `id` is in the address of who comes from the letter. */
export function ExportNotice({ id }: { id: string | null }) {
  return <FileNotice {...useExportFile('users', id)} />;
}
