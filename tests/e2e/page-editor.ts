// The editor of pages, as the tests use it.
import { expect, type Locator, type Page } from '@playwright/test';
import type { World } from './world.ts';

export const isSaved = (page: Page) => expect(page.locator('.editor-state')).toContainText('opgeslagen om');
export const blocks = (page: Page) => page.locator('.canvas [data-drag]');
export const side = (page: Page) => page.getByRole('complementary', { name: 'Instellingen en controle' });

/** A new empty page, and its id. */
export async function newPage(page: Page, world: World, title: string): Promise<string> {
  await page.goto(`${world.origin}/content/pages/new`);
  await page.getByLabel('Titel', { exact: true }).fill(title);
  await page.getByRole('button', { name: 'Concept maken' }).click();
  await expect(page).toHaveURL(/\/content\/pages\/\d+\/edit/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return /pages\/(\d+)/.exec(page.url())?.[1] ?? '';
}

/** Adds a block at the end of the page; gives the form of its fields. */
export async function addBlock(page: Page, name: string): Promise<Locator> {
  // What was typed before is drawn anew once it is saved, and the page below it moves.
  await isSaved(page);
  await page.getByRole('button', { name: 'Blok toevoegen onderaan de pagina' }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(side(page).getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  return side(page);
}
