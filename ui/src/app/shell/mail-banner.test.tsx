// Whose address refuses mail is told so on every screen, for as long as it is so.
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { isMailStopped } from '../../lib/session.ts';
import { render } from '../../testing/render.tsx';
import type { RouteRow } from '../route-row.ts';

const rows: RouteRow[] = [
  {
    path: '/vacancies',
    titleKey: 'myVacancies.title',
    load: async () => ({ default: () => <h1>Mijn vacatures</h1> }),
  },
];

beforeEach(() => {
  isMailStopped.value = false;
});

test('the person reads which address it is and where to mend it', async () => {
  await render('/vacancies', { rows, as: 'volunteer' });
  expect(screen.queryByRole('region', { name: 'Je mail komt niet aan' })).toBeNull();
  act(() => {
    isMailStopped.value = true;
  });
  const banner = await screen.findByRole('region', { name: 'Je mail komt niet aan' });
  expect(banner.textContent).toContain('joke@example.org');
  expect(banner.querySelector('a')?.getAttribute('href')).toBe('/profile-edit/email');
});
