import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

async function send(products: object[]): Promise<void> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/import/v1/feeds/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products }),
  });
  assert.ok(answer.ok);
}

async function stored(productId: string): Promise<Record<string, unknown>> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/products/v1/products/${productId}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { product } = (await answer.json()) as { product: Record<string, unknown> }; // the contract declares this type
  return product;
}

const address = '/products?text=cell-&columns=__ID&columns=__NAME&columns=brand&columns=netWeight&columns=launched';

/** Stores the products of a test and opens their list, ordered by id. */
async function openList(page: Page, products: object[]): Promise<void> {
  await send(products);
  await page.goto(address);
  await page.getByText(`${products.length} products`, { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  // the code of the inputs is loaded when the list is first used
  await page.locator('[role=grid][aria-keyshortcuts=F2]').waitFor();
}

const cellText = (page: Page, row: number, label: string) => page.locator(`#row-${row} [data-label="${label}"]`);

describe('A person who edits in the list', { skip: withoutBrowser }, () => {
  test('changes two values of a product with the keyboard in 6 actions, and undoes the last in 1', async () => {
    const { page } = stage;
    await openList(page, [
      { __ID: 'cell-1', __NAME: 'Cell one', brand: 'Old', netWeight: '10' },
      { __ID: 'cell-2', __NAME: 'Cell two', brand: 'Old', netWeight: '20' },
    ]);
    let actions = 0;
    const act = async (action: Promise<unknown>) => {
      await action;
      actions += 1;
    };
    await act(page.keyboard.press('ArrowRight')); // to the name
    await page.locator('#active-cell[aria-label="Name: Cell one"]').waitFor();
    assert.deepEqual(await violations(page), []);
    await act(page.keyboard.press('ArrowRight')); // to the brand
    await page.locator('#active-cell[aria-label="Brand: Old"]').waitFor();
    await act(page.keyboard.press('F2'));
    await page.getByRole('textbox', { name: 'Brand', exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await act(page.keyboard.type('jkx New'));
    await act(page.keyboard.press('Tab'));
    const weight = page.getByRole('textbox', { name: 'Net weight', exact: true });
    await weight.waitFor();
    await act(page.keyboard.type('12.5'));
    await page.keyboard.press('Enter');
    await cellText(page, 0, 'Brand').getByText('jkx New').waitFor();
    await cellText(page, 0, 'Net weight').getByText('12.5').waitFor();
    await weight.waitFor({ state: 'detached' });
    const { brand, netWeight } = await stored('cell-1');
    assert.deepEqual([brand, netWeight], ['jkx New', '12.5']);
    assert.equal(actions, 6);
    await page.locator('#row-1[data-active]').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).last().click();
    await cellText(page, 0, 'Net weight').getByText('10').waitFor();
    assert.deepEqual(stage.complaints, []);
  });

  test('edits a cell with a double click and leaves it with Esc, which asks before typed text is lost', async () => {
    const { page } = stage;
    await openList(page, [{ __ID: 'cell-1', brand: 'Kept' }, { __ID: 'cell-2' }]);
    await cellText(page, 0, 'Brand').dblclick();
    const input = page.getByRole('textbox', { name: 'Brand', exact: true });
    await input.fill('Lost');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await input.press('Escape');
    assert.equal(await input.inputValue(), 'Lost');
    page.once('dialog', (dialog) => void dialog.accept());
    await input.press('Escape');
    await input.waitFor({ state: 'detached' });
    assert.equal((await stored('cell-1'))['brand'], 'Kept');
    assert.match(page.url(), /\/products\?/, 'the double click did not open the product');
  });
});

describe('A person whose edit in the list cannot be saved', { skip: withoutBrowser }, () => {
  test('sees both values if another person changed the same one, and why a value was refused', async () => {
    const { page } = stage;
    await openList(page, [{ __ID: 'cell-1', brand: 'Mine', netWeight: '5' }, { __ID: 'cell-2' }]);
    await cellText(page, 0, 'Brand').dblclick();
    const input = page.getByRole('textbox', { name: 'Brand', exact: true });
    await input.fill('Typed');
    await send([{ __ID: 'cell-1', brand: 'Theirs' }]);
    await input.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'Theirs' });
    await alert.getByText('Typed').waitFor();
    assert.equal((await stored('cell-1'))['brand'], 'Theirs');
    assert.deepEqual(await violations(page), []);
    await alert.getByRole('button', { name: 'Keep mine' }).click();
    await input.waitFor({ state: 'detached' });
    assert.equal((await stored('cell-1'))['brand'], 'Typed');

    await cellText(page, 0, 'Net weight').dblclick();
    const weight = page.getByRole('textbox', { name: 'Net weight', exact: true });
    await weight.fill('heavy');
    await weight.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'heavy' }).waitFor();
    await weight.fill('7');
    await weight.press('Enter');
    await cellText(page, 0, 'Net weight').getByText('7').waitFor();
    assert.equal((await stored('cell-1'))['netWeight'], '7');
  });

  test('sees whose value it is, and keeps it, if the product leaves the list meanwhile', async () => {
    const { page } = stage;
    await send([
      { __ID: 'cell-away', brand: 'Leaving' },
      { __ID: 'cell-stay', brand: 'Leaving' },
    ]);
    await page.goto(`${address}&where=brand%3DLeaving`);
    await page.getByText('2 products', { exact: true }).waitFor();
    await page.getByRole('grid').focus();
    await page.locator('[role=grid][aria-keyshortcuts=F2]').waitFor();
    await cellText(page, 0, 'Brand').dblclick();
    const input = page.getByRole('textbox', { name: 'Brand', exact: true });
    await input.fill('Typed');
    await send([{ __ID: 'cell-away', brand: 'Gone' }]);
    await input.press('Enter');
    await page.getByRole('gridcell').filter({ has: input }).getByText('cell-away').waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'Gone' });
    await alert.getByRole('button', { name: 'Keep mine' }).click();
    await input.waitFor({ state: 'detached' });
    assert.deepEqual(
      [(await stored('cell-away'))['brand'], (await stored('cell-stay'))['brand']],
      ['Typed', 'Leaving'],
    );
  });
});
