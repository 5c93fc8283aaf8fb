import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { untilTrue, violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { countActions } from '../support/count-actions.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const fileOf = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });

/** Drops files with these names on an element. */
async function dropOn(page: Page, target: Locator, ...names: string[]): Promise<void> {
  // a string, because the DOM types are not available here
  const dataTransfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${png}'), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    for (const name of ${JSON.stringify(names)}) transfer.items.add(new File([bytes], name, { type: 'image/png' }));
    return transfer;
  })()`);
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

const inserted = [{ leaflet: 'cup-old.png', note: 'box' }, { note: 'bag' }];

const storedProduct = async () =>
  (await askAsClient(stage.service, 'GET', '/api/products/v1/products/cup'))['product'] as Record<string, unknown>; // the contract declares this type

async function define(): Promise<void> {
  const type = { id: 'asset', multiValue: true };
  const views = { id: 'views', name: 'views', compositeAttribute: null, type };
  await askAsClient(stage.service, 'PUT', '/api/datastandards/v1/datastandards/attributes', [
    views,
    { ...views, id: 'inserts', name: 'inserts', type: { id: 'composite', multiValue: true } },
    {
      ...views,
      id: 'leaflet',
      name: 'leaflet',
      compositeAttribute: 'inserts',
      type: { id: 'asset', multiValue: false },
    },
    { ...views, id: 'note', name: 'note', compositeAttribute: 'inserts', type: { id: 'string', multiValue: false } },
  ]);
  await askAsClient(stage.service, 'POST', '/api/import/v1/feeds/master', {
    products: [{ __ID: 'cup', __NAME: 'Cup', PRIMARY_ASSET: 'cup-old.png', inserts: inserted }],
  });
}

describe('A person who adds pictures', { skip: withoutBrowser }, () => {
  test('puts a file that no product names into the library in 2 actions, and finds it by its type', async () => {
    const { page } = stage;
    await define();
    await page.goto('/assets');
    await page.locator('input[type=file]').setInputFiles(fileOf('spoon.png'));
    await page.getByRole('group', { name: 'spoon.png' }).getByRole('button', { name: 'Add as new asset' }).click();
    await page.getByRole('group', { name: 'spoon.png' }).getByText('stored', { exact: true }).waitFor();
    await page.goto('/assets?type=image%2F&unused=true');
    const gallery = page.getByRole('list', { name: 'Assets' });
    await gallery.getByRole('link', { name: /spoon\.png/ }).waitFor();
    assert.equal(await gallery.getByRole('listitem').count(), 1);
    assert.deepEqual(await violations(page), []);
  });

  test('replaces the main image of a product by dropping a file on it in 1 action, never that of another product', async () => {
    const { page } = stage;
    await page.goto('/products/cup');
    await dropOn(page, page.getByRole('link', { name: 'cup-old.png' }).first(), 'spoon.png');
    await page.getByText('File added to Main image').waitFor();
    await page.getByText('spoon-2.png', { exact: true }).waitFor();
    assert.equal((await storedProduct())['PRIMARY_ASSET'], 'spoon-2.png');
    await page.getByRole('button', { name: 'All images of the product' }).click();
    const gallery = page.getByRole('dialog', { name: 'Images and files' });
    await gallery.getByText('2 of 2 · 1 × 1').waitFor();
    assert.deepEqual(await violations(page), []);
  });

  test('sets an asset inside a composite from the library in 5 actions, with the keyboard', async () => {
    const { page } = stage;
    const { act, atMost } = countActions();
    const table = page.getByRole('treegrid', { name: 'inserts' });
    await page.goto('/products/cup');
    await table.getByRole('gridcell', { name: 'bag' }).waitFor();
    await act(table.getByRole('row', { name: 'bag' }).getByRole('gridcell').nth(0).click());
    const input = table.getByRole('textbox', { name: /^leaflet/ });
    await input.waitFor();
    await act(page.keyboard.press('Tab'));
    await act(page.keyboard.press('Enter'));
    const library = page.getByRole('dialog', { name: /^Choose an asset for leaflet/ });
    await act(library.getByRole('button', { name: /^spoon\.png not used/ }).press('Enter'));
    await library.waitFor({ state: 'detached' });
    assert.equal(await input.inputValue(), 'spoon.png');
    await untilTrue(page, `document.activeElement?.ariaLabel?.startsWith('leaflet')`);
    await act(page.keyboard.press('Control+Enter'));
    await page.getByText('inserts saved').waitFor();
    atMost(5);
    assert.deepEqual((await storedProduct())['inserts'], [inserted[0], { leaflet: 'spoon.png', note: 'bag' }]);
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone').waitFor();
    await untilTrue(page, `document.activeElement?.ariaLabel === 'Edit inserts'`);
    assert.deepEqual((await storedProduct())['inserts'], inserted);
  });

  test('fills a list from the library in 4 actions, and orders it with the keyboard', async () => {
    const { page } = stage;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/products/cup');
    await page.getByLabel('Find an attribute').fill('views');
    await page.getByRole('button', { name: 'Edit views' }).click();
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    const library = page.getByRole('dialog', { name: 'Choose an asset for views' });
    await library.getByRole('textbox', { name: 'Search by ID or name' }).fill('spoon');
    await library.getByRole('button', { name: /spoon-2\.png/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    await library.getByRole('button', { name: /^spoon\.png not used/ }).click();
    await library.waitFor({ state: 'detached' });
    const list = page.getByRole('list', { name: 'views' });
    await dropOn(page, list, 'fork.png', 'knife.png');
    await list.getByRole('listitem').nth(2).waitFor();
    await page.getByRole('button', { name: 'Move views 3 up' }).press('Enter');
    await page.getByRole('button', { name: 'Move views 2 up' }).press('Enter');
    await page.getByRole('button', { name: 'Remove views 3' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Save changes', exact: true }).click();
    await page.getByText('views saved').waitFor();
    assert.deepEqual((await storedProduct())['views'], ['knife.png', 'spoon.png', 'fork.png']);
    await page.goto('/products?text=cup&columns=__ID&columns=views');
    await page.getByRole('gridcell', { name: 'knife.png · spoon.png · fork.png' }).locator('img').nth(2).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
