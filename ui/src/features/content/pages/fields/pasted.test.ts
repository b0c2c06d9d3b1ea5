import { describe, expect, test } from 'vitest';
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
    ['<table><tr><td>Cel</td></tr></table>', 'Cel'],
    ['<p>&nbsp;</p><p><br></p><p>Iets</p>', '<p><br></p><p>Iets</p>'],
  ])('%s', (pasted, expected) => {
    expect(cleanedHtml(pasted).trim()).toBe(expected);
  });
});
