// Where one is with an import stands in the address: it survives a reload. Pure.

import type { ImportKind } from './import-rules.ts';

export const IMPORT_PATHS: Readonly<Record<ImportKind, string>> = {
  users: '/users/import',
  organizations: '/organizations/import',
};

export const stepHref = (kind: ImportKind, id: string, step: 'columns' | 'check'): string =>
  `${IMPORT_PATHS[kind]}?id=${encodeURIComponent(id)}${step === 'check' ? '&step=check' : ''}`;
