// Names for the choices of attributes that several screens speak of. The choices themselves are the server's.
import type {
  Application,
  Import,
  Operations,
  Organization,
  VacancyAttributes,
  VacancyInput,
} from './schema.d.ts';

export type ApplicationStage = Application['stage'];
export type OrganizationType = Organization['organizationType'];
export type OrganizationStatus = Organization['status'];
export type VacancyStatus = VacancyAttributes['status'];
export type VacancyType = VacancyAttributes['vacancyType'];

type PreferenceChoice = Operations['PATCH /notification_preferences']['body']['preferences'][number];
export type Rate = PreferenceChoice['rate'];

/** What of a vacancy waits to be read: attributes as they will be, and a state it will have. */
export type VacancyRevision = VacancyInput & Partial<Pick<VacancyAttributes, 'status'>>;

export type ImportColumn = Import['columns'][number];
export type ImportReport = Import['report'];
export type ImportFault = ImportReport['faults'][number];
export type ImportPerson = ImportReport['people'][number];
export type ImportOrganization = ImportReport['organizations'][number];
export type ImportResult = NonNullable<Import['result']>;
