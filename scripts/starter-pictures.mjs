// Draws the pictures that every centre begins with: `node scripts/starter-pictures.mjs` writes
// ui/public/img/starter/*/*.webp (1200 × 800, at most 40 kB each) and src/base/starter_pictures.json. A scene is a ground,
// people and things; the drawings of the app stand among them as they are. All of it is our own work (NOTICE).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { SCENES } from './starter-pictures/scenes.mjs';

const OUT = 'ui/public/img/starter';
const LARGEST = 40 * 1024;
/** The second drawing of each kind of work, for a list in which the first has just been shown: ui/public/img/*-2.svg. */
const SECOND = {
  koffie: 'kaarten',
  wandelen: 'rolstoel',
  tuin: 'boswachter',
  taal: 'bellen',
  repair: 'kledingwinkel',
  sport: 'fietsen',
  bus: 'boodschappen',
  computer: 'vergadering',
  voedsel: 'inpakken',
  lezen: 'toneel',
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const page = await browser.newPage();
/** Runs in the browser: draws the SVG and makes a WebP file of it, as small as it has to be. */
const render = async ({ svg, largest }) => {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(svg)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1200, 800];
  const paper = canvas.getContext('2d');
  const scale = Math.max(1200 / image.naturalWidth, 800 / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  paper.drawImage(image, (1200 - width) / 2, (800 - height) / 4, width, height);
  for (const quality of [0.9, 0.8, 0.7, 0.6]) {
    const file = canvas.toDataURL('image/webp', quality).split(',')[1];
    if (atob(file).length <= largest) return file;
  }
  throw new Error('too large');
};

rmSync(OUT, { recursive: true, force: true });
const list = [];
for (const { room, file, svg, from, name, shows, keywords } of SCENES) {
  mkdirSync(`${OUT}/${room}`, { recursive: true });
  const drawing = svg ?? readFileSync(from, 'utf8');
  const picture = await page.evaluate(render, { svg: drawing, largest: LARGEST });
  writeFileSync(`${OUT}/${room}/${file}.webp`, Buffer.from(picture, 'base64'));
  list.push({ url: `/img/starter/${room}/${file}.webp`, name, shows, keywords });
}
for (const [kind, second] of Object.entries(SECOND)) {
  const { svg } = SCENES.find(({ file }) => file === second);
  writeFileSync(`ui/public/img/${kind}-2.svg`, `${svg}\n`);
}
await browser.close();
writeFileSync('src/base/starter_pictures.json', `${JSON.stringify(list, null, 2)}\n`);
