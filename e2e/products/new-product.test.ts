import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

describe('A person who makes products one by one', { skip: withoutBrowser }, () => {
  test('creates a product in 4 actions, after seeing that an ID is taken', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'New product' });
    const id = dialog.getByRole('textbox', { name: 'ID' });
    await id.fill('ajvar-mild-190');
    await dialog.getByText('There is already a product with this ID.').waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Create product' }).isDisabled());
    assert.deepEqual(await violations(page), []);
    await id.fill('new/one');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('New one');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'New one' }).waitFor();
    assert.match(page.url(), /\/products\/new%2Fone/);
  });

  test('duplicates a product without its files, deletes the copy, and undoes that in 1 action', async () => {
    const { page } = stage;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/products/ajvar-mild-190');
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Duplicate / });
    await dialog.getByRole('textbox', { name: 'ID' }).fill('copy');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('The copy');
    await dialog.getByRole('switch', { name: 'Include images and other files' }).uncheck();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await page.getByRole('heading', { level: 1, name: 'The copy' }).waitFor();
    const copy = await page.evaluate(async () => {
      const headers = { 'pimento-client': 'demo' };
      const answer = await fetch('/api/products/v1/products/copy', { headers });
      return ((await answer.json()) as { product: Record<string, unknown> }).product; // the contract declares this type
    });
    assert.deepEqual([copy['__FAMILY'], 'image' in copy, 'PRIMARY_ASSET' in copy], ['ajvar', false, false]);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete product' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click();
    await page.getByText(/^Deleted by .+ on /).waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 2, name: 'Basics' }).waitFor();
    assert.equal(await page.getByText(/^Deleted by .+ on /).count(), 0);
    assert.deepEqual(stage.complaints, []);
  });
});
