// Files that are made to take memory or time, sent as a manager of a centre sends a list of people.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { MB, percentile } from './site.mjs';

const CENTRE = 'centrum@demo.voluntr.example';
const MENTOR = 'mentor@demo.voluntr.example';
const ABOVE_IDLE = 64 * MB;
const SETTLING_MS = 8000;

/** A ZIP package; `said` is the size that its headers tell. */
function zip(entries, { said } = {}) {
  const [parts, directory] = [[], []];
  let at = 0;
  for (const [name, content] of entries) {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(said ?? bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), head, rest, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

function workbook(rows, shared = '') {
  return zip([
    ['xl/workbook.xml', '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="x1"/></sheets></workbook>'],
    [
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="x1" Type="t/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="x2" Type="t/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    ],
    ['xl/sharedStrings.xml', `<sst>${shared}</sst>`],
    ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`],
  ]);
}

const table = (rows) =>
  `<d><table:table><table:table-row><table:table-cell><text:p>email</text:p></table:table-cell></table:table-row>${rows}</table:table></d>`;
const text = (words) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
const long = 'x'.repeat(32_000);

function people(count, width = 6) {
  const rows = Array.from({ length: count }, (_, row) => {
    const cells = [
      `persoon${row}@example.org`,
      'Anna',
      'de Vries',
      '06 1234 5678',
      'vrijwilliger',
      `zin ${row}`,
    ];
    while (cells.length < width) cells.push(`cel ${row} ${cells.length}`);
    return `<row>${cells.map(text).join('')}</row>`;
  });
  const headers = ['email', 'voornaam', 'achternaam', 'telefoon', 'functie'];
  while (headers.length < width) headers.push(`kolom ${headers.length}`);
  return workbook(`<row>${headers.map(text).join('')}</row>${rows.join('')}`);
}

const faults = () => {
  const cell = 'onzin '.repeat(16);
  const headers = 'email,voornaam,achternaam,telefoon,functie,geslacht,geboortedatum,taal,rol\n';
  return Buffer.from(headers + `${Array(9).fill(cell).join(',')}\n`.repeat(9_999));
};

/** Name, file, the rule by which it is refused (none: it is taken), and whether it belongs to the short form. */
const FILES = [
  [
    'a far cell',
    () => workbook(`<row>${text('email')}</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
    'file_columns',
    true,
  ],
  [
    'a flat bomb',
    () => zip([['content.xml', table(`<b x="${'y'.repeat(5_000)}"/>`.repeat(42_000))]]),
    'file_text',
    true,
  ],
  [
    'a bomb that says 10 bytes',
    () => zip([['content.xml', table(`<b x="${'y'.repeat(5_000)}"/>`.repeat(42_000))]], { said: 10 }),
    'file_text',
  ],
  ['a bomb of empty elements', () => zip([['content.xml', table('<b/>'.repeat(50_000_000))]]), 'file_text'],
  [
    'a bomb in a bomb',
    () => zip([['content.xml', zip([['content.xml', 'x'.repeat(100 * MB)]])]]),
    undefined,
    true,
  ],
  ['elements without an end', () => zip([['content.xml', '<a>'.repeat(30_000_000)]]), 'file_unreadable'],
  [
    'one text of 100 MB',
    () => zip([['content.xml', table(`<table:table-row>${'x'.repeat(100 * MB)}`)]]),
    'file_text',
    true,
  ],
  [
    'entities',
    () => zip([['content.xml', `<!DOCTYPE d [<!ENTITY x "${long}">]>${table('&x;'.repeat(10_000))}`]]),
    'file_unreadable',
    true,
  ],
  [
    '200 names in 10,000 rows',
    () =>
      workbook(`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(10_001), `<si><t>${long}</t></si>`),
    'file_text',
    true,
  ],
  [
    'shared texts that nobody names',
    () => workbook('', `<si><t>${long}</t></si>`.repeat(6_000)),
    'file_text',
  ],
  ['empty shared texts', () => workbook('', '<si/>'.repeat(30_000_000)), 'file_text'],
  [
    'shared texts up to the bound',
    () =>
      workbook(
        `<row>${text('email')}</row>${'<row><c t="s"><v>1</v></c></row>'.repeat(400)}`,
        Array.from({ length: 1_900_000 }, (_, n) => `<si><t>${n}</t></si>`).join(''),
      ),
    'taken',
  ],
  [
    'repeated rows and columns',
    () =>
      zip([
        [
          'content.xml',
          table(
            '<table:table-row table:number-rows-repeated="10000"><table:table-cell table:number-columns-repeated="200"><text:p>12345678</text:p></table:table-cell></table:table-row>',
          ),
        ],
      ]),
    'file_text',
    true,
  ],
  [
    'all cells there may be',
    () =>
      zip([
        [
          'content.xml',
          table(
            '<table:table-row table:number-rows-repeated="10000"><table:table-cell table:number-columns-repeated="200"><text:p>1234567</text:p></table:table-cell></table:table-row>',
          ),
        ],
      ]),
    'taken',
  ],
  [
    'a hundred thousand entries',
    () => zip(Array.from({ length: 65_000 }, (_, n) => [`${n}`, ''])),
    'file_unreadable',
  ],
  ['one line of 10 MB', () => Buffer.alloc(10 * MB, 'a'), 'file_cell', true],
  ['a million columns', () => Buffer.from('a,'.repeat(1_000_000)), 'file_columns', true],
  [
    'a quote that is never closed',
    () => Buffer.from(`email\n"a@example.org\n${'b@example.org\n'.repeat(700_000)}`),
    'file_open_quote',
    true,
  ],
  ['ten thousand faulty rows', faults, 'taken'],
  [
    'ten thousand rows of 10 MB',
    () => Buffer.from(`email,a\n${`b@example.org,${'x'.repeat(1_000)}\n`.repeat(10_000)}`),
    'taken',
  ],
  ['a real table of ten thousand rows', () => people(10_000), 'taken', true],
  ['a real table, cut', () => people(1_000).subarray(0, 5_000), 'file_unreadable', true],
];

const post = (site, credentials, file) =>
  site.ask('POST', '/api/v1/imports', {
    headers: { ...credentials, 'content-type': 'application/vnd.api+json', 'accept-language': 'en' },
    body: JSON.stringify({
      data: {
        type: 'imports',
        attributes: { resource: 'users', file_name: 'people', file: file.toString('base64'), dry_run: true },
      },
    }),
  });

const scenario = (isShort) => ({
  name: isShort
    ? 'spreadsheets that take all memory'
    : 'spreadsheets that take all memory, every one of them',
  isShort,
  async run({ start, say }) {
    const site = await start();
    const credentials = await site.signIn(CENTRE);
    await post(site, credentials, Buffer.from('email\na@example.org\n'));
    // The jobs of the start have run, and the caches of the neighbour's list are filled.
    await site.withNeighbour(() => sleep(SETTLING_MS));
    const idle = site.memory();
    for (const [name, make, rule, inShort] of FILES) {
      if (isShort && !inShort) continue;
      const file = make();
      assert(file.length <= 10 * MB, `${name}: ${file.length} bytes`);
      site.forgetPeak();
      const { result, p99 } = await site.withNeighbour(() => post(site, credentials, file));
      const above = site.peak() - idle;
      say(
        `${name}: ${file.length} bytes, ${result.status} in ${result.took.toFixed(0)} ms, peak ${(above / MB).toFixed(0)} MB above idle, neighbour p99 ${p99.toFixed(0)} ms`,
      );
      if (rule === 'taken') assert.equal(result.status, 200, `${name}: ${result.text}`);
      else assert.equal(result.status, 422, `${name}: ${result.text}`);
      if (rule && rule !== 'taken') assert.equal(result.json().errors[0].meta.rule, rule, name);
      assert(above <= ABOVE_IDLE, `${name} takes ${(above / MB).toFixed(0)} MB`);
    }
  },
});

export const scenarios = [
  scenario(true),
  scenario(false),
  {
    name: 'many imports of one tenant at a time',
    isShort: false,
    async run({ start, say }) {
      const site = await start();
      const credentials = await Promise.all([CENTRE, MENTOR].map((who) => site.signIn(who)));
      const file = people(10_000, 30);
      const { result, p99 } = await site.withNeighbour(() =>
        Promise.all(Array.from({ length: 8 }, (_, number) => post(site, credentials[number % 2], file))),
      );
      // Of one person one is read; the first of somebody else waits.
      const busy = result.filter((answer) => answer.status === 429 || answer.status === 503);
      assert(busy.length > 0);
      for (const answer of busy) {
        assert.equal(answer.json().errors[0].code, answer.status === 429 ? 'rate_limited' : 'import_busy');
        assert(Number(answer.headers['retry-after']) > 0);
      }
      const taken = result.filter((answer) => answer.status === 200);
      assert.equal(taken.length + busy.length, result.length);
      for (const which of [0, 1])
        assert(
          result.some((answer, number) => number % 2 === which && answer.status === 200),
          'one person kept the other out',
        );
      const times = result.map((answer) => answer.took);
      say(
        `8 at once: ${taken.length} taken, ${busy.length} told so, last after ${percentile(times, 1).toFixed(0)} ms, neighbour p99 ${p99.toFixed(0)} ms`,
      );
    },
  },
  {
    name: 'broken markup floods the log',
    isShort: true,
    async run({ start, say }) {
      const logged = async (level) => {
        const site = await start({ env: { VOLUNTR_LOG: level } });
        const credentials = await site.signIn('organisatie@demo.voluntr.example');
        const before = site.log().length;
        const attributes = {
          title: 'Gastvrouw',
          description: '</p></b><p <b>&x'.repeat(1_200),
          organization_id: '1',
        };
        const answer = await site.ask('POST', '/api/v1/vacancies', {
          headers: { ...credentials, 'content-type': 'application/vnd.api+json' },
          body: JSON.stringify({ data: { type: 'vacancies', attributes } }),
        });
        assert(answer.status < 500, answer.text);
        return site.log().length - before;
      };
      const [usual, asked] = [await logged('debug'), await logged('debug,html5ever=debug')];
      say(`${usual} bytes of log; ${asked} where the crate is named`);
      assert(usual < 20_000, `${usual} bytes`);
      assert(asked > 1 * MB, 'the markup was not parsed');
    },
  },
];
