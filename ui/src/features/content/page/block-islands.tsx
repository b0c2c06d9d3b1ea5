// What comes to life in the blocks of a page: hearts on vacancies, a search of places, forms that are filled in without
// leaving the page; and photos and news that are pushed aside.
import { lazy, useEffect } from 'react';
import { SaveButton } from '../../../components/actions/button.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import type { Island } from '../../../lib/server-page/server-html.tsx';
import { followFavorites, isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import '../blocks/styles.ts';

const PageForm = lazy(async () => {
  const [{ PageForm: Part }] = await Promise.all([import('./page-form.tsx'), loadWords(['forms'])]);
  return { default: Part };
});

const HeroPlace = lazy(async () => {
  const [{ HeroPlace: Part }] = await Promise.all([
    import('./hero-place.tsx'),
    loadWords(['vacancies-public']),
  ]);
  return { default: Part };
});

export const BLOCK_ISLANDS: readonly Island[] = [
  { selector: '.vacancy-card', render: (place) => <CardHeart card={place} /> },
  { selector: '.hero-search .field:has([name="near"])', render: (place) => <HeroPlace place={place} /> },
  {
    selector: '[data-block="BuilderForm"] .form-block',
    render: (place) => {
      const action = place.querySelector('form')?.getAttribute('action') ?? '';
      const address = /\/forms\/([\w-]+)$/.exec(action)?.[1];
      return address ? <PageForm address={address} place={place} /> : null;
    },
  },
];

/** The first view does without it: each part works as plain HTML until it is there. */
export function enhanceBlocks(page: HTMLElement): () => void {
  let isGone = false;
  let undo = (): void => undefined;
  import('../blocks/enhance.ts').then(
    ({ enhance }) => {
      if (!isGone) undo = enhance(page, { navigate: navigateTo });
    },
    () => undefined,
  );
  return () => {
    isGone = true;
    undo();
  };
}

function CardHeart({ card }: { card: HTMLElement }) {
  useEffect(followFavorites, []);
  const link = card.querySelector<HTMLAnchorElement>('.vacancy-link');
  const id = /\/vacancies\/(\d+)$/.exec(link?.pathname ?? '')?.[1];
  if (!id) return null;
  const title = link?.textContent ?? '';
  const vacancy = { id, title, isFavorite: false };
  return (
    <SaveButton saved={isFavorite(vacancy)} title={title} onToggle={() => void toggleFavorite(vacancy)} />
  );
}
