import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { describe, expect, test, vi } from 'vitest';
import type { ActivityMapPlace } from '../../api/calls.ts';
import { language } from '../../lib/locale/language.ts';
import { renderComponent } from '../../testing/testing.tsx';
import { ActivityPlaces, popupOf } from './activity-places.tsx';
import words from './social-map.nl.json';

const PLACE: ActivityMapPlace = {
  id: '7',
  name: 'De <b>Linde</b>',
  city: 'Lindewaard',
  latitude: 52,
  longitude: 5,
  isExact: true,
  activitiesCount: 4,
  next: [
    {
      activityId: '12',
      title: 'Samen eten',
      slug: 'samen-eten',
      day: '2026-12-08',
      startsLocal: '2026-12-08T17:30',
      allDay: false,
    },
  ],
};

async function renderPlaces(places: readonly ActivityMapPlace[], isOn: boolean, onSwitch = vi.fn()) {
  await renderComponent(<div />);
  i18next.addResourceBundle('nl', 'social-map', words);
  await renderComponent(<ActivityPlaces places={places} isOn={isOn} onSwitch={onSwitch} />);
  return onSwitch;
}

describe('activities on the map', () => {
  test('open with the name of the place and links to what is next there', () => {
    language.value = 'en';
    const popup = popupOf(PLACE);
    language.value = 'nl';
    expect(popup.textContent).toContain('De <b>Linde</b>, Lindewaard');
    const link = popup.querySelector('a');
    expect(link?.getAttribute('href')).toBe('/en/activiteitenkalender/12-samen-eten?datum=2026-12-08');
    expect(link?.textContent).toBe('Samen eten');
    expect(popup.querySelector('li span')?.textContent).toBe('Tuesday 8 December, 17:30');
  });

  test('are a list too, for who cannot use the map', async () => {
    await renderPlaces([PLACE], true);
    await userEvent.click(screen.getByText('Deze activiteiten als lijst'));
    const link = screen.getByRole('link', { name: 'Samen eten' });
    expect(link.getAttribute('href')).toBe('/activiteitenkalender/12-samen-eten?datum=2026-12-08');
    screen.getByText('en nog 3 activiteiten');
  });

  test('can be put off', async () => {
    const onSwitch = await renderPlaces([PLACE], true);
    await userEvent.click(screen.getByRole('checkbox', { name: /Activiteiten op de kaart/ }));
    expect(onSwitch).toHaveBeenCalledWith(false);
  });

  test('have no list when they are off, and no switch where there are none', async () => {
    await renderPlaces([PLACE], false);
    expect(screen.queryByText('Deze activiteiten als lijst')).toBeNull();
    document.body.innerHTML = '';
    await renderPlaces([], true);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
