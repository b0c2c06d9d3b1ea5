import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../testing/testing.tsx';
import { FoldedFilters } from './folded-filters.tsx';

function Filters({ start }: { start: string }) {
  const [role, setRole] = useState(start);
  const [place, setPlace] = useState('');
  const any = { value: '', label: 'Alles' };
  return (
    <FoldedFilters
      filters={[
        {
          label: 'Rol',
          value: role,
          options: [any, { value: 'mentor', label: 'Begeleider' }],
          onChange: setRole,
        },
        { label: 'Plek', value: place, options: [any, { value: '1', label: 'Noord' }], onChange: setPlace },
      ]}
    />
  );
}

const onScreen = (isTablet: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isTablet,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));

test('on a phone one button says how many filters are chosen, and holds them', async () => {
  onScreen(false);
  const user = userEvent.setup();
  await renderComponent(<Filters start="mentor" />);
  expect(screen.queryByRole('combobox')).toBeNull();
  const button = screen.getByRole('button', { name: 'Filters (1)' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Plek' }), '1');
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeTruthy();
});

test('what is chosen stays in sight, can be taken away, and the focus goes to the button', async () => {
  onScreen(false);
  const user = userEvent.setup();
  await renderComponent(<Filters start="mentor" />);
  await user.click(screen.getByRole('button', { name: 'Verwijderen: Begeleider' }));
  expect(screen.queryByRole('button', { name: 'Verwijderen: Begeleider' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' }));
});

test('on a wide screen the filters stand there', async () => {
  onScreen(true);
  await renderComponent(<Filters start="" />);
  expect(screen.getAllByRole('combobox')).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
});
