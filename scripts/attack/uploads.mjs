// Pictures that are made to take memory or time, sent as a superuser of a centre sends a photo.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { MB, percentile } from './site.mjs';

const CENTRE = 'centrum@demo.voluntr.example';
const ABOVE_IDLE = 200 * MB;
/** A hundred connections hold what they sent besides what is decoded. */
const CROWD = 240 * MB;
const NEIGHBOUR = 200;

const chunk = (name, data) => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG of so many pixels; `said` is the size that its header tells. Rows of one colour each pack to nearly nothing. */
export function png(width, height, { said = [width, height], extra = [] } = {}) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(said[0], 0);
  head.writeUInt32BE(said[1], 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row += 1) {
    const start = row * (width * 3 + 1);
    rows.fill(row % 251, start + 1, start + 1 + width * 3);
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...extra,
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Nearly three thousand million pixels are told, and none is there. */
const huge = () => png(10, 10, { said: [30_000, 30_000] });
/** A text of 100 MB in a chunk of 100 kB. */
const longText = () =>
  png(60, 40, {
    extra: [chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100 * MB))]))],
  });
const gif = () => {
  const frame = Buffer.from('2c00000000ffffffff00020244010000'.slice(0, 30), 'hex');
  const head = Buffer.from('474946383961ffffffff800000000000ffffff', 'hex');
  return Buffer.concat([head, ...Array(10_000).fill(frame), Buffer.from([0x3b])]);
};
const drawing = () =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="9" height="9"/></svg>',
  );
const laughs = () => {
  const names = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
  );
  return Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a0 "ha">${names.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a9;</text></svg>`,
  );
};
const nested = () => {
  const depth = 60_000;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}</svg>`,
  );
};

const PICTURE = 'vacancy';
/** Name, kind, file, declared type, and the status that is the answer. */
const FILES = [
  ['a real picture of 12 megapixels', PICTURE, () => png(4_000, 3_000), 'image/png', 201],
  ['a real picture of 40 megapixels', PICTURE, () => png(8_000, 5_000), 'image/png', 201],
  ['30,000 pixels square', PICTURE, huge, 'image/png', 413],
  ['8,001 pixels wide', PICTURE, () => png(8_001, 10), 'image/png', 413],
  [
    'a small head before many rows',
    PICTURE,
    () => png(4_000, 3_000, { said: [4_000, 10] }),
    'image/png',
    null,
  ],
  ['a text that unpacks to 100 MB', PICTURE, longText, 'image/png', null],
  ['a picture, cut', PICTURE, () => png(4_000, 3_000).subarray(0, 4_000), 'image/png', 422],
  ['a GIF of 10,000 frames', PICTURE, gif, 'image/gif', 415],
  ['a drawing for a photo', PICTURE, drawing, 'image/svg+xml', 415],
  ['a million laughs as a logo', 'center_logo', laughs, 'image/svg+xml', null],
  ['a drawing 60,000 deep as a logo', 'center_logo', nested, 'image/svg+xml', null],
];

export function sendUpload(site, credentials, kind, file, type, alt = 'Twee mensen in een tuin') {
  const part = (name, rest) => Buffer.from(`--XX\r\ncontent-disposition: form-data; name="${name}"${rest}`);
  const body = Buffer.concat([
    part('kind', `\r\n\r\n${kind}\r\n`),
    part('alt', `\r\n\r\n${alt}\r\n`),
    part('file', `; filename="foto"\r\ncontent-type: ${type}\r\n\r\n`),
    file,
    Buffer.from('\r\n--XX--\r\n'),
  ]);
  return site.ask('POST', '/api/v1/uploads', {
    headers: { ...credentials, 'content-type': 'multipart/form-data; boundary=XX' },
    body,
  });
}

/** Files that wait for their place: none is left when nothing is sent any more. */
function leftOver(site) {
  const folder = join(site.data, 'tenants/demo/uploads/.incoming');
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

export const scenarios = [
  {
    name: 'pictures that take all memory',
    isShort: false,
    async run({ start, say }) {
      const site = await start();
      const credentials = await site.signIn(CENTRE);
      await sendUpload(site, credentials, PICTURE, png(300, 200), 'image/png');
      const idle = site.memory();
      for (const [name, kind, make, type, status] of FILES) {
        const file = make();
        site.forgetPeak();
        const { result, p99 } = await site.withNeighbour(() =>
          sendUpload(site, credentials, kind, file, type),
        );
        const above = site.peak() - idle;
        say(
          `${name}: ${file.length} bytes, ${result.status} in ${result.took.toFixed(0)} ms, peak ${(above / MB).toFixed(0)} MB above idle, neighbour p99 ${p99.toFixed(0)} ms`,
        );
        if (status) assert.equal(result.status, status, `${name}: ${result.text}`);
        assert(result.status < 500, `${name}: ${result.text}`);
        assert(above <= ABOVE_IDLE, `${name} takes ${(above / MB).toFixed(0)} MB`);
        assert(p99 <= NEIGHBOUR, `${name}: a neighbour waits ${p99.toFixed(0)} ms`);
      }
      assert.equal(leftOver(site), 0);
    },
  },
  {
    name: 'a hundred pictures at once',
    isShort: false,
    async run({ start, say }) {
      const site = await start();
      const people = ['centrum', 'organisatie', 'admin'].map((name) => `${name}@demo.voluntr.example`);
      const credentials = await Promise.all(people.map((email) => site.signIn(email)));
      const file = png(4_000, 3_000);
      await sendUpload(site, credentials[0], PICTURE, png(300, 200), 'image/png');
      const idle = site.memory();
      site.forgetPeak();
      const { result, p99 } = await site.withNeighbour(() =>
        Promise.all(
          Array.from({ length: 100 }, (_, number) =>
            sendUpload(site, credentials[number % 3], PICTURE, file, 'image/png'),
          ),
        ),
      );
      const above = site.peak() - idle;
      const taken = result.filter(({ status }) => status === 201).length;
      const told = result.filter(({ status }) => status === 429).length;
      const last = percentile(
        result.map(({ took }) => took),
        1,
      );
      say(
        `${taken} taken, ${told} told to wait, the last after ${last.toFixed(0)} ms, peak ${(above / MB).toFixed(0)} MB above idle, neighbour p99 ${p99.toFixed(0)} ms`,
      );
      assert.equal(taken + told, 100);
      assert(taken >= 12);
      assert(above <= CROWD, `${(above / MB).toFixed(0)} MB`);
      assert(p99 <= NEIGHBOUR, `a neighbour waits ${p99.toFixed(0)} ms`);
      assert.equal(leftOver(site), 0);
    },
  },
];
