import { expect, test } from 'vitest';
import { renderComponent } from '../../testing/testing.tsx';
import { Breakable } from './breakable.tsx';

test('an address may go on at its signs, and is copied as it is', async () => {
  await renderComponent(
    <p data-testid="it">
      <Breakable>vrijwilligers.centrum@lindewaard.example</Breakable>
    </p>,
  );
  const shown = document.querySelector('[data-testid="it"]');
  expect(shown?.textContent).toBe('vrijwilligers.centrum@lindewaard.example');
  expect(shown?.innerHTML).toBe('vrijwilligers<wbr>.centrum<wbr>@lindewaard<wbr>.example');
});
