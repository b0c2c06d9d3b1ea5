// What a work list is told: its rows and columns, where they come from, what can be done with them.
import type { ReactNode } from 'react';
import type { IconName } from '../media/icon.tsx';
import type { Column, Sort } from '../table/data-table.tsx';
import type { Selection } from '../table/table-selection.ts';
import type { AnyDecision } from './decisions.ts';

export interface WorkColumn<Row> extends Column<Row> {
  /** Where it stands when there is no room for columns: beside the title, below it, or as a sign. Else it is left out. */
  compact?: 'aside' | 'below' | 'sign' | undefined;
}

export interface ListData<Row> {
  items: readonly Row[];
  total: number;
  pages: number;
  status: 'idle' | 'pending' | 'success' | 'error';
  refresh: () => Promise<void>;
}

export interface ListView {
  label: string;
  href: string;
  count?: number | undefined;
  current?: boolean | undefined;
}

export interface Paging {
  page: number;
  size: number;
  hrefFor: (page: number) => string;
  onSize: (size: number) => void;
  summary: (from: number, to: number) => string;
}

/** Something for all that is chosen, also on other pages. */
export interface BulkAction {
  name: string;
  label: string;
  icon?: IconName | undefined;
  run: (selection: Selection) => void;
}

export interface WorkListProps<Row> {
  /** Under which name its columns and views are kept: 'applications'. */
  name: string;
  /** Whose decisions its rows are about: 'applications'. */
  type: string;
  /** Who looks: views are kept per person. */
  person: string;
  /** What the list holds and in which order, for a screen reader. */
  caption: string;
  list: ListData<Row>;
  columns: readonly WorkColumn<Row>[];
  hiddenAtFirst?: readonly string[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** The screen of its own. */
  rowHref: (row: Row) => string;
  /** People show their initials where the tick box is. */
  hasFaces?: boolean;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  paging: Paging;
  views: readonly ListView[];
  /** Search and filters. */
  tools?: ReactNode;
  rowMenu?: ((row: Row) => ReactNode) | undefined;
  decisions?: readonly AnyDecision<Row>[];
  bulk?: readonly BulkAction[];
  /** Whether every row of the list can be chosen, also on other pages. */
  canChooseAll?: boolean;
  /** Another number: what was chosen is dealt with. */
  round?: number;
  panel: (row: Row) => ReactNode;
  empty: ReactNode;
  /** After a decision was sent: the list is asked for anew. */
  onChanged: () => void;
}
