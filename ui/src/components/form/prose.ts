// Plain text with empty lines between paragraphs, to simple HTML and back. Pure.

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export function proseOf(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

export function paragraphsOf(html: string): string {
  if (!html.includes('<')) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const line of page.body.querySelectorAll('br')) line.replaceWith('\n');
  for (const entry of page.body.querySelectorAll('li')) entry.prepend('- ');
  const blocks = [...page.body.children].map((block) =>
    block.tagName === 'UL' || block.tagName === 'OL'
      ? [...block.children].map((entry) => entry.textContent?.trim() ?? '').join('\n')
      : (block.textContent?.trim() ?? ''),
  );
  return blocks.filter(Boolean).join('\n\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
}
