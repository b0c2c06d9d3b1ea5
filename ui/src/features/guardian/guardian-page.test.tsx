import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const question = wire('guardian_consents', '1', {
  first_name: 'Noor',
  last_name: 'Bakker',
  center_name: 'Meedoen in Lindewaard',
  minimum_age: 16,
  is_given: false,
  expires_at: '2026-12-05T09:00:00Z',
});

const focused = () => document.activeElement?.textContent;

test('who says no is asked whether they are sure, and the focus goes along and back', async () => {
  const server = fakeServer({ 'POST /api/v1/guardian_consents/show': oneOf(question) });
  await render('/toestemming?token=t', { server });
  await userEvent.click(await screen.findByRole('button', { name: 'Geen toestemming: account verwijderen' }));
  expect(focused()).toBe('Weet je het zeker?');
  await userEvent.click(screen.getByRole('button', { name: 'Terug' }));
  expect(focused()).toBe('Geef je toestemming?');
  expect(server.calls.some((call) => call.address.endsWith('/answer'))).toBe(false);
});
