// What a table and a column are called: in words where there are some, else by the name that is stored.
import { useTranslation } from 'react-i18next';

const TABLES = [
  'users',
  'roles',
  'consents',
  'volunteer_profiles',
  'student_links',
  'checks',
  'notifications',
  'vacancies',
  'applications',
  'hours_entries',
  'conversations',
  'messages',
  'activities',
  'activity_registrations',
  'abuse_reports',
  'organizations',
  'addresses',
  'places',
  'pages',
  'forms',
  'form_submissions',
  'newsletters',
  'newsletter_subscribers',
  'uploads',
  'taxonomies',
  'volunteer_centers',
  'audit_events',
  'sessions',
  'outbox',
  'exports',
  'imports',
  'data_viewer_disclosures',
] as const;
type NamedTable = (typeof TABLES)[number];

const COLUMNS = [
  'id',
  'rowid',
  'user_id',
  'organization_id',
  'vacancy_id',
  'volunteer_center_id',
  'application_id',
  'activity_id',
  'conversation_id',
  'actor_id',
  'first_name',
  'last_name',
  'name',
  'title',
  'email',
  'phone_number',
  'status',
  'stage',
  'kind',
  'locale',
  'message',
  'reason',
  'created_at',
  'updated_at',
  'version',
] as const;
type NamedColumn = (typeof COLUMNS)[number];

const isNamedTable = (name: string): name is NamedTable => (TABLES as readonly string[]).includes(name);
const isNamedColumn = (name: string): name is NamedColumn => (COLUMNS as readonly string[]).includes(name);

/** The words for a name, or the name itself. */
export function useNames() {
  const { t } = useTranslation('data-viewer');
  return {
    tableName: (name: string): string => (isNamedTable(name) ? t(`table.${name}`) : name),
    columnName: (name: string): string => (isNamedColumn(name) ? t(`column.${name}`) : name),
  };
}

export function TableName({ name }: { name: string }) {
  const { tableName } = useNames();
  return isNamedTable(name) ? tableName(name) : <code>{name}</code>;
}

export function ColumnName({ name }: { name: string }) {
  const { columnName } = useNames();
  return isNamedColumn(name) ? columnName(name) : <code>{name}</code>;
}
