import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../../testing/testing.tsx';
import { type Column, DataTable, type DataTableProps } from './data-table.tsx';
import { NOTHING_CHOSEN, type Selection } from './table-selection.ts';
import { BulkBar } from './table-tools.tsx';

interface Row {
  id: string;
  title: string;
}

const ROWS: readonly Row[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Vacature ${id}` }));
const COLUMNS: readonly Column<Row>[] = [
  { key: 'title', title: 'Vacature', isTitle: true, sortKey: 'title', render: (row) => row.title },
  { key: 'id', title: 'Nummer', render: (row) => row.id },
];

function Table(props: Partial<DataTableProps<Row>>) {
  const [selection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  return (
    <DataTable
      caption="Vacatures"
      columns={COLUMNS}
      rows={ROWS}
      rowId={(row) => row.id}
      rowLabel={(row) => row.title}
      selection={selection}
      onSelection={setSelection}
      bulkBar={
        <BulkBar
          selection={selection}
          total={40}
          onChooseAll={() => setSelection({ kind: 'all' })}
          onClear={() => setSelection(NOTHING_CHOSEN)}
        >
          <button type="button">Archiveer</button>
        </BulkBar>
      }
      {...props}
    />
  );
}

const box = (id: string) => screen.getByRole('checkbox', { name: `Kiezen: Vacature ${id}` });
const head = () =>
  within(screen.getByRole('table')).getByRole('checkbox', { name: 'Alles op deze pagina kiezen' });

describe('choosing rows', () => {
  it('shows no bar while nothing is chosen, then how many', async () => {
    await renderComponent(<Table />);
    expect(screen.queryByText('Archiveren')).toBeNull();
    await userEvent.click(box('a'));
    expect(screen.getByRole('group', { name: '1 gekozen' })).toBeTruthy();
    expect(head()).toHaveProperty('indeterminate', true);
  });

  it('takes all of the page, then every one of the list, then none', async () => {
    await renderComponent(<Table />);
    await userEvent.click(head());
    expect(screen.getByText('4 gekozen')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Alle 40 kiezen' }));
    expect(screen.getByText('40 gekozen')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Keuze wissen' }));
    expect(screen.queryByText(/gekozen/)).toBeNull();
  });

  it('takes a range with Shift', async () => {
    await renderComponent(<Table />);
    await userEvent.click(box('a'));
    fireEvent.pointerDown(box('c'), { shiftKey: true });
    fireEvent.click(box('c'));
    expect(screen.getByText('3 gekozen')).toBeTruthy();
  });
});

describe('sorting', () => {
  it('is told by a button and said by aria-sort', async () => {
    const onSort = vi.fn();
    await renderComponent(<Table sort={{ key: 'title', direction: 'ascending' }} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Vacature' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    expect(screen.getByRole('columnheader', { name: 'Nummer' }).getAttribute('aria-sort')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Vacature' }));
    expect(onSort).toHaveBeenCalledWith({ key: 'title', direction: 'descending' });
  });
});

it('each cell carries its column’s name for the cards of a phone', async () => {
  await renderComponent(<Table />);
  expect(screen.getByRole('cell', { name: 'b' }).getAttribute('data-label')).toBe('Nummer');
});
