// What belongs to an account, as the ui sees it.
import type { Resource } from './jsonapi.ts';
import type { Role, User } from './resources.ts';

type Nullable<T> = T | null;

/** An offer of a role, which the person answers. */
export interface RoleInvitation extends Resource {
  /** Only for whom may know who it is. */
  userId?: string;
  user?: Nullable<User>;
  email: Nullable<string>;
  /** How the asker named the person. */
  typedName: Nullable<string>;
  role: string;
  scopeType: Role['scopeType'];
  scopeId: string;
  scopeName: Nullable<string>;
  state: 'sent' | 'accepted' | 'declined' | 'expired' | 'withdrawn';
  sentByName: Nullable<string>;
  expiresAt: string;
  answeredAt: Nullable<string>;
  createdAt: string;
}

/** What staff write down; never shown to whom it is about. */
export interface InternalNote extends Resource {
  note: string;
  authorId: Nullable<string>;
  authorName: string;
  createdAt: string;
  updatedAt: Nullable<string>;
}

/** Something that was done or looked at, and by whom. */
export interface AuditEvent extends Resource {
  action: string;
  isReading: boolean;
  subjectType: string;
  subjectId: Nullable<string>;
  actorKind: 'self' | 'system' | 'center' | 'school' | 'organization' | 'person';
  /** Somebody else was signed in as the actor. */
  isImpersonation: boolean;
  data: Nullable<{
    /** In the words of the wire: 'phone_number'. */
    fields?: string[];
    changes?: { field: string; from: unknown; to: unknown }[];
    from?: Nullable<string>;
    to?: Nullable<string>;
    reasonCode?: Nullable<string>;
    role?: string;
    scopeType?: Role['scopeType'];
    kind?: string;
    count?: number;
  }>;
  scopeName: Nullable<string>;
  reasonText: Nullable<string>;
  createdAt: string;
  /** With a name only where the reader may know it. */
  actor?: Nullable<Resource & { fullName?: string }>;
  impersonator?: Nullable<Resource & { fullName?: string }>;
}

/** A list of people as a file. */
export interface Export extends Resource {
  resource: 'users' | 'applications';
  format: 'csv' | 'xlsx' | 'ods' | 'json';
  state: 'waiting' | 'ready' | 'failed';
  rows: number;
  expiresAt: string;
}

/** A device that is signed in. */
export interface Session extends Resource {
  /** 'Firefox, Windows'; empty when it is not known. */
  device: string;
  createdAt: string;
  usedAt: string;
  expiresAt: string;
  isCurrent: boolean;
  isImpersonation: boolean;
}

/** A yes or a no to one kind; the newest of a kind counts. */
export interface Consent extends Resource {
  kind: 'terms' | 'newsletter' | 'pool' | 'statistics' | 'guardian';
  isGiven: boolean;
  isCurrent: boolean;
  edition: Nullable<string>;
  createdAt: string;
}

export type Rate = 'instant' | 'daily' | 'weekly' | 'off';

/** How often somebody wants to hear of a kind, in the app or by mail. */
export interface NotificationPreference extends Resource {
  kind: string;
  channel: 'app' | 'email';
  rate: Rate;
  area: string;
  isMandatory: boolean;
}
