// What is kept of somebody, why, on what ground and how long (docs/domain/retention.md), as keys of words. Pure.

/** The grounds of the law that we lean on. */
export type Ground = 'agreement' | 'consent' | 'interest' | 'law';

export interface Kept {
  key:
    | 'account'
    | 'unconfirmed'
    | 'applications_no'
    | 'applications_yes'
    | 'pool'
    | 'messages'
    | 'forms'
    | 'notes'
    | 'checks'
    | 'log'
    | 'backups';
  ground: Ground;
  /** Only where the centre has this. */
  feature?: 'volunteerProfiles';
}

export const KEPT: readonly Kept[] = [
  { key: 'account', ground: 'agreement' },
  { key: 'unconfirmed', ground: 'agreement' },
  { key: 'applications_no', ground: 'agreement' },
  { key: 'applications_yes', ground: 'agreement' },
  { key: 'pool', ground: 'consent', feature: 'volunteerProfiles' },
  { key: 'messages', ground: 'agreement' },
  { key: 'forms', ground: 'consent' },
  { key: 'notes', ground: 'interest' },
  { key: 'checks', ground: 'interest' },
  { key: 'log', ground: 'interest' },
  { key: 'backups', ground: 'interest' },
];
