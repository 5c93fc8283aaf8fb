import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage({ visit: { permissions: ['clipboard-read', 'clipboard-write'] } });

async function send(products: object[]): Promise<void> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/import/v1/feeds/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products }),
  });
  assert.ok(answer.ok);
}

/** Returns the values of one attribute of the products that the list shows, in the order of their ids. */
async function stored(prefix: string, attribute: string): Promise<unknown[]> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/products/v1/products?text=${prefix}&limit=300`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { products } = (await answer.json()) as { products: { product: Record<string, unknown> }[] }; // the contract declares this type
  return products.map(({ product }) => product[attribute]);
}

/** Sends products and opens the list of them, in the order of their ids. */
async function openList(page: Page, prefix: string, products: object[]): Promise<void> {
  await send(products);
  await page.goto(
    `/products?text=${prefix}&columns=__ID&columns=__NAME&columns=brand&columns=netWeight&columns=launched`,
  );
  await page.getByText(`${products.length} products`, { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  // the code of the cells is loaded when the list is first used
  await page.locator('[role=grid][aria-keyshortcuts=F2]').waitFor();
}

const setClipboard = (page: Page, text: string) =>
  page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Paste into the list' });
const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

describe('A person who pastes cells of a spreadsheet into the list', { skip: withoutBrowser }, () => {
  test('fills 3 columns of 4 products with 12 values in 3 actions with the keyboard, and undoes all in 1', async () => {
    const { page } = stage;
    const ids = ['paste-1', 'paste-2', 'paste-3', 'paste-4'];
    await openList(
      page,
      'paste-',
      ids.map((id) => ({ __ID: id, __NAME: `Old ${id}`, brand: 'Old', netWeight: '1' })),
    );
    await setClipboard(page, ids.map((id, at) => `New ${id}\t"Brand\t${at}"\t${at + 10}\r\n`).join(''));
    let actions = 0;
    const press = async (key: string) => {
      await page.keyboard.press(key);
      actions += 1;
    };
    await press('ArrowRight');
    await page.locator('#active-cell[aria-label="Name: Old paste-1"]').waitFor();
    await press('Control+V');
    await dialogOf(page).getByText('12 values in 4 products will change.').waitFor();
    await dialogOf(page).getByRole('row', { name: 'Old paste-1 Net weight 1 10' }).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await stored('paste-', 'netWeight'), ['1', '1', '1', '1']);
    await page.getByRole('button', { name: 'Paste 12 values' }).and(page.locator(':focus')).waitFor();
    await press('Enter');
    await notice(page, '12 values pasted into 4 products').waitFor();
    await page.locator('#row-3').getByText('New paste-4').waitFor();
    assert.equal(actions, 3);
    assert.deepEqual(await stored('paste-', 'brand'), ['Brand\t0', 'Brand\t1', 'Brand\t2', 'Brand\t3']);
    assert.deepEqual(await stored('paste-', 'netWeight'), ['10', '11', '12', '13']);
    await page.locator('[role=grid]:focus').waitFor();
    await page.keyboard.press('Control+Z');
    await notice(page, 'Paste undone in 4 products').waitFor();
    assert.deepEqual(await stored('paste-', 'netWeight'), ['1', '1', '1', '1']);
    assert.deepEqual(
      await stored('paste-', '__NAME'),
      ids.map((id) => `Old ${id}`),
    );

    await page.goto('/imports?origin=edit');
    await page.getByRole('row').nth(1).waitFor();
    const pastes = page.getByRole('row').filter({ hasText: '4' });
    assert.equal(await pastes.count(), 1, 'the paste is one edit, and its check is not listed');
    assert.deepEqual(stage.complaints, []);
  });

  test('copies the cells of selected rows, and fills all selected rows with one value after a click on a cell', async () => {
    const { page } = stage;
    await openList(page, 'fill-', [
      { __ID: 'fill-1', brand: 'Two\nlines', netWeight: '1' },
      { __ID: 'fill-2', brand: '"quoted"', netWeight: '2' },
      { __ID: 'fill-3', netWeight: '3' },
    ]);
    for (const id of ['fill-1', 'fill-2', 'fill-3']) await page.getByLabel(`Select ${id}`).check();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('#active-cell[aria-label^="Brand"]').waitFor();
    await page.keyboard.press('Control+C');
    await notice(page, '3 values copied').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+V');
    await dialogOf(page).getByText('No value would change.').waitFor();
    await dialogOf(page).getByText('3 cells already have the pasted value.').waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });

    await setClipboard(page, '7.5');
    await page.locator('[role=grid]:focus').waitFor();
    await page.locator('#row-1 [data-label="Net weight"]').click();
    await page.locator('#active-cell[aria-label="Net weight: 2"]').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+V');
    await dialogOf(page).getByRole('button', { name: 'Paste 3 values' }).click();
    await notice(page, '3 values pasted into 3 products').waitFor();
    assert.deepEqual(await stored('fill-', 'netWeight'), ['7.5', '7.5', '7.5']);
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person who pastes into a long list', { skip: withoutBrowser }, () => {
  test('pastes over rows that are not loaded yet, and not more than 1,000 at once', async () => {
    const { page } = stage;
    const ids = Array.from({ length: 260 }, (_, at) => `many-${String(at).padStart(3, '0')}`);
    await openList(
      page,
      'many-',
      ids.map((__ID) => ({ __ID, __NAME: __ID })),
    );
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('#active-cell').waitFor();
    await setClipboard(page, Array.from({ length: 262 }, (_, at) => `B${at}`).join('\n'));
    await page.keyboard.press('Control+V');
    await dialogOf(page).getByText('2 lines of the clipboard are below the end of the list').waitFor();
    await page.getByRole('button', { name: 'Paste 260 values' }).and(page.locator(':focus')).press('Enter');
    await notice(page, '260 values pasted into 260 products').waitFor();
    assert.deepEqual(
      await stored('many-', 'brand'),
      ids.map((_, at) => `B${at}`),
    );

    await setClipboard(page, 'x\n'.repeat(1001));
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+V');
    await dialogOf(page)
      .getByText('At most 1,000 products can be filled at once, and this would fill 1,001.')
      .waitFor();
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person whose paste does not fit everywhere', { skip: withoutBrowser }, () => {
  test('sees which cells are left out and why, and which products a colleague has changed meanwhile', async () => {
    const { page } = stage;
    await openList(page, 'part-', [
      { __ID: 'part-1', __NAME: 'One', brand: 'Old', netWeight: '1' },
      { __ID: 'part-2', __NAME: 'Two', brand: 'Old', netWeight: '2' },
      { __ID: 'part-3', __NAME: 'Three', brand: 'Old', netWeight: '3' },
    ]);
    await page.locator('#row-0 [data-label="Brand"]').click();
    await page.getByRole('grid').focus();
    await setClipboard(page, 'A\theavy\nB\t20\t31 March\nC\t30');
    await page.keyboard.press('Control+V');
    const dialog = dialogOf(page);
    await dialog.getByText('5 values in 3 products will change.').waitFor();
    await dialog.getByRole('row', { name: /^One Net weight .*heavy/ }).waitFor();
    await dialog.getByRole('row', { name: /^Two On the market since .*31 March/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    await send([{ __ID: 'part-3', brand: 'Theirs' }]);
    await dialog.getByRole('button', { name: 'Paste 5 values' }).click();
    await dialog.getByText('2 values were not stored').waitFor();
    await dialog.getByRole('row', { name: /^Three Brand .*someone else has changed it/ }).waitFor();
    await notice(page, '3 values pasted into 2 products').waitFor();
    assert.deepEqual(await stored('part-', 'brand'), ['A', 'B', 'Theirs']);
    assert.deepEqual(await stored('part-', 'netWeight'), ['1', '20', '3']);
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    assert.deepEqual(stage.complaints, []);
  });

  test('is told to choose a cell first, and reads everything in German', async () => {
    const { page } = stage;
    await page.evaluate(`localStorage.setItem('pimento.language', 'de')`);
    await page.reload();
    await page.getByText('3 Produkte', { exact: true }).waitFor();
    await page.getByRole('grid').focus();
    await page.locator('[role=grid][aria-keyshortcuts=F2]').waitFor();
    await setClipboard(page, 'heavy\t\nC\t1,5');
    await page.keyboard.press('Control+V');
    await notice(page, 'Wählen Sie zuerst eine Zelle').waitFor();
    await page.locator('#row-0').getByRole('gridcell').nth(3).click();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+V');
    const dialog = page.getByRole('dialog', { name: 'In die Liste einfügen' });
    await dialog.getByText('4 Werte in 2 Produkten werden geändert.').waitFor();
    await dialog.getByText('1 Wert wird geleert, weil die eingefügte Zelle leer ist.').waitFor();
    await dialog.getByRole('button', { name: '4 Werte einfügen' }).waitFor();
    assert.equal(await dialog.getByRole('cell', { name: '1.5' }).count(), 1);
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await page.evaluate(`localStorage.removeItem('pimento.language')`);
    assert.deepEqual(stage.complaints, []);
  });
});
