import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderComponent } from '../../../testing/testing.tsx';
import { SuggestField } from './suggest-field.tsx';

const PLACES = ['5310 Lindewaard', '5303 Ooststeeg'].map((value) => ({ value, label: value }));

function Place({ onTake }: { onTake: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <SuggestField
      name="near"
      label="Waar?"
      value={value}
      onChange={setValue}
      onTake={onTake}
      suggest={async () => PLACES}
      countLabel={(count) => `${count} plaatsen`}
    />
  );
}

async function renderField() {
  const onTake = vi.fn();
  await renderComponent(<Place onTake={onTake} />);
  return { onTake, user: userEvent.setup(), field: screen.getByRole('combobox', { name: 'Waar?' }) };
}

it('suggests while one types and tells how many there are', async () => {
  const { user, field } = await renderField();
  await user.type(field, '53');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('2 plaatsen');
});

it('is chosen from with the arrows and Enter', async () => {
  const { user, field, onTake } = await renderField();
  await user.type(field, '53');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
    '5303 Ooststeeg',
  );
  await user.keyboard('{Enter}');
  expect(field).toHaveProperty('value', '5303 Ooststeeg');
  expect(onTake).toHaveBeenCalledWith('5303 Ooststeeg', expect.any(String));
  expect(field.getAttribute('aria-expanded')).toBe('false');
});

it('goes up to the last one, and away with Escape', async () => {
  const { user, field, onTake } = await renderField();
  await user.type(field, '53');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('5303 Ooststeeg');
  await user.keyboard('{Escape}');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(field).toHaveProperty('value', '53');
  expect(onTake).not.toHaveBeenCalled();
});
