// The texts of a mail as they are edited: what they begin with, what is sent, and what is wrong with them. Pure.
import {
  type MailTemplateTexts,
  type MailTextInput,
  TEXT_PARTS,
  type TextLocale,
  type TextPart,
  type TextScope,
} from '../../api/template-calls.ts';
import { tagsIn, valueName, valuesIn } from '../../components/mail/placeholders.ts';

export const LOCALES = ['nl', 'en'] as const satisfies readonly TextLocale[];

export type Texts = Readonly<Record<TextPart, string>>;
/** What was typed, of the parts that were typed in. */
export type Edits = Readonly<Partial<Record<TextPart, string>>>;
export type AllEdits = Readonly<Record<TextLocale, Edits>>;

export const NO_EDITS: AllEdits = { nl: {}, en: {} };

type Stored = Pick<MailTemplateTexts, TextPart | 'builtIn' | 'tenant' | 'origins'>;

/** What is in force at this level. */
export function baseOf(stored: Stored, scope: TextScope): Texts {
  if (scope === 'volunteer_center')
    return { subject: stored.subject, intro: stored.intro ?? '', body: stored.body };
  return { ...aboveOf(stored, scope), ...given(stored.tenant) };
}

/** What would be in force without a text of this level. */
export function aboveOf({ builtIn, tenant }: Stored, scope: TextScope): Texts {
  const texts = { subject: builtIn.subject, intro: '', body: builtIn.body };
  return scope === 'tenant' ? texts : { ...texts, ...given(tenant) };
}

const given = (texts: Stored['tenant']): Edits =>
  Object.fromEntries(TEXT_PARTS.flatMap((part) => (texts?.[part] == null ? [] : [[part, texts[part]]])));

/** Whether the tenant says anything of its own. */
export const hasTenantText = ({ tenant }: Pick<MailTemplateTexts, 'tenant'>): boolean =>
  Object.keys(given(tenant)).length > 0;

export type Origin = TextScope | 'built_in';

/** The nearest level that any of the texts is of. */
export function originOf(stored: Stored, scope: TextScope): Origin {
  const levels = TEXT_PARTS.map((part) => stored.origins[part]);
  if (scope === 'volunteer_center' && levels.includes('volunteer_center')) return 'volunteer_center';
  const isOfTenant = scope === 'tenant' ? hasTenantText(stored) : levels.includes('tenant');
  return isOfTenant ? 'tenant' : 'built_in';
}

export const withEdits = (base: Texts, edits: Edits): Texts => ({ ...base, ...edits });

/** As the server stores it. */
const tidy = (part: TextPart, text: string): string =>
  part === 'subject' ? text.trim().split(/\s+/).join(' ') : text.replaceAll('\r\n', '\n').trim();

export const changedParts = (base: Texts, edits: Edits): TextPart[] =>
  TEXT_PARTS.filter((part) => {
    const typed = edits[part];
    return typed !== undefined && tidy(part, typed) !== tidy(part, base[part]);
  });

/** Only what was changed. What is the same as above follows that again, for whoever may take a text away. */
export function inputOf(base: Texts, edits: Edits, above: Texts | null): MailTextInput {
  return Object.fromEntries(
    changedParts(base, edits).map((part) => {
      const text = tidy(part, edits[part] ?? '');
      return [part, text === '' || (above && text === tidy(part, above[part])) ? null : text];
    }),
  );
}

/** All of it, for a preview and a test. */
export const wholeInput = (texts: Texts): MailTextInput => ({ ...texts, intro: texts.intro.trim() || null });

export interface Fault {
  part: TextPart;
  rule: string;
  /** As it stands in the text; of one that must stay, the name of its value. */
  placeholder: string;
  /** The server's own sentence. */
  detail?: string;
}

/** What can be seen without asking the server. */
export function faultsOf(
  texts: Texts,
  stored: Pick<MailTemplateTexts, 'placeholders' | 'mandatoryPlaceholders' | 'builtIn' | 'maxLengths'>,
): Fault[] {
  const known = new Set(stored.placeholders);
  const inBody = valuesIn(stored.builtIn.body);
  const used = { subject: valuesIn(texts.subject), body: valuesIn(texts.body) };
  return TEXT_PARTS.flatMap((part) => {
    const text = texts[part];
    const found: Fault[] = [];
    const isEmpty = text.trim() === '';
    if (isEmpty && part !== 'intro') found.push({ part, rule: 'required', placeholder: '' });
    if ([...text].length > stored.maxLengths[part]) found.push({ part, rule: 'length', placeholder: '' });
    const unknown = new Set(tagsIn(text).flatMap(({ name }) => (known.has(name) ? [] : [name])));
    found.push(...[...unknown].map((placeholder) => ({ part, rule: 'unknown_placeholder', placeholder })));
    if (part === 'intro' || isEmpty) return found;
    const missing = stored.mandatoryPlaceholders.filter(
      (name) => inBody.has(name) === (part === 'body') && !used[part].has(name),
    );
    found.push(...missing.map((placeholder) => ({ part, rule: 'missing_placeholder', placeholder })));
    return found;
  });
}

/** The placeholder with the value of that name. */
export const slotOf = (name: string, placeholders: readonly string[]): string =>
  placeholders.find((each) => each.startsWith('{{') && valueName(each) === name) ?? `{{ ${name} }}`;
