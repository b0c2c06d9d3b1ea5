// A list of people on its way in, as the ui sees it.
import type { Resource } from './jsonapi.ts';

type Nullable<T> = T | null;

export interface ImportColumn {
  header: string;
  samples: string[];
  field: Nullable<string>;
}

export interface ImportFault {
  /** The line in the file, counted from 1. */
  line: number;
  column: Nullable<string>;
  value: string;
  rule: string;
  reason: string;
}

export interface ImportPerson {
  line: number;
  email: string;
  name: string;
  role: Nullable<string>;
  organization: Nullable<string>;
}

export interface ImportReport {
  /** False while no column holds the e-mail addresses. */
  isReadable: boolean;
  new: number;
  known: number;
  repeated: number;
  faulty: number;
  faults: ImportFault[];
  people: ImportPerson[];
}

export interface ImportResult {
  added: number;
  invited: number;
  known: number;
  repeated: number;
  faulty: number;
}

/** A table of people on its way in. */
export interface Import extends Resource {
  fileName: string;
  state: 'uploaded' | 'done';
  columns: ImportColumn[];
  rows: number;
  report: ImportReport;
  result: Nullable<ImportResult>;
  createdAt: string;
}
