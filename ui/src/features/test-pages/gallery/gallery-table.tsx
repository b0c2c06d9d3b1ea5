// The work table, for the developer page.
import { useState } from 'react';
import { Button } from '../../../components/actions/button.tsx';
import { MenuButton } from '../../../components/actions/menu.tsx';
import { SilenceWarning, StatusBadge, Tag } from '../../../components/content/badge.tsx';
import { type Column, DataTable, type Sort } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { NOTHING_CHOSEN, type Selection } from '../../../components/table/table-selection.ts';
import {
  BulkBar,
  ColumnChoice,
  SavedFilters,
  TableFilter,
  TableSearch,
  TableTools,
} from '../../../components/table/table-tools.tsx';
import { ROWS, type SampleRow, WORDS } from './gallery-samples.ts';

const TEXT = {
  caption: 'Vacatures die binnen 3 weken aflopen, op einddatum',
  all: 'Alles',
  expiring: 'Loopt af binnen 3 weken',
  review: 'Te beoordelen',
  status: 'Status',
  anyStatus: 'Elke status',
  search: 'Zoek op titel of organisatie',
  extend: 'Verleng',
  labels: 'Wijzig labels',
  fresh: 'nieuw',
  summary: '1 tot 4 van 14',
} as const;

const COLUMNS: readonly Column<SampleRow>[] = [
  {
    key: 'title',
    title: 'Vacature',
    sortKey: 'title',
    isTitle: true,
    render: (row) => (
      <>
        <a className="row-title" href={`/vacancies/${row.id}`}>
          {row.title}
        </a>
        <small>{row.organisation}</small>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: () => <StatusBadge tone="success">{WORDS.online}</StatusBadge>,
  },
  {
    key: 'often',
    title: 'Hoe vaak',
    noWrap: true,
    fromTablet: true,
    render: () => WORDS.weekly,
  },
  {
    key: 'applications',
    title: 'Aanmeldingen',
    isNumber: true,
    render: (row) => (
      <>
        {row.fresh > 0 ? <Tag warm>{`${row.fresh} ${TEXT.fresh}`}</Tag> : null}{' '}
        <a href="/applications">{row.applications}</a>
      </>
    ),
  },
  {
    key: 'silence',
    title: 'Wacht op antwoord',
    isEmpty: (row) => row.silence === 0,
    render: (row) => (row.silence > 0 ? <SilenceWarning days={row.silence} /> : null),
  },
  { key: 'ends', title: 'Loopt af', sortKey: 'expires_at', noWrap: true, render: (row) => row.ends },
];

export function GalleryTable() {
  const [selection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const [sort, setSort] = useState<Sort>({ key: 'expires_at', direction: 'ascending' });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  return (
    <>
      <SavedFilters
        filters={[
          { label: TEXT.all, href: '?filter=all', count: 214 },
          { label: TEXT.review, href: '?filter=review', count: 4 },
          { label: TEXT.expiring, href: '?filter=expiring', count: 14, current: true },
        ]}
        onSave={() => undefined}
      />
      <TableTools>
        <TableSearch value={search} onChange={setSearch} placeholder={TEXT.search} />
        <TableFilter
          label={TEXT.status}
          value=""
          options={[{ value: '', label: TEXT.anyStatus }]}
          onChange={() => undefined}
        />
        <ColumnChoice columns={COLUMNS.slice(1)} hidden={hidden} onChange={setHidden} />
      </TableTools>
      <DataTable
        caption={TEXT.caption}
        columns={COLUMNS.filter((column) => !hidden.has(column.key))}
        rows={ROWS.filter((row) => row.title.toLowerCase().includes(search.toLowerCase()))}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        sort={sort}
        onSort={setSort}
        selection={selection}
        onSelection={setSelection}
        rowMenu={(row) => (
          <MenuButton
            label={`${WORDS.menu} ${row.title}`}
            entries={[{ label: WORDS.danger, icon: 'trash', danger: true }]}
          />
        )}
        bulkBar={
          <BulkBar
            selection={selection}
            total={14}
            onChooseAll={() => setSelection({ kind: 'all' })}
            onClear={() => setSelection(NOTHING_CHOSEN)}
          >
            <Button icon="calendar">{TEXT.extend}</Button>
            <Button icon="pen">{TEXT.labels}</Button>
          </BulkBar>
        }
      />
      <Pagination
        page={4}
        pages={9}
        hrefFor={(page) => `?page=${page}`}
        summary={TEXT.summary}
        size={20}
        onSize={() => undefined}
      />
    </>
  );
}
