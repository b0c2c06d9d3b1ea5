// The calls about conversations: lists, messages, what each side does with them. Apart from the table of every first view.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';
import type { Conversation, Message, Operations } from './schema.d.ts';

export type { Conversation, Message };

export type ConversationFolder = 'all' | 'unread' | 'waiting' | 'mine' | 'archive';

/** What a conversation can be about, as `aboutType` says it. */
export type ConversationSubject =
  | 'applications'
  | 'volunteer_profile_replies'
  | 'vacancies'
  | 'organizations'
  | 'activities'
  | 'student_links'
  | 'users';

export interface ConversationQuery {
  'filter[folder_eq]'?: ConversationFolder;
  'filter[q]'?: string;
  'filter[about_type_in]'?: string;
  'page[number]'?: number;
  'page[size]'?: number;
}

export interface MessageQuery {
  sort?: 'created_at' | '-created_at';
  'page[number]'?: number;
  'page[size]'?: number;
}

/** What happened to what the conversation is about, between its messages: nobody wrote it. */
export interface ConversationEvent extends Resource {
  kind: 'event';
  /** A code; another server may know more of them. */
  event: string;
  createdAt: string;
}

export type ConversationLine = Message | ConversationEvent;

export const isEvent = (line: ConversationLine): line is ConversationEvent =>
  'kind' in line && line.kind === 'event';

export const isMessage = (line: ConversationLine): line is Message => !isEvent(line);

export type ConversationStart = Operations['POST /conversations']['body'];

/** A message to many: each reads it in a conversation of their own. */
export type ManyMessage = Operations['POST /conversations/many']['body'];

/** Why one of many is not written to. */
export type SkipReason = 'no_consent' | 'blocked' | 'not_reachable';

export interface ManyPreview extends Resource {
  recipients: readonly { userId: string; name: string }[];
  /** Without a name where the sender does not know them. */
  skipped: readonly { userId: string; name: string; reason: SkipReason }[];
  leftToday: number;
}

export interface ManySent extends Resource {
  sent: number;
  skipped: readonly { userId: string; reason: SkipReason }[];
}

export interface ListMeta extends Meta {
  total?: number;
  page?: number;
  pages?: number;
}

export const CONVERSATION_CALLS = {
  list: call('GET /conversations')<Conversation, ListMeta, Nothing, ConversationQuery>(),
  show: call('GET /conversations/{id}')<Conversation>(),
  unreadCount: call('GET /conversations/unread_count')<Resource, { count: number }>(),
  start: call('POST /conversations', '')<Conversation, Meta, ConversationStart>(),
  startMany: call('POST /conversations/many', '')<ManySent, Meta, ManyMessage>(),
  previewMany: call('POST /conversations/many/preview', '')<ManyPreview, Meta, Omit<ManyMessage, 'body'>>(),
  messages: call('GET /conversations/{id}/messages')<ConversationLine, ListMeta, Nothing, MessageQuery>(),
  write: call('POST /conversations/{id}/messages', '')<Message, Meta, { body: string }>(),
  withdraw: call('DELETE /messages/{id}')<Resource, Meta, Nothing>(),
  read: call('PUT /conversations/{id}/read')<Resource, Meta, Nothing>(),
  unread: call('PUT /conversations/{id}/unread')<Resource, Meta, Nothing>(),
  archive: call('PUT /conversations/{id}/archive')<Resource, Meta, Nothing>(),
  unarchive: call('PUT /conversations/{id}/unarchive')<Resource, Meta, Nothing>(),
  mute: call('PUT /conversations/{id}/mute')<Resource, Meta, Nothing>(),
  unmute: call('PUT /conversations/{id}/unmute')<Resource, Meta, Nothing>(),
  block: call('PUT /conversations/{id}/block')<Resource, Meta, Nothing>(),
  unblock: call('PUT /conversations/{id}/unblock')<Resource, Meta, Nothing>(),
  take: call('PUT /conversations/{id}/take')<Resource, Meta, Nothing>(),
  release: call('PUT /conversations/{id}/release')<Resource, Meta, Nothing>(),
  typing: call('PUT /conversations/{id}/typing')<Resource, Meta, Nothing>(),
} as const;
