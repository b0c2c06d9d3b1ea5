// A legal text with markup: the server cleaned it when it was stored, and what is filled in is text. Earlier texts are lines.
import { type FooterLine, readFooterContent } from './footer-content.ts';
import { readSections } from './legal-text.ts';

export const isMarkup = (text: string): boolean => text.trimStart().startsWith('<');

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

const written = ({ pieces }: FooterLine): string =>
  pieces
    .map(({ text, href }) => (href ? `<a href="${escaped(href)}">${escaped(text)}</a>` : escaped(text)))
    .join('');

/** The lines of an earlier text with the markup that they stand for. */
export function htmlOfLines(text: string): string {
  return readSections(text)
    .map(({ title, groups }) => {
      const head = title ? `<h2>${escaped(title)}</h2>` : '';
      const body = groups.map(({ isList, lines }) =>
        isList
          ? `<ul>${lines.map((line) => `<li><p>${written(line)}</p></li>`).join('')}</ul>`
          : lines.map((line) => `<p>${written(line)}</p>`).join(''),
      );
      return head + body.join('');
    })
    .join('');
}

/** With the name of the centre and how to reach it; the links of an English text stay in English. */
export function filledHtml(
  html: string,
  values: { centre: string; contact: string },
  isEnglish: boolean,
): string {
  const put = (text: string) => readFooterContent(text).map(written).join(' ');
  const filled = html
    .replaceAll('{{centre}}', () => escaped(values.centre))
    .replaceAll('{{contact}}', () => put(values.contact));
  return isEnglish
    ? filled
        .replaceAll('href="/', 'href="/en/')
        .replaceAll('href="/en/en/', 'href="/en/')
        .replaceAll('href="/en/uploads/', 'href="/uploads/')
    : filled;
}
