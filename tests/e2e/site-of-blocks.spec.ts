// A centre builds its site with nothing but the editor: six pages in which every block is used, a menu that leads to them,
// and a visitor who reads them without JavaScript. And what an editor does besides: pasting from Word, choosing a
// picture, moving a page, taking it offline, removing and restoring it.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { addBlock, blocks, isSaved, newPage, side } from './page-editor.ts';
import { png } from './png.ts';
import { accessibilityOf, callsOf, expectAccessible, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const VIDEO = 'https://www.youtube.com/watch?v=M7lc1UVf-VE';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const title = (form: Locator, words: string) => form.getByLabel(/^Titel/).fill(words);

async function link(form: Locator, label: string, address: string): Promise<void> {
  await form.getByLabel('Tekst van de link').fill(label);
  await form.getByRole('textbox', { name: 'Waar de link heen gaat' }).fill(address);
}

/** Adds a row to a list of the block; gives its fields. */
async function row(form: Locator, list: string): Promise<Locator> {
  await isSaved(form.page());
  await form.getByRole('button', { name: `Toevoegen: ${list}` }).click();
  return form.locator('.item-row.is-open .item-body');
}

/** A picture of one's own from this computer. */
async function picture(page: Page, form: Locator, alt: string): Promise<void> {
  await form.getByRole('button', { name: 'Foto kiezen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Foto kiezen' });
  await page.getByTestId('picture-file').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: png(640, 480) });
  await dialog.getByLabel('Wat is er te zien?').fill(alt);
  await dialog.getByRole('button', { name: 'Foto gebruiken' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'Wat is er te zien?' })).toHaveValue(alt);
}

async function putOnline(page: Page): Promise<void> {
  await isSaved(page);
  await page.getByRole('button', { name: 'Online zetten' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toContainText('De pagina kan nog niet online');
  await dialog.getByRole('button', { name: 'Online zetten' }).click();
  await expect(page.locator('.editor-state')).toContainText('Online');
}

async function visit(browser: Browser, path: string, javaScriptEnabled = true) {
  const context = await browser.newContext({ locale: 'nl-NL', javaScriptEnabled });
  const page = await context.newPage();
  const answer = await page.goto(world.origin + path);
  return { page, status: answer?.status() ?? 0, end: () => context.close() };
}

/** The six pages: their blocks, and how each is filled in. */
const SITE: readonly (readonly [string, readonly (readonly [string, (page: Page, form: Locator) => Promise<void>])[]])[] = [
  ['Welkom in de wijk', [
    ['Opening met foto', async (page, form) => {
      await title(form, 'Hier ken je elkaar');
      await picture(page, form, 'Een plein met bomen');
      await link(await row(form, 'Knoppen'), 'Vacatures bekijken', '/vacancies/search');
    }],
    ['Tekst met pluspunten', async (_, form) => {
      await title(form, 'Wij regelen het saaie deel');
      await title(await row(form, 'Punten'), 'Gratis verzekerd');
      await title(await row(form, 'Punten'), 'Een vast gezicht');
    }],
    ['Oproep', async (_, form) => {
      await title(form, 'Twijfel je nog?');
      await link(form, 'Een vraag stellen', '/contactformulier');
    }],
  ]],
  ['Zo helpen wij', [
    ['Kop met inleiding', async (_, form) => title(form, 'In drie stappen')],
    ['Tekst', async (_, form) => form.getByRole('textbox', { name: 'Tekst' }).fill('We stellen ons voor.')],
    ['Tekst in Markdown', async (_, form) => form.getByRole('textbox', { name: 'Tekst' }).fill('## Eerst kennismaken\n\nWe drinken *koffie*.\n\n- Je belt\n- Je komt langs')],
    ['Foto, tekst en knoppen', async (page, form) => {
      await title(form, 'Een ochtend mee');
      await form.locator('[contenteditable="true"]').click();
      await page.keyboard.type('Loop een keer mee.');
      await picture(page, form, 'Twee mensen bij een heg');
    }],
  ]],
  ['Verhalen uit de buurt', [
    ['Citaat', async (_, form) => {
      await form.getByRole('textbox', { name: 'Citaat' }).fill('Ik kook al veertig jaar te veel.');
      await form.getByRole('textbox', { name: 'Naam', exact: true }).fill('Henk Terpstra');
    }],
    ['Foto', async (page, form) => picture(page, form, 'De tuin in de zomer')],
    ['Fotoreeks', async (page, form) => {
      await title(form, 'Zo was de Helpdag');
      await picture(page, await row(form, 'Foto’s'), 'Mensen met kruiwagens');
    }],
  ]],
  ['Kijk en luister', [
    ['YouTube-video', async (_, form) => {
      await form.getByLabel('Adres van de video').fill(VIDEO);
      await title(form, 'Een ochtend met Fatima');
    }],
    ['Logo’s', async (_, form) => (await row(form, 'Logo’s')).getByLabel('Naam van de partner').fill('Bibliotheek De Wijk')],
    ['Snelle links', async (_, form) => {
      await title(form, 'Snel regelen');
      await link(await row(form, 'Links'), 'Account maken', '/signup');
    }],
  ]],
  ['Doe mee vandaag', [
    ['Opening met zoekveld', async (_, form) => title(form, 'Waar wil je helpen?')],
    ['Kaarten', async (_, form) => title(form, 'Net geplaatst')],
    ['Soorten vacatures', async (_, form) => title(form, 'Waar word jij blij van?')],
  ]],
  ['Vragen en nieuws', [
    ['Twee oproepen', async (_, form) => {
      for (const [words, label, address] of [['Ik wil helpen', 'Vacatures zoeken', '/vacancies/search'], ['Wij zoeken mensen', 'Vacature plaatsen', '/organizations/signup']] as const) {
        const call = await row(form, 'Oproepen');
        await title(call, words);
        await link(call, label, address);
      }
    }],
    ['Agenda', async (_, form) => title(form, 'Binnenkort te doen')],
    ['Laatste nieuws', async (_, form) => title(form, 'Het laatste nieuws')],
    ['Formulier', async (_, form) => {
      await form.getByRole('combobox', { name: 'Formulier' }).selectOption({ index: 1 });
    }],
  ]],
];

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

test.describe('a site of six pages', () => {
  test.describe.configure({ mode: 'serial' });

  for (const half of [0, 3]) {
    test(`pages ${half + 1} to ${half + 3} of a site are built by mouse and put online`, async ({ page }) => {
      test.setTimeout(120_000);
      await signIn(page, world, CENTRE);
      for (const [name, parts] of SITE.slice(half, half + 3)) {
        await newPage(page, world, name);
        for (const [block, fill] of parts) await fill(page, await addBlock(page, block));
        await expect(blocks(page)).toHaveCount(parts.length);
        await isSaved(page);
        await expectAccessible(page);
        await putOnline(page);
      }
    });
  }

  test('the pages stand in the menu, and are read without JavaScript', async ({ page, browser }) => {
    test.setTimeout(120_000);
    await signIn(page, world, CENTRE);
    await page.goto(`${world.origin}/content/menu-items`);
    for (const [name] of SITE) {
      await page.getByRole('button', { name: 'Toevoegen', exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Naam', { exact: true }).fill(name);
      await dialog.getByLabel('Gaat naar').selectOption({ label: `${name} (NL)` });
      await dialog.getByRole('button', { name: 'Opslaan' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('.menu-row').filter({ hasText: name })).toBeVisible();
    }
    const reader = await visit(browser, '/voorwaarden', false);
    const seen = new Set<string>();
    for (const [name, parts] of SITE) {
      // A long menu is folded: the link is there all the same.
      await expect(reader.page.locator(`header a[href="/${slugOf(name)}"]`).first()).toHaveText(name);
      await reader.page.goto(`${world.origin}/${slugOf(name)}`);
      await expect(reader.page).toHaveURL(new RegExp(`/${slugOf(name)}$`));
      await expect(reader.page.getByRole('heading', { level: 1 })).toHaveCount(1);
      const shown = reader.page.locator('main [data-block]');
      await expect(shown).toHaveCount(parts.length);
      for (const kind of await shown.evaluateAll((all) => all.map((each) => each.getAttribute('data-block') ?? ''))) seen.add(kind);
      // Every picture is one that the server has.
      for (const address of await reader.page.locator('main [data-block] img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src))) {
        expect((await reader.page.request.get(address)).status(), address).toBe(200);
      }
    }
    await reader.end();
    // All but the one that is not offered any more.
    expect([...seen].sort()).toEqual([
      'ActivityCalendar', 'BuilderForm', 'CallToAction', 'DualCta', 'DynamicCards', 'HeroWithSearch', 'Hotlinks', 'Image', 'ImageTextButtons', 'LogoBar',
      'Markdown', 'NewsCarousel', 'PhotoHero', 'PhotoSlideshow', 'QuoteBlock', 'RichText', 'SectionTitle', 'TextWithUsps', 'VacancyCategories', 'YouTube',
    ]);
    // Axe is itself a script: the same pages with it.
    for (const [name] of SITE) {
      const visitor = await visit(browser, `/${slugOf(name)}`);
      expect(await accessibilityOf(visitor.page), name).toEqual([]);
      await visitor.end();
    }
  });
});

test('four cards of old are shown and changed, and not offered', async ({ page, browser }) => {
  const call = await callsOf(world, CENTRE);
  const made = await call('POST', '/pages', { title: 'Van vroeger' });
  const { id } = made.data;
  await call('POST', `/pages/${id}/content_blocks`, {
    block_type: 'FourCards',
    content: { title: 'Vier kaarten', cards: [{ title: 'Maatje zijn', text: 'Samen wandelen.' }, { title: 'Bestuurswerk' }] },
  });
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/pages/${id}/edit`);
  await blocks(page).first().getByRole('button', { name: /^Blok 1 wijzigen/ }).click({ position: { x: 5, y: 5 } });
  await side(page).getByRole('button', { name: 'Wijzigen: Bestuurswerk' }).click();
  await side(page).locator('.item-row.is-open').getByLabel(/^Titel/).fill('Penningmeester zijn');
  await page.getByRole('button', { name: 'Blok toevoegen onderaan de pagina' }).click();
  await expect(page.getByRole('button', { name: 'Vier kaarten', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await putOnline(page);
  const visitor = await visit(browser, '/van-vroeger', false);
  await expect(visitor.page.locator('[data-block="FourCards"]')).toContainText('Penningmeester zijn');
  await expect(visitor.page.locator('[data-block="FourCards"]')).toContainText('Samen wandelen.');
  await visitor.end();
});

/** The clipboard of Word: conditional comments, its own tags and styles, a list that is made of paragraphs. */
const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Style Definitions */ p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-family:"Calibri",sans-serif;} @page WordSection1 {size:595.3pt 841.9pt;} --></style></head>
<body lang=NL style='tab-interval:35.4pt'><!--StartFragment--><div class=WordSection1>
<h1 style='mso-margin-top-alt:auto'><span style='font-family:"Calibri Light",sans-serif;mso-fareast-language:NL'>Kom je ook?<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><b style='mso-bidi-font-weight:normal'><span style='font-size:14.0pt;color:#C00000'>Zaterdag</span></b><span style='font-size:11.0pt'> is er <i>soep</i> voor iedereen. <a href="https://www.example.org/soep"><span style='color:#0563C1'>Lees meer over de soep</span></a>.<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]><span>Neem een kom mee<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]><span>En een lepel<o:p></o:p></span></p>
<p class=MsoNormal><span style='mso-no-proof:yes'><v:shape id="Picture_1" style='width:100pt'><v:imagedata src="file:///C:/temp/image001.png"/></v:shape></span><img width=200 src="file:///C:/temp/image001.png"><o:p>&nbsp;</o:p></p>
</div><!--EndFragment--></body></html>`;

test('what is pasted from Word arrives clean', async ({ page, browser }) => {
  await signIn(page, world, CENTRE);
  const id = await newPage(page, world, 'Uit Word');
  const form = await addBlock(page, 'Foto, tekst en knoppen');
  await title(form, 'Geplakt');
  const editor = form.locator('[contenteditable="true"]');
  await editor.click();
  await editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', 'Kom je ook?');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, WORD);
  await expect(editor.getByRole('listitem')).toHaveText(['Neem een kom mee', 'En een lepel']);
  await isSaved(page);
  const call = await callsOf(world, CENTRE);
  const stored = async () => (await call('GET', `/pages/${id}/content_blocks`)).data[0].attributes.content.text as string;
  await expect.poll(stored).toContain('lepel');
  expect((await stored()).replaceAll(/<li><p>(.*?)<\/p><\/li>/g, '<li>$1</li>')).toBe(
    '<h3>Kom je ook?</h3><p><strong>Zaterdag</strong> is er <em>soep</em> voor iedereen. <a href="https://www.example.org/soep" rel="noopener">Lees meer over de soep</a>.</p>' +
      '<ul><li>Neem een kom mee</li><li>En een lepel</li></ul>',
  );
  await putOnline(page);
  const visitor = await visit(browser, '/uit-word', false);
  const shown = visitor.page.locator('[data-block="ImageTextButtons"]');
  await expect(shown.getByRole('listitem')).toHaveText(['Neem een kom mee', 'En een lepel']);
  expect(await shown.innerHTML()).not.toMatch(/mso|style=|class="Mso|file:|<o:p/i);
  await visitor.end();
});

test('a picture is chosen, the address changed, the page taken offline', async ({ page, browser }) => {
  await signIn(page, world, CENTRE);
  await newPage(page, world, 'Eerste naam');
  const form = await addBlock(page, 'Foto');
  await picture(page, form, 'Een bank in het park');
  await putOnline(page);
  const visitor = await visit(browser, '/eerste-naam', false);
  const photo = visitor.page.getByRole('img', { name: 'Een bank in het park' });
  await expect(photo).toHaveAttribute('srcset', /320w/);
  expect((await visitor.page.request.get(await photo.evaluate((each: HTMLImageElement) => each.src))).headers()['content-type']).toBe('image/webp');

  await side(page).getByRole('button', { name: 'Hele pagina', exact: true }).click();
  await side(page).getByLabel('Adres van de pagina').fill('tweede-naam');
  await side(page).getByRole('button', { name: 'Adres wijzigen' }).click();
  await expect(page.getByText('Het adres is gewijzigd. Het oude verwijst door.')).toBeVisible();
  await visitor.page.goto(`${world.origin}/eerste-naam`);
  await expect(visitor.page).toHaveURL(`${world.origin}/tweede-naam`);
  await expect(photo).toBeVisible();

  await page.getByRole('button', { name: 'Meer', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Offline halen' }).click();
  await expect(page.getByText('De pagina staat niet meer online')).toBeVisible();
  await expect(page.locator('.editor-state')).toContainText('Offline');
  for (const path of ['/tweede-naam', '/eerste-naam']) {
    const answer = await visitor.page.goto(world.origin + path);
    expect(answer?.status(), path).toBe(404);
  }
  await visitor.end();
});

test('a page is removed, brought back at once, removed again and restored from the list', async ({ page, browser }) => {
  const call = await callsOf(world, CENTRE);
  const made = await call('POST', '/pages', { title: 'Weg en terug' });
  await call('POST', `/pages/${made.data.id}/content_blocks`, { block_type: 'SectionTitle', content: { title: 'Ik ben er weer' } });
  await call('PUT', `/pages/${made.data.id}/publish`);
  await signIn(page, world, CENTRE);
  const visitor = await visit(browser, '/weg-en-terug', false);
  expect(visitor.status).toBe(200);
  const status = async () => (await visitor.page.goto(`${world.origin}/weg-en-terug`))?.status();
  const remove = async () => {
    await page.goto(`${world.origin}/content/pages?q=Weg%20en%20terug`);
    await page.getByRole('button', { name: 'Meer met Weg en terug' }).click();
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click();
    await expect(page.getByRole('dialog')).toContainText('30 dagen');
    await page.getByRole('dialog').getByRole('button', { name: 'Pagina verwijderen' }).click();
    await expect(page.getByText('Weg en terug is verwijderd')).toBeVisible();
  };
  await remove();
  expect(await status()).toBe(404);
  await page.getByRole('button', { name: 'Ongedaan maken' }).click();
  await expect(page.getByText('Weg en terug is teruggezet')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Weg en terug' })).toContainText('Online');
  expect(await status()).toBe(200);

  await remove();
  // Another page takes its address meanwhile.
  const other = await call('POST', '/pages', { title: 'De opvolger', slug: 'weg-en-terug' });
  await page.goto(`${world.origin}/content/pages`);
  await page.getByRole('link', { name: 'Verwijderd', exact: true }).click();
  const gone = page.getByRole('row').filter({ hasText: 'Weg en terug' });
  await expect(gone).toContainText('Verwijderd');
  const until = new Date(Date.now() + 30 * 24 * 3600 * 1000);
  await expect(gone).toContainText(until.toLocaleDateString('nl-NL', { day: 'numeric', month: 'short', timeZone: 'Europe/Amsterdam' }));
  await expectAccessible(page);
  const restore = async () => {
    await page.getByRole('button', { name: 'Meer met Weg en terug' }).click();
    await page.getByRole('menuitem', { name: 'Terugzetten' }).click();
  };
  await restore();
  await expect(page.getByText('Het adres /weg-en-terug is nu van de pagina ‘De opvolger’')).toBeVisible();
  await call('PATCH', `/pages/${other.data.id}`, { slug: 'de-opvolger' });
  await restore();
  await expect(page.getByText('Weg en terug is teruggezet')).toBeVisible();
  await expect(page.getByText('Er is niets verwijderd')).toBeVisible();
  expect(await status()).toBe(200);
  await visitor.end();
});
