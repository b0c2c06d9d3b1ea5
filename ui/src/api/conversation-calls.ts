// The calls about conversations: lists, messages, what each side does with them. Apart from the table of every first view.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';

export type ConversationFolder = 'all' | 'unread' | 'waiting' | 'mine' | 'archive';

export type ConversationSide = 'person' | 'organization' | 'center' | 'mentor';

export type ConversationSubject =
  | 'applications'
  | 'volunteer_profile_replies'
  | 'vacancies'
  | 'organizations'
  | 'activities'
  | 'student_links'
  | 'users';

export type ClosedReason = 'blocked' | 'application_closed' | 'organization_inactive' | 'gone' | 'other';

/** A conversation as the requester reads it: their own side, and the other. */
export interface Conversation extends Resource {
  subject: string | null;
  aboutType: ConversationSubject;
  aboutId: string;
  /** Of the vacancy, activity or organisation; empty where there is none. */
  aboutTitle: string;
  /** Last part of the address of its public page, while there is one: `12-taalmaatje`. */
  aboutSlug: string | null;
  side: ConversationSide;
  otherSide: ConversationSide;
  /** Empty once that person is gone. */
  otherName: string;
  otherDetail: string;
  organizationId: string | null;
  /** The first 200 characters. */
  lastMessage: string;
  lastSide: ConversationSide | null;
  lastAuthorName: string;
  lastMessageAt: string;
  unreadCount: number;
  isArchived: boolean;
  isMuted: boolean;
  blockedBy: 'us' | 'them' | null;
  takenById: string | null;
  takenByName: string | null;
  canWrite: boolean;
  closedReason: ClosedReason | null;
}

export interface ConversationMessage extends Resource {
  body: string;
  side: string;
  /** Empty once that person is gone. */
  authorName: string;
  /** Whether the side that did not write it has read it. */
  isRead: boolean;
  createdAt: string;
  conversationId: string;
  canWithdraw: boolean;
}

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

export interface ConversationStart {
  recipientType: 'organizations' | 'users';
  recipientId: string;
  aboutType?: ConversationSubject;
  aboutId?: string;
  /** For whom one writes; none: for oneself, or for the centre. */
  senderOrganizationId?: string;
  subject?: string;
  body: string;
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
  messages: call('GET /conversations/{id}/messages')<ConversationMessage, ListMeta, Nothing, MessageQuery>(),
  write: call('POST /conversations/{id}/messages', '')<ConversationMessage, Meta, { body: string }>(),
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

/** Until the description of the server has them. */
type Described = { query: object; body: unknown };
declare module './schema.d.ts' {
  interface Operations {
    'GET /conversations': Described;
    'POST /conversations': Described;
    'GET /conversations/{id}': Described;
    'GET /conversations/unread_count': Described;
    'GET /conversations/{id}/messages': Described;
    'POST /conversations/{id}/messages': Described;
    'DELETE /messages/{id}': Described;
    'PUT /conversations/{id}/read': Described;
    'PUT /conversations/{id}/unread': Described;
    'PUT /conversations/{id}/archive': Described;
    'PUT /conversations/{id}/unarchive': Described;
    'PUT /conversations/{id}/mute': Described;
    'PUT /conversations/{id}/unmute': Described;
    'PUT /conversations/{id}/block': Described;
    'PUT /conversations/{id}/unblock': Described;
    'PUT /conversations/{id}/take': Described;
    'PUT /conversations/{id}/release': Described;
    'PUT /conversations/{id}/typing': Described;
  }
}
