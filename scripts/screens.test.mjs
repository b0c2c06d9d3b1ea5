// What is written from the table of screens is what stands in the tree, and what is wrong with a row is told in a sentence.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './run.mjs';
import { faultsOf, notBuilt, readScreenFiles, screenFiles } from './screens.mjs';

const isPage = (page) => existsSync(join(ROOT, 'ui/src', page));
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

test('every file that follows from the table of screens is as the table says: "npm run generate" writes them', async () => {
  const files = await readScreenFiles(`${ROOT}/`, isPage);
  assert.deepEqual(
    Object.entries(files)
      .filter(([path, text]) => !existsSync(join(ROOT, path)) || read(path) !== text)
      .map(([path]) => path),
    [],
  );
});

const CALENDAR = {
  path: '/calendar/:day?',
  name: 'calendar',
  title: { nl: 'Agenda', en: 'Calendar' },
  page: 'features/calendar/calendar-page.tsx',
  public: 'indexed',
  view: ['Calendar', 'day'],
  listView: 'Calendars',
  feature: 'activities',
  menu: [
    { in: 'main', for: 'everyone', label: { nl: 'Wat is er te doen', en: "What's on" } },
    { in: 'side', for: 'pages', group: 'website' },
    { in: 'account', for: 'members', icon: 'calendar', at: 20 },
  ],
  words: ['calendar'],
};
const SETTINGS = {
  path: '/calendar/settings',
  name: 'calendarSettings',
  title: { nl: 'Agenda instellen', en: 'Calendar settings' },
  page: 'features/calendar/settings-page.tsx',
  right: 'centre_settings',
  work: true,
  menu: [
    { in: 'account', icon: 'settings', at: 10 },
    { in: 'own', icon: 'settings', at: 10 },
  ],
};
const PRODUCT = [
  { path: '/calendar/:day?', layout: 'default', public: true },
  { path: '/later', layout: 'empty', public: true },
];

test('one row says what the app, the menus, the words and the server need', () => {
  const hand = '{ "menu": { "label": "Menu" } }';
  const words = ['i18n/shell', 'app/shell/header/member', 'app/workspace/workspace'].flatMap((name) =>
    ['nl', 'en'].map((language) => [`ui/src/${name}.${language}.json`, hand]),
  );
  const files = screenFiles([CALENDAR, SETTINGS], PRODUCT, Object.fromEntries(words));
  const has = (path, ...pieces) => {
    for (const piece of pieces) assert.ok(files[path].includes(piece), `${path}: ${piece}\n${files[path]}`);
  };
  has(
    'ui/src/app/routes-public.ts',
    "path: '/calendar/:day?'",
    "import('../features/calendar/calendar-page.tsx')",
  );
  assert.ok(!files['ui/src/app/routes-public.ts'].includes('/calendar/settings'));
  has('ui/src/app/routes.ts', "path: '/calendar/settings'", "right: 'centre_settings'");
  has('ui/src/app/rights.ts', "'pages', 'centre_settings'");
  // In the order that the rows give, not in that of the rows.
  assert.match(files['ui/src/app/shell/header/account-entries.ts'], /calendarSettings[\s\S]*key: 'calendar'/);
  has('ui/src/features/account/account-nav.ts', "title: 'calendarSettings.title'");
  has('ui/src/features/content/menu-items/site-menu.ts', "['calendar', 'calendar']");
  assert.deepEqual(JSON.parse(files['ui/src/i18n/shell.en.json']), {
    menu: { label: 'Menu' },
    screen: { calendar: "What's on" },
  });
  // A label that is not said is the title.
  assert.deepEqual(JSON.parse(files['ui/src/app/workspace/workspace.nl.json']).screen, {
    calendar: 'Agenda',
  });
  assert.deepEqual(JSON.parse(files['ui/src/i18n/routes.nl.json']).calendarSettings, {
    title: 'Agenda instellen',
  });
  has(
    'src/web/pages/screens.rs',
    'view: View::Calendars, when: |features| features.activities, ..page("/calendar", "calendar")',
    'view: View::Calendar("day"), when: |features| features.activities, ..page("/calendar/:day", "calendar")',
    'page("/calendar/settings", "calendarSettings")',
    'Page { audience: PageAudience::Open, layout: "empty", ..page("/later", "") }',
    'MenuLink { key: "calendar", path: "/calendar", when: |features| features.activities }',
  );
});

test('what the product has and the table has not is not built', () => {
  assert.deepEqual(notBuilt([CALENDAR], PRODUCT), [PRODUCT[1]]);
});

test('what is wrong with a row is told', () => {
  const faultOf = (change, others = []) =>
    faultsOf([{ ...CALENDAR, ...change }, ...others], () => true).join('\n');
  assert.equal(faultOf({}), '');
  assert.match(faultOf({ titel: 1 }), /\/calendar\/:day\?: no screen has a part "titel"/);
  assert.match(faultOf({ page: undefined }), /"page" is missing/);
  assert.match(faultOf({ title: { nl: 'Agenda' } }), /"title" is wanted once for "calendar", in Dutch and/);
  assert.match(faultOf({}, [CALENDAR]), /another screen has that path/);
  assert.match(faultOf({ public: true }), /"indexed" or "unlisted"/);
  assert.match(faultOf({ menu: [{ in: 'side', for: 'pages' }] }), /has a "group"/);
  assert.match(faultOf({ menu: [{ in: 'main' }] }), /who has the entry in main/);
  assert.match(faultOf({ menu: [{ in: 'account', for: 'members' }] }), /an "icon" and a place "at"/);
  assert.match(faultsOf([CALENDAR], () => false).join(), /there is no ui\/src\/features\/calendar/);
});
