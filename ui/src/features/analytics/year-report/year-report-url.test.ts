// What the address of a yearly report says.
import { expect, test } from 'vitest';
import { EDIT_PATH, queryOfYearReport, readYearReport, yearReportHref } from './year-report-url.ts';

test.each([
  ['', { year: '', center: '' }, '/analytics/year-report', {}],
  ['year=2025', { year: '2025', center: '' }, '/analytics/year-report?year=2025', { year: '2025' }],
  [
    'year=2024&center=2',
    { year: '2024', center: '2' },
    '/analytics/year-report?year=2024&center=2',
    { year: '2024', centerId: '2' },
  ],
  ['year=25&center=two', { year: '', center: '' }, '/analytics/year-report', {}],
])('%s', (search, state, href, query) => {
  const read = readYearReport(new URLSearchParams(search));
  expect(read).toEqual(state);
  expect(yearReportHref(read)).toBe(href);
  expect(queryOfYearReport(read)).toEqual(query);
});

test('the texts of a year have an address of their own', () => {
  expect(yearReportHref({ year: '2025', center: '' }, EDIT_PATH)).toBe(
    '/analytics/year-report/edit?year=2025',
  );
});
