import { expect, test } from 'vitest';
import { filledHtml, htmlOfLines, isMarkup } from './legal-html.ts';

test('the lines of an earlier text become what they stood for, without a word lost', () => {
  const text =
    'Van {{centre}} & co.\n\n## Vragen\n- Vraag het {{contact}}.\n- Lees [meer](/privacy).\nMail a@b.nl.\n';
  expect(isMarkup(text)).toBe(false);
  expect(htmlOfLines(text)).toBe(
    '<p>Van {{centre}} &amp; co.</p><h2>Vragen</h2><ul><li><p>Vraag het {{contact}}.</p></li>' +
      '<li><p>Lees <a href="/privacy">meer</a>.</p></li></ul><p>Mail <a href="mailto:a@b.nl">a@b.nl</a>.</p>',
  );
});

test('what is filled in is text, and its address a link', () => {
  const values = { centre: 'A <b> & B', contact: 'Mail naar a@b.nl.' };
  expect(filledHtml('<p>{{centre}}: {{contact}}</p>', values, false)).toBe(
    '<p>A &lt;b&gt; &amp; B: Mail naar <a href="mailto:a@b.nl">a@b.nl</a>.</p>',
  );
  expect(filledHtml('<a href="/privacy">a</a><a href="/uploads/x.pdf">b</a>', values, true)).toBe(
    '<a href="/en/privacy">a</a><a href="/uploads/x.pdf">b</a>',
  );
});
