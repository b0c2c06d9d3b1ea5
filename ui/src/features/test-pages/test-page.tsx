// The frame of the pages to try things on: title, what is tried, and the way to the others.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip, ChipRow } from '../../components/content/badge.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { usePageHead } from '../../lib/navigation/head.ts';
import './test-pages.css';

const PATHS = {
  api: '/test/api',
  auth: '/test/auth',
  dupe: '/test/dupe',
  form: '/test/form',
  user: '/test/user',
  colors: '/test/colors',
  sentry: '/test/sentry',
  tiptap: '/test/tiptap',
  toaster: '/test/toaster',
  stepForm: '/test/step-form',
  stepForm2: '/test/step-form-2',
  datepicker: '/test/datepicker',
  dollarApi: '/test/dollar-api',
  userStore: '/test/user-store',
  formbuilder: '/test/formbuilder',
  serverError: '/test/server-error',
} as const;

export type TestPageName = keyof typeof PATHS;

const NAMES = Object.keys(PATHS) as TestPageName[];

export function TestPage({ name, children }: { name: TestPageName; children: ReactNode }) {
  const { t } = useTranslation('test-pages');
  const title = t(`${name}.title`);
  usePageHead(title);
  return (
    <div className="page-bottom stack">
      <PageTitle title={title} description={t(`${name}.text`)} />
      {children}
      <ChipRow label={t('others')}>
        {NAMES.map((each) => (
          <Chip key={each} href={PATHS[each]} active={each === name} current={each === name}>
            {t(`${each}.title`)}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

/** Names with their values; one that is empty is a dash. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="test-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A value as a program sees it. */
export function Output({ value, label }: { value: unknown; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark; this is a value with a name
    <div role="group" aria-label={label}>
      <pre className="test-output" lang="zxx">
        {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

/** Yes or no, in words. */
export function useYesNo(): (value: boolean | undefined) => string {
  const { t } = useTranslation('test-pages');
  return (value) => (value === undefined ? '' : t(value ? 'yes' : 'no'));
}
