import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../testing/testing.tsx';
import { FilterLists } from './filter-lists.tsx';

const LISTS = [
  {
    name: 'activity_categories',
    title: 'Soort',
    options: [['eat', 'Samen eten'] as const, ['meet', 'Ontmoeten'] as const],
  },
  { name: 'target_groups', title: 'Voor wie', options: [['carers', 'Mantelzorgers'] as const] },
];

async function show(value: unknown) {
  const onChange = vi.fn();
  await renderComponent(
    <FilterLists
      id="f"
      label="Welke?"
      hint=""
      error={undefined}
      value={value}
      lists={LISTS}
      onChange={onChange}
    />,
  );
  for (const { title } of LISTS) await userEvent.click(screen.getByText(title));
  return onChange;
}

test('what is chosen is added to its own list', async () => {
  const onChange = await show({ activity_categories: ['eat'], target_groups: ['carers'] });
  await userEvent.click(screen.getByLabelText('Ontmoeten'));
  expect(onChange).toHaveBeenCalledWith({ activity_categories: ['eat', 'meet'], target_groups: ['carers'] });
});

test('a list with nothing chosen is left out, and a filter without lists is none', async () => {
  const onChange = await show({ activity_categories: ['eat'] });
  await userEvent.click(screen.getByLabelText('Samen eten'));
  expect(onChange).toHaveBeenCalledWith(undefined);
});
