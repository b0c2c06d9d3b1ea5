// What a file must be before it is sent, and what its columns can hold. Pure.
import type { ImportColumn } from '../../api/choices.ts';
import type { Import } from '../../api/schema.d.ts';

/** What the table is of. */
export type ImportKind = Import['resource'];

export const LARGEST_FILE = 10 * 1024 * 1024;
export const MOST_ROWS: Readonly<Record<ImportKind, number>> = { users: 10_000, organizations: 10_000 };
export const ACCEPTED = ['.csv', '.xlsx', '.ods'] as const;

/** The words that the server has for what a column holds. */
export const FIELDS = {
  users: [
    'email',
    'first_name',
    'infix',
    'last_name',
    'name',
    'phone_number',
    'job_title',
    'gender',
    'birth_date',
    'locale',
    'role',
    'organization',
  ],
  organizations: [
    'name',
    'kvk_number',
    'neighbourhood_initiative',
    'website',
    'email',
    'phone_number',
    'contact_name',
    'description',
    'street',
    'house_number',
    'postal_code',
    'city',
  ],
} as const satisfies Readonly<Record<ImportKind, readonly ImportColumn['field'][]>>;

/** Without this column nothing is taken in. */
export const NEEDED = { users: 'email', organizations: 'name' } as const;

/** What a table to start from holds: what most have, in the order in which one writes it. */
export const IN_TEMPLATE = {
  users: ['first_name', 'infix', 'last_name', 'email', 'phone_number', 'role'],
  organizations: ['name', 'kvk_number', 'website', 'email', 'street', 'house_number', 'postal_code', 'city'],
} as const;

export type FileProblem = 'size' | 'kind' | 'empty';

export function fileProblem({ name, size }: { name: string; size: number }): FileProblem | null {
  if (size > LARGEST_FILE) return 'size';
  if (!ACCEPTED.some((ending) => name.toLowerCase().endsWith(ending))) return 'kind';
  return size === 0 ? 'empty' : null;
}

export type Field = ImportColumn['field'];
export type Mapping = readonly Field[];

export const mappingOf = (columns: readonly ImportColumn[]): Mapping => columns.map(({ field }) => field);

/** A field is in one column only: taking it here frees it elsewhere. */
export function withField(mapping: Mapping, at: number, field: Field): Mapping {
  return mapping.map((each, index) => (index === at ? field : each === field ? null : each));
}

export const isSame = (one: Mapping, other: Mapping): boolean => one.join() === other.join();

/** A table to start from, which office programs open as it is. */
export function templateOf(headers: readonly string[], example: readonly string[]): string {
  const line = (cells: readonly string[]): string => cells.map(quoted).join(';');
  return `\uFEFF${line(headers)}\r\n${line(example)}\r\n`;
}

const quoted = (cell: string): string => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
