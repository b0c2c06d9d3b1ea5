import { describe, expect, test } from 'vitest';
import { analyticsHref, hrefOfTab, queryOfAnalytics, readAnalytics } from './analytics-url.ts';

const read = (address: string) => {
  const { pathname, search } = new URL(address, 'https://example.org');
  return readAnalytics(pathname, new URLSearchParams(search));
};

describe('the address of figures', () => {
  test.each([
    '/analytics',
    '/analytics/index-2',
    '/analytics?tab=vacancies',
    '/analytics?tab=applications&period=2026-q4&compare=none&theme=3',
    '/analytics?tab=hours&organization=12',
    '/analytics?period=2026-11&organization=12&center=2',
    '/analytics/index-2?period=2025&sort=-answered&page=3',
  ])('says which are looked at, and is the same again: %s', (address) => {
    expect(analyticsHref(read(address))).toBe(address);
  });

  test('holds in another language', () => {
    expect(read('/en/analytics/index-2').tab).toBe('organizations');
    expect(read('/en/analytics').tab).toBe('overview');
  });

  test('passes over what cannot be', () => {
    const state = read('/analytics?tab=secrets&period=yesterday&theme=a&organization=-1&sort=a b&page=x');
    expect(analyticsHref(state)).toBe('/analytics');
    expect(queryOfAnalytics(state)).toEqual({});
  });

  test('has a theme or an organisation, never both', () => {
    expect(queryOfAnalytics(read('/analytics?theme=3&organization=12'))).toEqual({ themeId: '3' });
  });

  test('keeps the period in another tab, and the choice where there are such figures', () => {
    const theme = read('/analytics?period=2025&theme=3');
    expect(hrefOfTab(theme, 'vacancies')).toBe('/analytics?tab=vacancies&period=2025&theme=3');
    expect(hrefOfTab(theme, 'hours')).toBe('/analytics?tab=hours&period=2025');
    const organization = read('/analytics?period=2025&organization=12');
    expect(hrefOfTab(organization, 'hours')).toBe('/analytics?tab=hours&period=2025&organization=12');
    expect(hrefOfTab(organization, 'organizations')).toBe('/analytics/index-2?period=2025');
    const list = read('/analytics/index-2?period=2025&theme=3&sort=name&page=2');
    expect(list.theme).toBe('');
    expect(hrefOfTab(list, 'volunteers')).toBe('/analytics?tab=volunteers&period=2025');
  });
});
