// The applications of this list as a file, for who may take them out.
import { ExportMenu, ExportNotice as FileNotice } from '../../components/export-file.tsx';
import { EXPORT_FORMATS } from '../../lib/export-file.ts';
import { useExport, useExportFile } from '../../lib/use-export.ts';
import { type ListState, queryOf } from './list-url.ts';
import { workList } from './work-list.store.ts';

export function ExportApplications({ state }: { state: ListState }) {
  const take = useExport('applications', 'applications');
  if (!workList.items.value.some((each) => each.can.includes('export'))) return null;
  return (
    <ExportMenu
      words="applications"
      formats={EXPORT_FORMATS}
      onTake={(format) => void take(queryOf(state), format)}
    />
  );
}

/** `id` is in the address of who comes from the letter. */
export function ExportNotice({ id }: { id: string | null }) {
  return <FileNotice {...useExportFile('applications', id)} />;
}
