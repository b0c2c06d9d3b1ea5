// The address of the list of conversations is its state: which tab, what is looked for, what it is about, which is open.
import type { ConversationFolder, ConversationSubject } from '../../api/conversation-calls.ts';

export const PATH = '/conversations';

export interface ListState {
  folder: ConversationFolder;
  q: string;
  about: readonly ConversationSubject[];
}

const FOLDERS: readonly ConversationFolder[] = ['all', 'unread', 'waiting', 'mine', 'archive'];
/** A team also sees what waits for an answer of theirs, and what they took themselves. */
export const TEAM_FOLDERS = FOLDERS;
export const OWN_FOLDERS: readonly ConversationFolder[] = ['all', 'unread', 'archive'];

/** In the order of the filter. */
export const SUBJECTS: readonly ConversationSubject[] = [
  'applications',
  'vacancies',
  'volunteer_profile_replies',
  'activities',
  'organizations',
  'student_links',
  'users',
];

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((each) => each === text);

export function readState(params: URLSearchParams): ListState {
  const about = (params.get('about_type') ?? '').split(',');
  return {
    folder: oneOf(FOLDERS, params.get('folder')) ?? 'all',
    q: params.get('q') ?? '',
    about: SUBJECTS.filter((subject) => about.includes(subject)),
  };
}

/** Another list begins without an open conversation, unless one is named. */
export function hrefOf({ folder, q, about }: ListState, open: string | null = null): string {
  const query = new URLSearchParams();
  if (folder !== 'all') query.set('folder', folder);
  if (q !== '') query.set('q', q);
  if (about.length > 0) query.set('about_type', about.join(','));
  if (open !== null) query.set('open', open);
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? PATH : `${PATH}?${text}`;
}
