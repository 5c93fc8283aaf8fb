import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { enterAt, tabTo } from '../support/keyboard-steps.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const ids = Array.from({ length: 50 }, (_, at) => `bulk-${String(at + 1).padStart(2, '0')}`);

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.json();
}

const importProducts = (products: object[]) => ask('POST', '/api/import/v1/feeds/master', { products });

async function seasons(): Promise<unknown[]> {
  const { products } = (await ask('GET', '/api/products/v1/products?text=bulk-&limit=100')) as {
    products: { product: Record<string, unknown> }[];
  };
  return products.map(({ product }) => product['bulkSeason']);
}

/** Checks the open dialog in both color schemes. */
async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], colorScheme);
  }
}

describe('Edit many products at once', { skip: withoutBrowser }, () => {
  test('50 products in 7 actions, with a look at what would change, and all restored by an eighth', async () => {
    const { page } = stage;
    await importProducts(ids.map((id) => ({ __ID: id, bulkSeason: '2026' })));
    await page.goto('/products?text=bulk-');
    await page.getByText('50 products', { exact: true }).waitFor();

    let actions = 0;
    const act = async (action: Promise<void>) => {
      await action;
      actions += 1;
    };
    await act(page.getByRole('checkbox', { name: 'Select all matching products' }).click());
    await act(page.getByRole('button', { name: 'Edit …' }).click());
    const dialog = page.getByRole('dialog', { name: 'Edit 50 products' });
    await dialog.getByRole('combobox', { name: 'Attribute' }).waitFor();
    await act(page.keyboard.type('bulkSeason'));
    await page.getByRole('option', { name: 'bulkSeason' }).waitFor();
    await act(page.keyboard.press('Enter'));
    await dialog.getByLabel('New value').waitFor();
    await act(page.keyboard.type('2027'));
    await act(page.keyboard.press('Enter'));
    await dialog.getByRole('cell', { name: '2027' }).first().waitFor();
    assert.deepEqual(new Set(await seasons()), new Set(['2026']), 'the preview stores nothing');
    await assertAccessible(page);
    const apply = dialog.getByRole('button', { name: 'Change 50 products' });
    assert.ok(await apply.evaluate((one) => one === one.ownerDocument.activeElement), 'Enter would start it');
    await act(page.keyboard.press('Enter'));
    await dialog.getByText('50 products changed').waitFor();
    assert.deepEqual(new Set(await seasons()), new Set(['2027']));
    assert.equal(actions, 7);

    await importProducts([{ __ID: 'bulk-07', bulkOther: 'x' }]);
    await act(dialog.getByRole('button', { name: 'Undo' }).click());
    await dialog.getByText('49 products restored').waitFor();
    await dialog
      .getByRole('cell', { name: /bulk-07/ })
      .first()
      .waitFor();
    await assertAccessible(page);
    const now = await seasons();
    assert.deepEqual([now[6], now.filter((one) => one === '2026').length], ['2027', 49]);
    assert.deepEqual(stage.complaints, []);
  });

  test('without a mouse, and the edit is found among the imports, where it can be undone', async () => {
    const { page } = stage;
    await page.goto('/products?text=bulk-');
    await page.getByText('50 products', { exact: true }).waitFor();
    await tabTo(page, page.getByRole('grid'));
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await enterAt(page, page.getByRole('button', { name: 'Edit …' }));
    const dialog = page.getByRole('dialog', { name: 'Edit 2 products' });
    await dialog.getByRole('combobox', { name: 'Attribute' }).waitFor();
    await page.keyboard.type('bulkSeason');
    await page.getByRole('option', { name: 'bulkSeason' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('2030');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Change 2 products' }).waitFor();
    await tabTo(page, dialog.getByRole('button', { name: 'Change 2 products' }));
    await page.keyboard.press('Enter');
    await dialog.getByText('2 products changed').waitFor();
    await enterAt(page, dialog.getByRole('link', { name: 'Show log' }));
    await page.getByRole('heading', { level: 1, name: /^Bulk edit of/ }).waitFor();
    await page.goto('/imports?origin=bulk');
    await page.getByRole('table').getByText('Bulk edit', { exact: true }).first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('table').getByRole('link').first().click();
    await enterAt(page, page.getByRole('button', { name: 'Undo' }));
    await page.getByText('2 products restored').waitFor();
    await page.getByRole('link', { name: 'Show the bulk edit' }).click();
    await page.getByRole('link', { name: 'Show the undo' }).waitFor();
    assert.equal((await seasons()).filter((one) => one === '2030').length, 0);
    assert.deepEqual(stage.complaints, []);
  });
});

describe('Undo an import', { skip: withoutBrowser }, () => {
  const colorOf = async (id: string): Promise<unknown> => {
    const { product } = (await ask('GET', `/api/products/v1/products/${id}`)) as { product: Record<string, unknown> };
    return product['undoColor'];
  };

  test('from its page in 3 actions: what it changed is restored, what it created is deleted, what changed since stays', async () => {
    const { page } = stage;
    await importProducts(['undo-1', 'undo-2', 'undo-3'].map((id) => ({ __ID: id, undoColor: 'red' })));
    const { jobRef } = (await importProducts(
      ['undo-1', 'undo-2', 'undo-3', 'undo-new'].map((id) => ({ __ID: id, undoColor: 'blue' })),
    )) as { jobRef: string };
    await importProducts([{ __ID: 'undo-3', undoColor: 'green' }]);
    await page.goto(`/imports/${jobRef}`);
    await page.getByRole('button', { name: 'Undo import …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import' });
    await dialog.getByRole('row', { name: /undo-3/ }).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('checkbox', { name: 'Also delete the 1 product that it created' }).check();
    await dialog.getByRole('button', { name: 'Undo import' }).press('Enter');
    await dialog.getByText('2 products restored').waitFor();
    await dialog.getByText('1 product deleted').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await page.getByText('1 product that it created was deleted.').waitFor();
    assert.deepEqual(await Promise.all(['undo-1', 'undo-2', 'undo-3'].map(colorOf)), ['red', 'red', 'green']);
    await page.goto('/products?text=undo-new');
    await page.getByText('No product matches').waitFor();
  });
});
