// The server's HTML in a page of the app. What needs the app in it is an island: an element that the server wrote, with a
// component within. Without the app, and until it is there, each island works as plain HTML.
import { memo, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { navigateTo } from '../navigation/navigation.ts';
import { followLinks } from './follow-links.ts';

export interface Island {
  /** Every element that comes to life so. */
  selector: string;
  /** What the app puts into the element, after what the server wrote there. */
  render: (place: HTMLElement) => ReactNode;
}

export interface ServerHtmlProps {
  html: string;
  islands?: readonly Island[];
  /** Adds behaviour to the elements themselves, without a component. Returns how to take it back. */
  enhance?: (page: HTMLElement) => () => void;
}

/** Another page of HTML is another component: what hangs in the old one goes with it. */
export function ServerHtml(props: ServerHtmlProps) {
  return <Page key={props.html} {...props} />;
}

interface Place {
  key: string;
  element: HTMLElement;
  island: Island;
}

const NO_ISLANDS: readonly Island[] = [];

function placesIn(page: HTMLElement, islands: readonly Island[]): Place[] {
  return islands.flatMap((island, kind) =>
    [...page.querySelectorAll<HTMLElement>(island.selector)].map((element, at) => ({
      key: `${kind}-${at}`,
      element,
      island,
    })),
  );
}

function Page({ html, islands = NO_ISLANDS, enhance }: ServerHtmlProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<readonly Place[]>([]);
  useLayoutEffect(() => {
    const page = ref.current;
    if (!page) return undefined;
    setPlaces(placesIn(page, islands));
    const undo = [followLinks(page, navigateTo), enhance?.(page)];
    return () => {
      for (const each of undo) each?.();
    };
  }, [islands, enhance]);
  return (
    <>
      <Html ref={ref} html={html} />
      {places.map(({ key, element, island }) =>
        createPortal(<Suspense>{island.render(element)}</Suspense>, element, key),
      )}
    </>
  );
}

const Html = memo(function Html({ ref, html }: { ref: RefObject<HTMLDivElement | null>; html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the server's own templates, which escape; the policy of the page forbids inline script besides
  return <div ref={ref} dangerouslySetInnerHTML={{ __html: html }} />;
});
