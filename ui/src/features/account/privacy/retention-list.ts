// What is kept of somebody today, why, on what ground and how long (docs/domain/retention.md), as keys of words. Pure.

/** The grounds of the law that we lean on. */
export type Ground = 'agreement' | 'consent' | 'interest' | 'law';

export interface RetainedData {
  key: 'account' | 'unconfirmed' | 'applications_no' | 'applications_yes' | 'notes' | 'log' | 'backups';
  ground: Ground;
}

export const RETAINED_DATA: readonly RetainedData[] = [
  { key: 'account', ground: 'agreement' },
  { key: 'unconfirmed', ground: 'agreement' },
  { key: 'applications_no', ground: 'agreement' },
  { key: 'applications_yes', ground: 'agreement' },
  { key: 'notes', ground: 'interest' },
  { key: 'log', ground: 'interest' },
  { key: 'backups', ground: 'interest' },
];
