// A theme as the form holds it, and back. Shades and variables are text there: they can be pasted.
import type { Shades } from '../../../api/calls.ts';
import type { Theme, ThemeInput } from '../../../api/schema.d.ts';
import type { FormValue } from '../../../components/form/form-context.ts';

export const STEPS = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'] as const;
export const SCALES = ['primary', 'secondary', 'tertiary'] as const;
export type ScaleName = (typeof SCALES)[number];

export const shadesField = (scale: ScaleName): `${ScaleName}Shades` => `${scale}Shades`;
export const presetField = (scale: ScaleName | 'muted') => `${scale}ColorPreset` as const;

/** The fields of the screen, by which its history is found. */
export const DESIGN_FIELDS = [
  'primaryColorPreset',
  'primaryShades',
  'secondaryColorPreset',
  'secondaryShades',
  'tertiaryColorPreset',
  'tertiaryShades',
  'mutedColorPreset',
  'backgroundColor',
  'textColor',
  'fontSans',
  'fontHeading',
  'defaultShape',
  'headerVariant',
  'headerSticky',
  'headerFullWidth',
  'headerLanguageToggle',
  'headerCenterMenuItems',
  'footerVariant',
  'cssVariables',
] as const;

const COLOUR = /^\s*#([\da-f]{3}|[\da-f]{6})\s*$/i;

/** JSON text with all eleven keys, each a colour; anything else is passed over, and the preset is used. The server reads
 * the same: both are held against shades.json. */
export function readShades(text: unknown): Shades | null {
  if (typeof text !== 'string' || text.trim() === '') return null;
  try {
    const told: unknown = JSON.parse(text);
    if (typeof told !== 'object' || told === null) return null;
    const found = STEPS.map((step) => [step, (told as Record<string, unknown>)[step]] as const);
    const isWhole = found.every(([, colour]) => typeof colour === 'string' && COLOUR.test(colour));
    return isWhole ? (Object.fromEntries(found) as Shades) : null;
  } catch {
    return null;
  }
}

export const writeShades = (shades: Readonly<Record<string, unknown>> | null | undefined): string =>
  shades ? JSON.stringify(shades, null, 1) : '';

/** A line is a name and a value: `--v-page: 60rem`. One without either is passed over. */
export function readVariables(text: unknown): Record<string, string> {
  const lines = String(text ?? '').split('\n');
  return Object.fromEntries(
    lines
      .map((line) => line.split(/:(.*)/s).map((part) => part.trim().replace(/;$/, '')))
      .filter(([name, value]) => name && value)
      .map(([name = '', value = '']) => [name, value]),
  );
}

const writeVariables = (variables: unknown): string =>
  Object.entries((variables ?? {}) as Record<string, string>)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

export function themeToForm(theme: Theme | ThemeInput): FormValue {
  return {
    primaryColorPreset: theme.primaryColorPreset ?? '',
    primaryShades: writeShades(theme.primaryShades as Shades | null),
    secondaryColorPreset: theme.secondaryColorPreset ?? '',
    secondaryShades: writeShades(theme.secondaryShades as Shades | null),
    tertiaryColorPreset: theme.tertiaryColorPreset ?? '',
    tertiaryShades: writeShades(theme.tertiaryShades as Shades | null),
    mutedColorPreset: theme.mutedColorPreset ?? '',
    backgroundColor: theme.backgroundColor ?? '',
    textColor: theme.textColor ?? '',
    fontSans: theme.fontSans ?? '',
    fontHeading: theme.fontHeading ?? '',
    defaultShape: theme.defaultShape ?? 'rounded',
    headerVariant: theme.headerVariant ?? 'tab',
    headerSticky: theme.headerSticky ?? true,
    headerFullWidth: theme.headerFullWidth ?? false,
    headerLanguageToggle: theme.headerLanguageToggle ?? true,
    headerCenterMenuItems: theme.headerCenterMenuItems ?? false,
    footerVariant: theme.footerVariant ?? 'maud',
    cssVariables: writeVariables(theme.cssVariables),
    allowInactiveUsers: theme.allowInactiveUsers ?? false,
    enableMovingOrganizations: theme.enableMovingOrganizations ?? false,
    staging: theme.staging ?? false,
  };
}

/** `mayGovern`: the switches of the tenant go along; others have no right to them. */
export function themeFromForm(value: FormValue, { mayGovern }: { mayGovern: boolean }): ThemeInput {
  const text = (name: string): string | null => String(value[name] ?? '').trim() || null;
  const is = (name: string): boolean => value[name] === true;
  return {
    primaryColorPreset: text('primaryColorPreset'),
    primaryShades: readShades(value.primaryShades),
    secondaryColorPreset: text('secondaryColorPreset'),
    secondaryShades: readShades(value.secondaryShades),
    tertiaryColorPreset: text('tertiaryColorPreset'),
    tertiaryShades: readShades(value.tertiaryShades),
    mutedColorPreset: text('mutedColorPreset'),
    backgroundColor: text('backgroundColor'),
    textColor: text('textColor'),
    fontSans: text('fontSans') ?? undefined,
    fontHeading: text('fontHeading') ?? undefined,
    defaultShape: text('defaultShape') ?? undefined,
    headerVariant: text('headerVariant') ?? undefined,
    headerSticky: is('headerSticky'),
    headerFullWidth: is('headerFullWidth'),
    headerLanguageToggle: is('headerLanguageToggle'),
    headerCenterMenuItems: is('headerCenterMenuItems'),
    footerVariant: text('footerVariant') ?? undefined,
    cssVariables: readVariables(value.cssVariables),
    ...(mayGovern
      ? {
          allowInactiveUsers: is('allowInactiveUsers'),
          enableMovingOrganizations: is('enableMovingOrganizations'),
          staging: is('staging'),
        }
      : {}),
  } as ThemeInput;
}

/** Of the toolbar, as the page has them: `ui/src/app/shell/header/toolbar.tsx`. */
export const toolbarClass = (value: FormValue): string =>
  [
    'toolbar',
    value.headerVariant === 'legacy' && 'is-legacy',
    value.headerSticky !== true && 'is-static',
    value.headerFullWidth === true && 'is-full',
    value.headerCenterMenuItems === true && 'is-centered',
  ]
    .filter(Boolean)
    .join(' ');
