// The blocks of a page as the server wrote them, brought to life: links stay in the app, photos can be leafed through,
// hearts on vacancies, and forms that are filled in without leaving the page.
import { lazy, memo, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { SaveButton } from '../../../components/actions/button.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
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

interface Card {
  element: HTMLElement;
  id: string;
  title: string;
}

interface FormPlace {
  element: HTMLElement;
  /** Of the form: its id or its address. */
  address: string;
}

interface Parts {
  cards: readonly Card[];
  forms: readonly FormPlace[];
  /** Fields that ask for a place. */
  places: readonly HTMLElement[];
}

const NOTHING: Parts = { cards: [], forms: [], places: [] };

function partsOf(container: HTMLElement): Parts {
  const cards = [...container.querySelectorAll<HTMLElement>('.vacancy-card')].flatMap((element) => {
    const link = element.querySelector<HTMLAnchorElement>('.vacancy-link');
    const id = /\/vacancies\/(\d+)$/.exec(link?.pathname ?? '')?.[1];
    return id ? [{ element, id, title: link?.textContent ?? '' }] : [];
  });
  const forms = [
    ...container.querySelectorAll<HTMLElement>('[data-block="BuilderForm"] .form-block'),
  ].flatMap((element) => {
    const action = element.querySelector('form')?.getAttribute('action') ?? '';
    const address = /\/forms\/([\w-]+)$/.exec(action)?.[1];
    return address ? [{ element, address }] : [];
  });
  const places = [...container.querySelectorAll<HTMLElement>('.hero-search .field:has([name="near"])')];
  return { cards, forms, places };
}

/** Another text of HTML is another component: what hangs in the old one goes with it. */
export function PageBlocks({ html, className }: { html: string; className?: string }) {
  return <Blocks key={html} html={html} className={className} />;
}

function Blocks({ html, className = 'content-html' }: { html: string; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  const [{ cards, forms, places }, setParts] = useState<Parts>(NOTHING);
  useLayoutEffect(() => {
    const container = ref.current;
    if (!container) return undefined;
    setParts(partsOf(container));
    // The first view does without it: each part works as plain HTML until it is there.
    let isGone = false;
    let undo = (): void => undefined;
    import('../blocks/enhance.ts').then(
      ({ enhance }) => {
        if (!isGone) undo = enhance(container, { navigate: navigateTo });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      undo();
    };
  }, []);
  useEffect(() => (cards.length > 0 ? followFavorites() : undefined), [cards.length]);
  return (
    <>
      <Html ref={ref} html={html} className={className} />
      {cards.map(({ element, id, title }, at) =>
        createPortal(<Heart id={id} title={title} />, element, `${at}-${id}`),
      )}
      {places.map((element, at) =>
        createPortal(
          <Suspense>
            <HeroPlace place={element} />
          </Suspense>,
          element,
          `place-${at}`,
        ),
      )}
      {forms.map(({ element, address }) =>
        createPortal(
          <Suspense>
            <PageForm address={address} place={element} />
          </Suspense>,
          element,
          address,
        ),
      )}
    </>
  );
}

interface HtmlProps {
  ref: RefObject<HTMLDivElement | null>;
  html: string;
  className: string;
}

const Html = memo(function Html({ ref, html, className }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the server from cleaned content; the policy of the page forbids inline script besides
  return <div ref={ref} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
});

function Heart({ id, title }: { id: string; title: string }) {
  return (
    <SaveButton
      saved={isFavorite({ id, isFavorite: false })}
      title={title}
      onToggle={() => void toggleFavorite({ id, title, isFavorite: false })}
    />
  );
}
