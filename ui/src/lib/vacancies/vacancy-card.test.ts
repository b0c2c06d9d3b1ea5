// The drawings of a list: each of its kinds has two, and what is used least goes first.
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { Vacancy } from '../../api/schema.d.ts';
import { cardsOf } from './vacancy-card.ts';

const t = ((key: string) => key) as unknown as TFunction<'vacancies-public'>;

const vacancy = (id: number, more: Partial<Vacancy> = {}): Vacancy =>
  ({ id: String(id), title: `Vacature ${id}`, tags: [], activityTypeIds: [], ...more }) as unknown as Vacancy;

const drawn = (vacancies: readonly Vacancy[]): string[] =>
  cardsOf(t, vacancies).map(({ words }) => words.image.src);

test('a drawing comes back only when all of its kind were used, and never beside itself', () => {
  const own = vacancy(3, { imageUrl: '/uploads/a.svg' });
  // Not two beside each other is not enough: the third is not the first again while the other is there.
  expect(drawn([vacancy(1), own, vacancy(2), vacancy(4)])).toEqual([
    '/img/koffie.svg',
    '/uploads/a.svg',
    '/img/koffie-2.svg',
    '/img/koffie.svg',
  ]);
  const chosen = vacancy(5, { imageUrl: '/img/taal.svg' });
  expect(drawn([chosen, own, chosen])).toEqual(['/img/taal.svg', '/uploads/a.svg', '/img/taal-2.svg']);
  expect(drawn([own, own])).toEqual(['/uploads/a.svg', '/uploads/a.svg']);
});
