// Text pasted from Word, mail or a website: what it says stays, how it looked does not. The server cleans it again.

const BASIC_TAGS = new Set(['P', 'BR', 'STRONG', 'EM', 'A', 'UL', 'OL', 'LI', 'H3', 'H4', 'BLOCKQUOTE']);
/** What a whole text has besides. */
const ALL_TAGS = new Set([
  ...['H2', 'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD', 'S', 'CODE', 'PRE', 'HR'],
  ...BASIC_TAGS,
]);
/** Shown by another tag. */
const INSTEAD: Readonly<Record<string, string>> = {
  B: 'strong',
  I: 'em',
  H1: 'h3',
  H2: 'h3',
  H5: 'h4',
  H6: 'h4',
  DIV: 'p',
  DT: 'p',
  DD: 'p',
  CAPTION: 'p',
};
const INSTEAD_WHOLE: Readonly<Record<string, string>> = {
  ...INSTEAD,
  H1: 'h2',
  H2: 'h2',
  DEL: 's',
  STRIKE: 's',
};
const BLOCKS = 'p, div, ul, ol, h1, h2, h3, h4, h5, h6, table, blockquote, section, article';
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
/** And not `mso-bidi-font-weight`, which Word writes beside it. */
const NOT_BOLD = /(?<![\w-])font-weight:\s*(normal|400)/i;
/** Lists of Word are paragraphs that say so in their class or style. */
const WORD_LIST = /MsoListParagraph|mso-list:\s*l\d/i;
const WORD_MARK = /^[\s\u00a0]*(?:[·•o§▪–-]|\(?(?:\d{1,2}|[a-z])[.)])[\s\u00a0]+/;
const WORD_NUMBER = /^[\s\u00a0]*\(?(?:\d{1,2}|[a-z])[.)]/;

/** Rows of a table are lines where the text can hold no table; a whole text keeps its tables and large headings. */
export function cleanedHtml(html: string, isWhole = false): string {
  // The parts between <!--[if …]> and <![endif]--> repeat the marks of a list.
  const source = new DOMParser().parseFromString(html.replace(/<\/?o:p[^>]*>/gi, ''), 'text/html');
  const target = document.implementation.createHTMLDocument('');
  const body = target.body;
  copy(source.body, body, { target, isWhole });
  joinLists(body, target);
  // Google Docs sets its blocks apart with line breaks.
  for (const line of [...body.children]) if (line.tagName === 'BR' && body.querySelector('p')) line.remove();
  for (const element of [...body.querySelectorAll('p, h2, h3, h4, li, strong, em, a')]) {
    if (element.textContent?.replace(/\u00a0/g, ' ').trim() === '' && !element.querySelector('br'))
      element.remove();
  }
  return body.innerHTML;
}

interface Copying {
  target: Document;
  isWhole: boolean;
}

function copy(from: Node, to: HTMLElement, copying: Copying): void {
  const { target, isWhole } = copying;
  for (const node of from.childNodes) {
    if (node.nodeType === 3) {
      to.append(target.createTextNode((node.textContent ?? '').replace(/[\r\n\t]+/g, ' ')));
      continue;
    }
    if (node.nodeType !== 1) continue;
    const element = node as HTMLElement;
    const name = element.tagName;
    if (DROPPED.has(name) || name.includes(':')) continue;
    if (name === 'TR' && !isWhole) {
      to.append(lineOf(element, copying));
      continue;
    }
    const tag = tagOf(element, isWhole);
    if (!tag) {
      copy(element, to, copying);
      continue;
    }
    const made = target.createElement(tag);
    if (tag === 'a') {
      const href = element.getAttribute('href') ?? '';
      if (!SAFE.test(href)) {
        copy(element, to, copying);
        continue;
      }
      made.setAttribute('href', href);
    }
    for (const span of ['colspan', 'rowspan']) {
      const cells = element.getAttribute(span) ?? '';
      if ((tag === 'td' || tag === 'th') && /^\d{1,2}$/.test(cells)) made.setAttribute(span, cells);
    }
    const look = `${element.getAttribute('class') ?? ''} ${element.getAttribute('style') ?? ''}`;
    copy(element, made, copying);
    if (tag === 'p' && WORD_LIST.test(look))
      made.dataset.item = WORD_NUMBER.test(made.textContent ?? '') ? 'ol' : 'ul';
    to.append(made);
  }
}

function tagOf(element: HTMLElement, isWhole: boolean): string | undefined {
  const name = element.tagName;
  // Blocks in it are paragraphs themselves.
  if (name === 'DIV' && element.querySelector(BLOCKS)) return undefined;
  // Google Docs wraps all of a text in one that is not bold.
  // The page's own rules keep styles from being read as such: its text is.
  if (name === 'B' && NOT_BOLD.test(element.getAttribute('style') ?? '')) return undefined;
  const instead = isWhole ? INSTEAD_WHOLE : INSTEAD;
  const kept = isWhole ? ALL_TAGS : BASIC_TAGS;
  return instead[name] ?? (kept.has(name) ? name.toLowerCase() : styled(element));
}

/** `Dinsdag | Buurthuis`: the cells of a row, one after the other and never glued together. */
function lineOf(row: HTMLElement, copying: Copying): HTMLElement {
  const line = copying.target.createElement('p');
  const cells = [...row.children].filter(({ tagName }) => tagName === 'TD' || tagName === 'TH');
  cells.forEach((cell, at) => {
    if (at > 0) line.append(' | ');
    const content = copying.target.createElement('div');
    copy(cell, content, copying);
    for (const block of [...content.querySelectorAll('p, ul, ol, li, h3, h4, blockquote, br')])
      block.replaceWith(...block.childNodes, ' ');
    content.normalize();
    line.append(...trimmed(content));
  });
  return line;
}

/** Without the blanks that stood around it in the source. */
function trimmed(content: HTMLElement): ChildNode[] {
  const { firstChild, lastChild } = content;
  if (firstChild?.nodeType === 3) firstChild.textContent = (firstChild.textContent ?? '').trimStart();
  if (lastChild?.nodeType === 3) lastChild.textContent = (lastChild.textContent ?? '').trimEnd();
  return [...content.childNodes];
}

/** Google Docs and Word say bold and italic in a style. */
function styled(element: HTMLElement): string | undefined {
  if (element.tagName !== 'SPAN' || element.closest('h1, h2, h3, h4, h5, h6')) return undefined;
  const style = element.getAttribute('style') ?? '';
  if (/(?<![\w-])font-weight:\s*(bold|[6-9]00)/i.test(style)) return 'strong';
  return /(?<![\w-])font-style:\s*italic/i.test(style) ? 'em' : undefined;
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
