// Where one is with an import stands in the address: it survives a reload. Pure.

export const IMPORT_PATH = '/users/import';

export const stepHref = (id: string, step: 'columns' | 'check'): string =>
  `${IMPORT_PATH}?id=${encodeURIComponent(id)}${step === 'check' ? '&step=check' : ''}`;
