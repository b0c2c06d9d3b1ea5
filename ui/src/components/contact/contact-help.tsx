// The contact person under a screen on which somebody may be stuck. It comes after everything else.
import { lazy, Suspense } from 'react';
import { loadWords } from '../../lib/locale/i18n.ts';

const ContactCard = lazy(async () => {
  const [card] = await Promise.all([import('./contact-card.tsx'), loadWords(['contact'])]);
  return { default: card.ContactCard };
});

export function ContactHelp() {
  return (
    <Suspense fallback={null}>
      <ContactCard />
    </Suspense>
  );
}
