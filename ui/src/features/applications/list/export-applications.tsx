// The applications of this list as a file, for who may take them out.

import type { Application } from '../../../api/schema.d.ts';
import { ExportMenu, ExportNotice as FileNotice } from '../../../components/table/export-file.tsx';
import { EXPORT_FORMATS } from '../../../lib/export/export-file.ts';
import { useExport, useExportFile } from '../../../lib/export/use-export.ts';
import { type ListState, paramsOf } from './list-url.ts';

export function ExportApplications({ state, shown }: { state: ListState; shown: readonly Application[] }) {
  const take = useExport('applications', 'applications');
  if (!shown.some((each) => each.can.includes('export'))) return null;
  return (
    <ExportMenu
      words="applications"
      formats={EXPORT_FORMATS}
      onTake={(format) => void take(paramsOf(state), format)}
    />
  );
}

/** `id` is in the address of who comes from the letter. */
export function ExportNotice({ id }: { id: string | null }) {
  return <FileNotice {...useExportFile('applications', id)} />;
}
