// One mail in the editor: its texts in both languages, what was typed, saving it against the version that was read, and
// what the server refused. What is typed is kept on this device until it is saved.
import { useEffect, useState } from 'react';
import { refresh as refreshCache } from '../../api/cache.ts';
import { ApiError } from '../../api/client.ts';
import { keyOf, type Loaded, useCall } from '../../api/hooks.ts';
import type { Answered } from '../../api/requests.ts';
import { send } from '../../api/requests.ts';
import {
  type MailTemplateTexts,
  TEMPLATE_CALLS,
  TEXT_PARTS,
  type TextLocale,
  type TextPart,
  type TextScope,
} from '../../api/template-calls.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../lib/unsaved/unsaved.ts';
import {
  type AllEdits,
  aboveOf,
  baseOf,
  changedParts,
  type Edits,
  type Fault,
  faultsOf,
  inputOf,
  LOCALES,
  NO_EDITS,
  type Texts,
  withEdits,
} from './template-texts.ts';

type Doc = Answered<MailTemplateTexts, unknown>;

interface Draft {
  edits: AllEdits;
  /** What it was typed over. */
  versions: Readonly<Record<TextLocale, number>>;
}

/** One language of the mail as it is edited now. */
export interface LocalText {
  stored: MailTemplateTexts;
  base: Texts;
  above: Texts;
  texts: Texts;
  isUnsaved: boolean;
  faults: readonly Fault[];
  /** Somebody else saved while this was typed. */
  hasConflict: boolean;
}

export type Failure = 'offline' | 'forbidden' | 'failed';

export interface TemplateEditor {
  kind: string;
  scope: TextScope;
  of: Readonly<Record<TextLocale, LocalText>>;
  isUnsaved: boolean;
  isBusy: boolean;
  failure: Failure | null;
  /** Grows with each change that the server took. */
  round: number;
  change: (locale: TextLocale, part: TextPart, text: string) => void;
  /** Gives how to take it back. */
  discard: (locale?: TextLocale) => () => void;
  /** Whether all of it was saved. */
  save: () => Promise<boolean>;
  /** elsewhere: it stays off, for the level above does not send it. */
  switchOn: (locale: TextLocale, isActive: boolean) => Promise<'done' | 'failed' | 'elsewhere'>;
  reset: (locale: TextLocale) => Promise<boolean>;
  restore: (locale: TextLocale, number: number) => Promise<boolean>;
  query: (locale: TextLocale) => { locale: TextLocale; scope?: TextScope };
}

interface Options {
  kind: string;
  scope: TextScope;
  /** Whether texts may be taken away again. */
  mayReset: boolean;
}

export interface LoadedTemplate {
  docs: Readonly<Record<TextLocale, Loaded<Doc>>>;
  error: ApiError | null;
}

/** The centre is what the server means when nothing is said. */
const queryOf = (locale: TextLocale, scope: TextScope) => ({
  locale,
  ...(scope === 'tenant' ? { scope } : {}),
});

export function useStoredTexts(kind: string, scope: TextScope): LoadedTemplate {
  const nl = useCall(TEMPLATE_CALLS.show, { id: kind, query: queryOf('nl', scope) }, { isNew: true });
  const en = useCall(TEMPLATE_CALLS.show, { id: kind, query: queryOf('en', scope) }, { isNew: true });
  return { docs: { nl, en }, error: nl.error ?? en.error };
}

const perLocale = <T>(make: (locale: TextLocale) => T): Record<TextLocale, T> => ({
  nl: make('nl'),
  en: make('en'),
});

const NEVER = { nl: false, en: false } as const;
const NO_FAULTS: Readonly<Record<TextLocale, readonly Fault[]>> = { nl: [], en: [] };

/** What the server refused, at the text that it is about. */
function refusedOf({ problems }: ApiError): Fault[] {
  return problems.map(({ field, meta, code, detail }) => ({
    part: TEXT_PARTS.find((part) => part === field) ?? 'body',
    rule: String(meta.rule ?? code),
    placeholder: String(meta.placeholder ?? ''),
    detail,
  }));
}

function failureOf(cause: unknown): Failure {
  if (!(cause instanceof ApiError)) return 'failed';
  return cause.isOffline ? 'offline' : cause.statusCode === 403 ? 'forbidden' : 'failed';
}

export function useTemplate(
  { docs }: LoadedTemplate,
  { kind, scope, mayReset }: Options,
): TemplateEditor | null {
  const name = `notification_templates/${kind}/${scope}`;
  const [draft] = useState(() => readDraft<Draft>(name));
  const [edits, setEdits] = useState<AllEdits>(draft?.edits ?? NO_EDITS);
  const [conflicts, setConflicts] = useState<Readonly<Record<TextLocale, boolean>>>(NEVER);
  const [refused, setRefused] = useState(NO_FAULTS);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [round, setRound] = useState(0);
  const stored = perLocale((locale) => docs[locale].data?.item ?? null);
  const { nl, en } = stored;
  const isLoaded = nl !== null && en !== null;

  // What was kept may have been typed over an older text than there is now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when both are there
  useEffect(() => {
    if (!isLoaded || !draft) return;
    const isOld = (locale: TextLocale, version: number) =>
      Object.keys(draft.edits[locale]).length > 0 && draft.versions[locale] !== version;
    setConflicts({ nl: isOld('nl', nl.version), en: isOld('en', en.version) });
  }, [isLoaded]);

  const isChanged = (locale: TextLocale): boolean => {
    const of = stored[locale];
    return of !== null && changedParts(baseOf(of, scope), edits[locale]).length > 0;
  };
  const isUnsaved = LOCALES.some(isChanged);
  useEffect(() => {
    if (!isLoaded) return;
    if (isUnsaved) {
      saveDraft(name, { edits, versions: { nl: nl.version, en: en.version } } satisfies Draft);
      markUnsaved(name);
    } else {
      dropDraft(name);
      markSaved(name);
    }
  }, [name, isLoaded, isUnsaved, edits, nl?.version, en?.version]);
  useEffect(() => () => markSaved(name), [name]);

  if (nl === null || en === null) return null;
  const texts = { nl, en };

  function drop(locale: TextLocale) {
    setEdits((all) => ({ ...all, [locale]: {} }));
    setConflicts((all) => ({ ...all, [locale]: false }));
    setRefused((all) => ({ ...all, [locale]: [] }));
  }

  async function reloadAll() {
    await Promise.all(LOCALES.map((locale) => docs[locale].refresh()));
    setRound((times) => times + 1);
    void refreshCache(keyOf('/notification_templates?'));
  }

  const etagOf = (locale: TextLocale): Record<string, string> => {
    const etag = docs[locale].data?.headers.get('ETag');
    return etag ? { 'If-Match': etag } : {};
  };

  /** Throws nothing: what went wrong stands in the editor. */
  async function attempt(locale: TextLocale, ask: () => Promise<unknown>): Promise<boolean> {
    try {
      await ask();
      return true;
    } catch (cause) {
      const code = cause instanceof ApiError ? cause.statusCode : 0;
      if (code === 412) setConflicts((all) => ({ ...all, [locale]: true }));
      else if (code === 422) setRefused((all) => ({ ...all, [locale]: refusedOf(cause as ApiError) }));
      else setFailure(failureOf(cause));
      return false;
    }
  }

  async function busily(work: () => Promise<boolean>): Promise<boolean> {
    setIsBusy(true);
    setFailure(null);
    try {
      const isDone = await work();
      await reloadAll();
      return isDone;
    } finally {
      setIsBusy(false);
    }
  }

  const query = (locale: TextLocale) => queryOf(locale, scope);

  async function saveOne(locale: TextLocale): Promise<boolean> {
    const of = texts[locale];
    const body = inputOf(baseOf(of, scope), edits[locale], mayReset ? aboveOf(of, scope) : null);
    const isDone = await attempt(locale, () =>
      send(TEMPLATE_CALLS.update, { id: kind, query: query(locale), headers: etagOf(locale), body }),
    );
    if (isDone) drop(locale);
    return isDone;
  }

  return {
    kind,
    scope,
    isUnsaved,
    isBusy,
    failure,
    round,
    query,
    of: perLocale((locale) => {
      const of = texts[locale];
      const base = baseOf(of, scope);
      const now = withEdits(base, edits[locale]);
      return {
        stored: of,
        base,
        above: aboveOf(of, scope),
        texts: now,
        isUnsaved: isChanged(locale),
        faults: merged(faultsOf(now, of), refused[locale]),
        hasConflict: conflicts[locale] && isChanged(locale),
      };
    }),
    change: (locale, part, text) => {
      setEdits((all) => ({ ...all, [locale]: { ...all[locale], [part]: text } satisfies Edits }));
      setRefused((all) => ({ ...all, [locale]: all[locale].filter((fault) => fault.part !== part) }));
      setFailure(null);
    },
    discard: (locale) => {
      for (const each of LOCALES) if (locale === undefined || each === locale) drop(each);
      setFailure(null);
      return () => setEdits(edits);
    },
    save: () =>
      busily(async () => {
        let isDone = true;
        for (const locale of LOCALES) if (isChanged(locale)) isDone = (await saveOne(locale)) && isDone;
        return isDone;
      }),
    switchOn: async (locale, isActive) => {
      let isNow = isActive;
      const isDone = await busily(() =>
        attempt(locale, async () => {
          const body = { isActive };
          const { item } = await send(TEMPLATE_CALLS.update, {
            id: kind,
            query: query(locale),
            headers: etagOf(locale),
            body,
          });
          isNow = item?.isActive ?? isActive;
        }),
      );
      return isDone ? (isNow === isActive ? 'done' : 'elsewhere') : 'failed';
    },
    reset: (locale) =>
      busily(async () => {
        const isDone = await attempt(locale, () =>
          send(TEMPLATE_CALLS.reset, { id: kind, query: query(locale), headers: etagOf(locale) }),
        );
        if (isDone) drop(locale);
        return isDone;
      }),
    restore: (locale, number) =>
      busily(async () => {
        const isDone = await attempt(locale, () =>
          send(TEMPLATE_CALLS.restore, {
            id: kind,
            number: String(number),
            query: query(locale),
            headers: etagOf(locale),
          }),
        );
        if (isDone) drop(locale);
        return isDone;
      }),
  };
}

/** What the server says as well is said once. */
function merged(own: readonly Fault[], refused: readonly Fault[]): Fault[] {
  const isKnown = (fault: Fault) => own.some(({ part, rule }) => part === fault.part && rule === fault.rule);
  return [...own, ...refused.filter((fault) => !isKnown(fault))];
}
