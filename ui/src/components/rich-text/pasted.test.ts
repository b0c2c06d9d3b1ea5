import { describe, expect, test } from 'vitest';
import docs from '../../../../tests/e2e/files/pasted/google-docs.html?raw';
import word from '../../../../tests/e2e/files/pasted/word.html?raw';
import { cleanedHtml } from './pasted.ts';

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body>
<!--StartFragment--><h1 style="color:#2F5496">Over ons<o:p></o:p></h1>
<p class=MsoNormal style="margin:0"><b>Wij</b> helpen <i>mensen</i> en <span style="color:red">organisaties</span>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="font-family:Symbol"><span>·<span style="font:7pt">&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Taal<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style="mso-list:l0 level1 lfo1"><span>·<span>&nbsp;&nbsp; </span></span>Vervoer<o:p></o:p></p>
<p class=MsoListParagraph style="mso-list:l1 level1 lfo2"><span>1.<span>&nbsp; </span></span>Eerst bellen</p>
<!--EndFragment--></body></html>`;

test('a document of Word keeps its words, headings and lists', () => {
  expect(cleanedHtml(WORD).replace(/\s+/g, ' ').trim()).toBe(
    '<h3>Over ons</h3> <p><strong>Wij</strong> helpen <em>mensen</em> en organisaties.</p> ' +
      '<ul><li>Taal</li><li>Vervoer</li></ul> <ol><li>Eerst bellen</li></ol>',
  );
});

describe('of a website', () => {
  test.each([
    ['<div><p>Een</p><div>Twee</div></div>', '<p>Een</p><p>Twee</p>'],
    [
      '<span style="font-weight:700">Vet</span> <span style="font-style:italic">schuin</span>',
      '<strong>Vet</strong> <em>schuin</em>',
    ],
    ['<a href="javascript:alert(1)">klik</a> <a href="//evil.example">weg</a>', 'klik weg'],
    ['<a href="https://x.example" onclick="x()" style="a">goed</a>', '<a href="https://x.example">goed</a>'],
    ['<img src=x onerror=alert(1)><script>alert(1)</script><p onmouseover="x()">tekst</p>', '<p>tekst</p>'],
    ['<table><tr><td>Cel</td></tr></table>', '<p>Cel</p>'],
    [
      '<table><tr><th>Dag</th><th>Tijd</th></tr><tr><td><p>Ma</p><p>Di</p></td><td>10.00</td></tr></table>',
      '<p>Dag | Tijd</p><p>Ma Di | 10.00</p>',
    ],
    ['<b style="font-weight:normal"><p>gewoon</p></b>', '<p>gewoon</p>'],
    ['<p>&nbsp;</p><p><br></p><p>Iets</p>', '<p><br></p><p>Iets</p>'],
  ])('%s', (pasted, expected) => {
    expect(cleanedHtml(pasted).trim()).toBe(expected);
  });
});

const flat = (html: string): string => html.replace(/\s+/g, ' ').replace(/> </g, '><').trim();

describe('a whole document on the clipboard', () => {
  test('of Word: lists are lists, a table is a table, and nothing of how it looked is left', () => {
    expect(flat(cleanedHtml(word, true))).toBe(
      '<h2>Samen eten in de buurt</h2>' +
        '<p>Wij koken <strong>iedere dinsdag</strong> voor wie <em>niet alleen</em> wil eten. Je kunt je ' +
        '<a href="https://voorbeeld.nl/aanmelden">hier aanmelden</a>.</p>' +
        '<h2>Wat doe je?</h2>' +
        '<ul><li>Taal oefenen</li><li>Samen koken</li><li>De tafel dekken</li></ul>' +
        '<p>Zo werkt het:</p>' +
        '<ol><li>Bel ons</li><li>Kom een keer kijken</li></ol>' +
        '<table><tbody><tr><td><p><strong>Dag</strong></p></td><td><p><strong>Waar</strong></p></td></tr>' +
        '<tr><td><p>Dinsdag</p></td><td><p>Buurthuis De Linde</p></td></tr></tbody></table>' +
        '<p>Tot dinsdag!</p>',
    );
  });

  test('of Word, beside a heading: rows are lines', () => {
    const html = flat(cleanedHtml(word));
    expect(html).toContain('<p><strong>Dag</strong> | <strong>Waar</strong></p>');
    expect(html).toContain('<p>Dinsdag | Buurthuis De Linde</p>');
    expect(html).not.toMatch(/<h[12]|<table/);
  });

  test('of Google Docs: only what is bold is bold', () => {
    expect(flat(cleanedHtml(docs, true))).toBe(
      '<h2>Onze vrijwilligers</h2>' +
        '<p>Zij helpen <strong>elke week</strong> bij mensen thuis. <a href="https://voorbeeld.nl/meedoen">Doe mee</a></p>' +
        '<ul><li><p>Boodschappen doen</p></li><li><p><em>Samen wandelen</em></p></li></ul>' +
        '<table><tbody><tr><td><p>Maandag</p></td><td><p>10.00 uur</p></td></tr></tbody></table>',
    );
  });
});
