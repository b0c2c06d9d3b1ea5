// Text pasted from Word, mail or a website: what it says stays, how it looked does not. The server cleans it again.

const KEPT = new Set(['P', 'BR', 'STRONG', 'EM', 'A', 'UL', 'OL', 'LI', 'H3', 'H4', 'BLOCKQUOTE']);
/** Shown by another tag. */
const INSTEAD: Readonly<Record<string, string>> = {
  B: 'strong',
  I: 'em',
  H1: 'h3',
  H2: 'h3',
  H5: 'h4',
  H6: 'h4',
  DIV: 'p',
};
const DROPPED = new Set([
  'STYLE',
  'SCRIPT',
  'META',
  'LINK',
  'TITLE',
  'HEAD',
  'XML',
  'IMG',
  'SVG',
  'VIDEO',
  'AUDIO',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'FORM',
  'INPUT',
  'BUTTON',
  'SELECT',
  'TEXTAREA',
  'TEMPLATE',
  'NOSCRIPT',
]);
const SAFE = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i;
/** Lists of Word are paragraphs that say so in their class or style. */
const WORD_LIST = /MsoListParagraph|mso-list:\s*l\d/i;
const WORD_MARK = /^[\s\u00a0]*(?:[·•o§▪–-]|\(?(?:\d{1,2}|[a-z])[.)])[\s\u00a0]+/;
const WORD_NUMBER = /^[\s\u00a0]*\(?(?:\d{1,2}|[a-z])[.)]/;

export function cleanedHtml(html: string): string {
  // The parts between <!--[if …]> and <![endif]--> repeat the marks of a list.
  const source = new DOMParser().parseFromString(html.replace(/<\/?o:p[^>]*>/gi, ''), 'text/html');
  const target = document.implementation.createHTMLDocument('');
  const body = target.body;
  copy(source.body, body, target);
  joinLists(body, target);
  for (const element of [...body.querySelectorAll('p, h3, h4, li, strong, em, a')]) {
    if (element.textContent?.replace(/\u00a0/g, ' ').trim() === '' && !element.querySelector('br'))
      element.remove();
  }
  return body.innerHTML;
}

function copy(from: Node, to: HTMLElement, target: Document): void {
  for (const node of from.childNodes) {
    if (node.nodeType === 3) {
      to.append(target.createTextNode((node.textContent ?? '').replace(/[\r\n\t]+/g, ' ')));
      continue;
    }
    if (node.nodeType !== 1) continue;
    const element = node as HTMLElement;
    const name = element.tagName;
    if (DROPPED.has(name) || name.includes(':')) continue;
    const isBlockInside =
      name === 'DIV' && element.querySelector('p, div, ul, ol, h1, h2, h3, h4, table') !== null;
    const tag = isBlockInside
      ? undefined
      : (INSTEAD[name] ?? (KEPT.has(name) ? name.toLowerCase() : styled(element)));
    if (!tag) {
      copy(element, to, target);
      continue;
    }
    const made = target.createElement(tag);
    if (tag === 'a') {
      const href = element.getAttribute('href') ?? '';
      if (!SAFE.test(href)) {
        copy(element, to, target);
        continue;
      }
      made.setAttribute('href', href);
    }
    const look = `${element.getAttribute('class') ?? ''} ${element.getAttribute('style') ?? ''}`;
    copy(element, made, target);
    if (tag === 'p' && WORD_LIST.test(look))
      made.dataset.item = WORD_NUMBER.test(made.textContent ?? '') ? 'ol' : 'ul';
    to.append(made);
  }
}

/** Google Docs and Word say bold and italic in a style. */
function styled(element: HTMLElement): string | undefined {
  if (element.tagName !== 'SPAN') return undefined;
  const style = element.getAttribute('style') ?? '';
  if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) return 'strong';
  return /font-style:\s*italic/i.test(style) ? 'em' : undefined;
}

function joinLists(body: HTMLElement, target: Document): void {
  for (const item of [...body.querySelectorAll<HTMLElement>('p[data-item]')]) {
    const kind = item.dataset.item ?? 'ul';
    const before = item.previousElementSibling;
    const list = before?.tagName === kind.toUpperCase() ? before : target.createElement(kind);
    if (list !== before) item.before(list);
    const row = target.createElement('li');
    row.append(...item.childNodes);
    dropMark(row);
    list.append(row);
    item.remove();
  }
}

function dropMark(row: HTMLElement): void {
  const walker = row.ownerDocument.createTreeWalker(row, 4);
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    text += node.data;
    const mark = WORD_MARK.exec(text);
    if (!mark) {
      // The mark and the blanks after it may stand in nodes of their own.
      if (text.trim().length <= 3) {
        node.data = '';
        continue;
      }
      return;
    }
    node.data = text.slice(mark[0].length);
    return;
  }
}
