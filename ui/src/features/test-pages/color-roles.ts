// The colour roles of the theme and how well each is seen, read from the style sheets that the page has loaded.

/** Contrast of text and of shapes that WCAG 2.2 asks for. */
export const TEXT_CONTRAST = 4.5;
export const SHAPE_CONTRAST = 3;

/** Of the roles that stand for a colour, `--v-surface` without its beginning. */
const SCALE = /-\d+$/;

function rulesIn(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    // Of another origin, such as one that an extension of the browser adds.
    return [];
  }
}

/** Names of all roles, in the order of the sheets. */
export function roleNames(page: Document = document): readonly string[] {
  const rules = [...page.styleSheets].flatMap(rulesIn).filter((rule) => rule instanceof CSSStyleRule);
  const ofMode = rules.filter(({ selectorText }) => /\[data-theme="?light"?\]/.test(selectorText));
  const names = ofMode.flatMap(({ style }) => Array.from(style)).filter((name) => name.startsWith('--v-'));
  return [...new Set(names.map((name) => name.slice('--v-'.length)))].filter((name) => !SCALE.test(name));
}

type Channels = readonly [red: number, green: number, blue: number];

/** `rgb(5, 99, 97)`; null for what lets through what is behind it. */
export function channelsOf(color: string): Channels | null {
  const [red, green, blue, alpha = 1] = [...color.matchAll(/[\d.]+/g)].map(([number]) => Number(number));
  if (!color.startsWith('rgb') || red === undefined || green === undefined || blue === undefined) return null;
  return alpha === 1 ? [red, green, blue] : null;
}

function luminance(color: Channels): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(one: Channels, other: Channels): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** On which role a role lies: by its name where that says it, else on the page. */
export function backOf(name: string, names: readonly string[]): string {
  if (name === 'accent' && names.includes('band')) return 'band';
  const ground = name.startsWith('on-')
    ? name.slice('on-'.length).replace(/-soft$/, '')
    : name.startsWith('text-') && names.includes(`surface-${name.slice('text-'.length)}`)
      ? `surface-${name.slice('text-'.length)}`
      : name.replace(/-(text|line|soft|hover)$/, '-back');
  return ground !== name && names.includes(ground) ? ground : 'background';
}

/** What is read needs more than what is only seen; what others lie on needs nothing. */
export function neededOf(name: string): number | null {
  if (/^(text|link|on-)|text$|soft$/.test(name)) return TEXT_CONTRAST;
  if (/^(background|surface|band|border$|border-firm|header-line)|(back|hover|halo)$/.test(name)) return null;
  return SHAPE_CONTRAST;
}
