// The applications of the person who looks.
import { collection } from '../../api/collection.ts';

const SHOWN = 50;

export const ownList = collection('applications');

export const loadOwnList = (): Promise<void> =>
  ownList.list({ 'filter[mine_eq]': true, 'page[size]': SHOWN, sort: '-created_at' });
