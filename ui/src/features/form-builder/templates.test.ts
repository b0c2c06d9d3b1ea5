import { expect, it } from 'vitest';
import { englishTitle, TEMPLATES, templateForm } from './templates.ts';

it('a form that gets a name of its own keeps no English title of a template', () => {
  for (const template of TEMPLATES) {
    const { title, titleEn } = templateForm(template) as { title: string; titleEn: string };
    expect(englishTitle({ title, titleEn }, 'Aanmelden voor de burendag')).toBe('');
    expect(englishTitle({ title, titleEn }, title)).toBe(titleEn);
  }
});

it('an English title that somebody typed stays', () => {
  const before = { title: 'Nieuw formulier', titleEn: 'Neighbours’ day' };
  expect(englishTitle(before, 'Burendag')).toBe('Neighbours’ day');
  expect(englishTitle({ title: 'Burendag', titleEn: 'New form' }, 'Burendag 2027')).toBe('New form');
});
