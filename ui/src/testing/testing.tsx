// For the tests of components: Dutch words and a router around what is drawn.
import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import components from '../i18n/components.nl.json';

export async function renderComponent(content: ReactNode) {
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({ lng: 'nl', interpolation: { escapeValue: false } });
  }
  if (!i18next.hasResourceBundle('nl', 'components'))
    i18next.addResourceBundle('nl', 'components', components);
  return render(content, { wrapper: ({ children }) => <MemoryRouter>{children}</MemoryRouter> });
}
