// The resources as the ui sees them: flat, camelCase. Where schema.d.ts (generated) says otherwise, it is right.
import type { Import } from './import-resource.ts';
import type { Resource } from './jsonapi.ts';
import type { AuditEvent, Consent, InternalNote, RoleInvitation, Session } from './people-resources.ts';

type Nullable<T> = T | null;
export type Shades = Record<string, string>;

export interface Address extends Resource {
  street: Nullable<string>;
  houseNumber: Nullable<string>;
  postalCode: Nullable<string>;
  city: Nullable<string>;
  country: Nullable<string>;
  latitude: Nullable<number>;
  longitude: Nullable<number>;
}

export interface VolunteerCenterProfile extends Resource {
  websiteLogoUrl: Nullable<string>;
  websiteLogoDarkModeUrl: Nullable<string>;
  faviconUrl: Nullable<string>;
  gtagId: Nullable<string>;
  primaryColor: Nullable<string>;
  secondaryColor: Nullable<string>;
  tertiaryColor: Nullable<string>;
  mutedColor: Nullable<string>;
  backgroundColor: Nullable<string>;
  textColor: Nullable<string>;
  footerColumn1Title: Nullable<string>;
  footerColumn1Content: Nullable<string>;
  footerColumn2Title: Nullable<string>;
  footerColumn2Content: Nullable<string>;
  footerColumn3Title: Nullable<string>;
  footerColumn3Content: Nullable<string>;
  footerColumn4Title: Nullable<string>;
  footerColumn4Content: Nullable<string>;
  footerColumn6Title: Nullable<string>;
  footerColumn6Content: Nullable<string>;
  footerColumn8Title: Nullable<string>;
  footerColumn8Content: Nullable<string>;
  footerColumn1TitleEn: Nullable<string>;
  footerColumn1ContentEn: Nullable<string>;
  footerColumn2TitleEn: Nullable<string>;
  footerColumn2ContentEn: Nullable<string>;
  footerColumn3TitleEn: Nullable<string>;
  footerColumn3ContentEn: Nullable<string>;
  footerColumn4TitleEn: Nullable<string>;
  footerColumn4ContentEn: Nullable<string>;
  footerColumn6TitleEn: Nullable<string>;
  footerColumn6ContentEn: Nullable<string>;
  footerColumn8TitleEn: Nullable<string>;
  footerColumn8ContentEn: Nullable<string>;
  showAnbiLogo: boolean;
  showNovLogo: boolean;
}

export interface Theme extends Resource {
  fontSans: string;
  fontHeading: string;
  cssVariables: Record<string, string>;
  primaryColorPreset: Nullable<string>;
  primaryShades: Nullable<Shades>;
  secondaryColorPreset: Nullable<string>;
  secondaryShades: Nullable<Shades>;
  tertiaryColorPreset: Nullable<string>;
  tertiaryShades: Nullable<Shades>;
  mutedColorPreset: Nullable<string>;
  backgroundColor: Nullable<string>;
  textColor: Nullable<string>;
  defaultShape: 'rounded' | 'straight';
  headerFullWidth: boolean;
  headerVariant: 'tab' | 'legacy';
  headerSticky: boolean;
  headerLanguageToggle: boolean;
  headerCenterMenuItems: boolean;
  footerVariant: string;
  allowInactiveUsers: boolean;
  enableMovingOrganizations: boolean;
  staging: boolean;
}

export interface VolunteerCenter extends Resource {
  name: string;
  email: Nullable<string>;
  phoneNumber: Nullable<string>;
  website: Nullable<string>;
  host: Nullable<string>;
  locale: string;
  /** Who is younger needs the yes of a parent or guardian. */
  minimumAge?: number;
  allowGuestApplications?: boolean;
  reviewVacancies?: boolean;
  createdAt: string;
  profile?: Nullable<VolunteerCenterProfile>;
  theme?: Nullable<Theme>;
  address?: Nullable<Address>;
}

export type OrganizationType = 'NonProfit' | 'VolunteerCenter' | 'School';
export type OrganizationStatus = 'approved' | 'pending' | 'denied' | 'archived' | 'deleted';

export interface OrganizationProfile extends Resource {
  nonProfitTypeId: Nullable<string>;
  showOnSocialMap: boolean;
  activityTypeIds: string[];
}

export interface Organization extends Resource {
  name: string;
  email: Nullable<string>;
  phoneNumber: Nullable<string>;
  website: Nullable<string>;
  description: Nullable<string>;
  organizationType: OrganizationType;
  status: OrganizationStatus;
  kvkNumber: Nullable<string>;
  neighbourhoodInitiative: boolean;
  anbi: boolean;
  trusted: boolean;
  /** A School only: a mentor agrees before an application of a student goes out. For its managers. */
  mentorApproval?: boolean;
  contactName: Nullable<string>;
  denialReason: Nullable<string>;
  denialText?: Nullable<string>;
  volunteerCenterId: Nullable<string>;
  createdAt: string;
  vacanciesCount: number;
  responseDays: Nullable<number>;
  address?: Nullable<Address>;
  profile?: Nullable<OrganizationProfile>;
  volunteerCenter?: Nullable<VolunteerCenter>;
}

export interface Role extends Resource {
  name: string;
  scopeType: 'tenant' | 'volunteer_center' | 'organization' | 'school' | 'page';
  scopeId: Nullable<string>;
  scopeName: Nullable<string>;
  grantedByName: Nullable<string>;
  grantedAt: Nullable<string>;
  acceptedAt: Nullable<string>;
  expiresAt: Nullable<string>;
  userId: string;
}

export interface User extends Resource {
  firstName: string;
  lastName: string;
  fullName: string;
  email: string;
  phoneNumber: Nullable<string>;
  jobTitle: Nullable<string>;
  gender: Nullable<'male' | 'female' | 'other'>;
  /** A day: '1984-03-05'. */
  birthDate?: Nullable<string>;
  status: 'active' | 'invited' | 'inactive' | 'archived';
  locale: string;
  /** 1 is Monday. Empty: no digest. */
  digestDays: number[];
  /** Set where no mail goes to the address any more, as it came back three times in a row: when it did so last. */
  mailStoppedAt?: Nullable<string>;
  /** The new address, until it is confirmed there. Only of who looks, as what follows. */
  unconfirmedEmail?: Nullable<string>;
  colorMode?: 'system' | 'light' | 'dark';
  /** 'HH:MM' by the Dutch clock; both or neither. */
  quietFrom?: Nullable<string>;
  quietUntil?: Nullable<string>;
  signupMethod: string;
  volunteerCenterId: Nullable<string>;
  invitedAt?: Nullable<string>;
  lastSignInAt: Nullable<string>;
  createdAt: string;
  /** May take lists of people out of the product. */
  canExport?: boolean;
  roles?: Role[];
  organizations?: Organization[];
}

export type VacancyStatus = 'draft' | 'published' | 'filled' | 'expired' | 'archived' | 'deleted';
export type VacancyType = 'volunteering' | 'p2p' | 'one-on-one' | 'neighbour-help' | 'activity' | 'language';

/** The attributes that wait, as they will be. */
export interface VacancyRevision {
  vacancyType?: VacancyType;
  activityTypeIds?: string[];
  schedule?: Nullable<string>;
  hoursPerWeek?: Nullable<number>;
  tags?: string[];
  languages?: string[];
  requiredChecks?: string[];
  offer?: Nullable<string>;
  expenses?: Nullable<string>;
  imageUrl?: Nullable<string>;
  youtubeUrl?: Nullable<string>;
  title?: string;
  summary?: Nullable<string>;
  description?: string;
  requirements?: string[];
  online?: boolean;
  address?: Pick<Address, 'street' | 'houseNumber' | 'postalCode' | 'city'>;
  ageGroupIds?: string[];
  minAge?: Nullable<number>;
  /** Online again as soon as it is approved. */
  status?: 'published';
  expiresAt?: string;
}

export interface Vacancy extends Resource {
  title: string;
  slug: string;
  status: VacancyStatus;
  moderationState: 'none' | 'submitted' | 'needs_work' | 'approved' | 'refused';
  /** What the centre said with `needs_work` or `refused`. */
  moderationMessage?: Nullable<string>;
  /** What it is to say once the centre has read it. Only for those whose vacancy it is, and their centre. */
  revision?: Nullable<VacancyRevision>;
  revisionState?: Nullable<'submitted' | 'needs_work'>;
  revisionMessage?: Nullable<string>;
  /** Whether new words wait for the centre. */
  isReviewed?: Nullable<boolean>;
  publishAfterApproval?: boolean;
  vacancyType: VacancyType;
  summary: Nullable<string>;
  /** HTML that the server has cleaned. */
  description: Nullable<string>;
  requirements: string[];
  offer: Nullable<string>;
  hoursPerWeek: Nullable<number>;
  capacity: Nullable<number>;
  youtubeUrl: Nullable<string>;
  schedule: Nullable<string>;
  expenses: Nullable<string>;
  expiresAt: Nullable<string>;
  publishedAt: Nullable<string>;
  createdAt: string;
  organizationId: string;
  contactPersonId: Nullable<string>;
  contactPhoneVisible: boolean;
  ageGroupIds: string[];
  activityTypeIds: string[];
  tags: string[];
  online: boolean;
  minAge: Nullable<number>;
  languages: string[];
  requiredChecks: string[];
  imageUrl: Nullable<string>;
  viewCount: number;
  /** Null: there is no limit. */
  spotsLeft: Nullable<number>;
  /** Only for who may see the applications. */
  applicationsCount?: number;
  newApplicationsCount?: number;
  /** Days that the longest waiting applicant has had no answer. */
  waitingDays?: Nullable<number>;
  /** Null unless asked near a place. */
  distanceKm: Nullable<number>;
  city: Nullable<string>;
  postalCode: Nullable<string>;
  latitude: Nullable<number>;
  longitude: Nullable<number>;
  organizationName: string;
  responseDays: Nullable<number>;
  isFavorite?: boolean;
  organization?: Nullable<Organization>;
  contactPerson?: Nullable<User>;
  address?: Nullable<Address>;
}

export type ApplicationStage =
  | 'unconfirmed'
  | 'mentor_review'
  | 'new'
  | 'in_contact'
  | 'waitlisted'
  | 'offered'
  | 'accepted'
  | 'started'
  | 'completed'
  | 'rejected'
  | 'withdrawn'
  | 'closed';

export interface Application extends Resource {
  vacancyId: string;
  userId: Nullable<string>;
  name: string;
  firstName: Nullable<string>;
  lastName: Nullable<string>;
  email: Nullable<string>;
  phoneNumber: Nullable<string>;
  message: Nullable<string>;
  status: Nullable<'accepted' | 'rejected'>;
  stage: ApplicationStage;
  reasonCode: Nullable<string>;
  reasonText: Nullable<string>;
  closedBy: Nullable<string>;
  source: Nullable<string>;
  respondedAt: Nullable<string>;
  matchConfirmedAt: Nullable<string>;
  waitlistPosition: Nullable<number>;
  /** The School whose mentor has to agree first, and the mentor; while that is so. */
  schoolName?: Nullable<string>;
  mentorName?: Nullable<string>;
  /** Whole days without an answer; null once there was one, or when it is over. */
  waitingDays?: Nullable<number>;
  createdAt: string;
  vacancyTitle: string;
  organizationId: string;
  organizationName: string;
  vacancy?: Nullable<Vacancy>;
  user?: Nullable<User>;
  organization?: Nullable<Organization>;
}

/** Which mentor guides a student at a School. */
export interface StudentLink extends Resource {
  studentId: string;
  mentorId: string;
  organizationId: string;
  hourTarget: Nullable<number>;
  studentName: string;
  mentorName: string;
  organizationName: string;
  createdAt: string;
}

export interface Notification extends Resource {
  /** Which sentence, in i18n/notifications.json. */
  kind: string;
  /** What the sentence speaks of. */
  data: Readonly<Record<string, unknown>>;
  url: Nullable<string>;
  readAt: Nullable<string>;
  createdAt: string;
}

/** A tag, age group, activity type or kind of organisation. */
export interface Taxonomy extends Resource {
  kind: string;
  key: string;
  nameNl: string;
  nameEn: string;
  icon: Nullable<string>;
  position: number;
  count: number;
}

/** A place with a postcode, for "near". */
export interface Location extends Resource {
  postalCode: string;
  name: string;
  latitude: number;
  longitude: number;
}

/** One step in the history of an organisation, vacancy or application. */
export interface Transition extends Resource {
  from: Nullable<string>;
  to: string;
  event: string;
  reasonCode: Nullable<string>;
  reasonText: Nullable<string>;
  at: string;
  actorName: Nullable<string>;
  /** An admin was signed in as the actor: this one, unless the account is gone. */
  isImpersonation: boolean;
  impersonatorName: Nullable<string>;
  onBehalf: boolean;
}

/** Wire type to object: what `collection(type)` gives. */
export interface ResourceTypes {
  vacancies: Vacancy;
  organizations: Organization;
  applications: Application;
  student_links: StudentLink;
  users: User;
  volunteer_centers: VolunteerCenter;
  role_invitations: RoleInvitation;
  internal_notes: InternalNote;
  audit_events: AuditEvent;
  imports: Import;
  notifications: Notification;
  sessions: Session;
  consents: Consent;
  locations: Location;
  'taxonomies/tags': Taxonomy;
  'taxonomies/age_groups': Taxonomy;
  'taxonomies/activity_types': Taxonomy;
  'taxonomies/non_profit_types': Taxonomy;
}
