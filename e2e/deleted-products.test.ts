import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const { baseUrl, secret } = stage.service;
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
async function send(products: unknown[]): Promise<void> {
  const report = (await (await call('POST', '/api/import/v1/feeds/master', { products })).json()) as {
    rejected: number;
  }; // the contract declares this type
  assert.equal(report.rejected, 0);
}
async function remove(productId: string): Promise<void> {
  assert.equal((await call('DELETE', `/api/products/v1/products/${productId}`)).status, 204);
}
async function stored(productId: string): Promise<Record<string, unknown> | undefined> {
  const body = (await (await call('GET', `/api/products/v1/products/${productId}`)).json()) as {
    product?: Record<string, unknown>;
  }; // the contract declares this type
  return body.product;
}
const typeInto = async (page: Page, name: string, text: string) => {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await page.getByRole('textbox', { name, exact: true }).fill(text);
};

describe('A person whose products are deleted: unsaved input', { skip: withoutBrowser }, () => {
  test('keeps text typed on a product that is deleted in the meantime, restores the product and saves', async () => {
    const { page } = stage;
    await send([{ __ID: 'gone-1', __NAME: 'Gone one', netWeight: '12.50', __FAMILY: 'gone' }]);
    await page.goto('/products/gone-1');
    await typeInto(page, 'Net weight', '20');
    await remove('gone-1');
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The product was deleted while you were editing' });
    await alert.getByText(/^By .+ Your changes are not saved/).waitFor();
    await page.getByText(/^Deleted by .+ on /).waitFor();
    await page.getByText(/Your changes are not saved: Net weight\./).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '20');
    assert.equal(await page.getByRole('button', { name: 'Save changes', exact: true }).count(), 0);
    await page.getByRole('textbox', { name: 'Net weight' }).press('Escape');
    assert.equal(await stored('gone-1'), undefined);
    await alert.getByRole('button', { name: 'Restore product and save' }).click();
    await page.getByText('Net weight saved').waitFor();
    await alert.waitFor({ state: 'detached' });
    assert.deepEqual(await stored('gone-1'), { __ID: 'gone-1', __NAME: 'Gone one', netWeight: '20', __FAMILY: 'gone' });
  });

  test('decides about each typed text, and then sees the deleted product', async () => {
    const { page } = stage;
    await page.reload();
    await typeInto(page, 'Net weight', '21');
    await typeInto(page, 'Name', 'A new name');
    await remove('gone-1');
    await page.getByRole('button', { name: 'Save' }).first().click();
    const alerts = page.getByRole('alert').filter({ hasText: 'The product was deleted while you were editing' });
    await alerts.nth(1).waitFor();
    assert.equal(await alerts.count(), 2);
    assert.equal(await page.getByRole('button', { name: /^Edit / }).count(), 0);
    await alerts.first().getByRole('button', { name: 'Discard' }).click();
    assert.equal(await alerts.count(), 1);
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '21');
    await alerts.first().getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Restore product', exact: true }).click();
    await page.getByText('Product restored').waitFor();
    assert.equal((await stored('gone-1'))?.['netWeight'], '20');
  });

  test('sees the last stored value if another person changed it before deleting the product', async () => {
    const { page } = stage;
    await page.goto('/products/gone-1');
    await typeInto(page, 'Net weight', '22');
    await send([{ __ID: 'gone-1', netWeight: '30' }]);
    await remove('gone-1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Restore product and save' }).click();
    await page.getByRole('alert').getByText('Net weight was changed by someone else').waitFor();
    assert.equal((await stored('gone-1'))?.['netWeight'], '30');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Net weight saved').waitFor();
    assert.equal((await stored('gone-1'))?.['netWeight'], '22');
  });

  test('also keeps changed packaging', async () => {
    const { page } = stage;
    await send([{ __ID: 'gone-1', PACKAGING: [{ __ID: 'capers-100', QUANTITY: '2.50' }] }]);
    await page.reload();
    await page.getByRole('button', { name: 'Edit packaging' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Quantity of/ }).fill('7');
    await remove('gone-1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Restore product and save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Packaging' }).getByText('7 ×').waitFor();
    assert.deepEqual((await stored('gone-1'))?.['PACKAGING'], [{ __ID: 'capers-100', QUANTITY: 7 }]);
  });
});

describe('A person whose products are deleted: finding and deleting', { skip: withoutBrowser }, () => {
  test('does not lose typed text by searching for another attribute', async () => {
    const { page } = stage;
    await typeInto(page, 'Net weight', '23');
    await page.getByPlaceholder('Find an attribute or value …').fill('brand');
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '23');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit Net weight' }).waitFor({ state: 'detached' });
  });

  test('finds them by words of id, name or family, with the exact time of their deletion', async () => {
    const { page } = stage;
    await send([
      { __ID: 'sought-1', __NAME: 'Blaue Dose', __FAMILY: 'cans' },
      { __ID: 'sought-2', __NAME: 'Rote Dose' },
    ]);
    await remove('sought-1');
    await remove('sought-2');
    await page.goto('/deleted-products');
    await page.getByRole('link', { name: 'Rote Dose' }).waitFor();
    const search = page.getByRole('textbox', { name: 'Search by ID, name or family' });
    await search.fill('dose BLAU');
    await page.getByRole('link', { name: 'Rote Dose' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Blaue Dose.+ \d\d:\d\d:\d\d/ }).waitFor();
    await search.fill('cans');
    await page.waitForURL(/text=cans$/);
    await page.reload();
    await page.getByRole('link', { name: 'Blaue Dose' }).waitFor();
    await search.fill('nowhere');
    await page.getByText('No deleted product has words that begin with “nowhere”').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('link', { name: 'Rote Dose' }).waitFor();
  });

  test('sees what was not deleted and why, and exactly that stays selected', async () => {
    const { page } = stage;
    await send([{ __ID: 'part-1' }, { __ID: 'part-2' }, { __ID: 'part-3' }]);
    await page.goto('/products?text=part-');
    await page.getByText('3 products', { exact: true }).waitFor();
    await page.getByLabel('Select all matching products').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await send([{ __ID: 'part-2', __NAME: 'Changed' }]);
    await page.getByRole('button', { name: 'Delete 3' }).click();
    const report = page.getByRole('dialog', { name: '2 products deleted' });
    await report.getByText('Not deleted: 1 product. Products that were not deleted stay selected.').waitFor();
    await report.getByRole('row', { name: /^part-2 .+/ }).waitFor();
    await report.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
    assert.ok(await page.getByLabel('Select part-2').isChecked());
  });

  test('undoes the deletion of selected products in 1 action', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete 1' }).click();
    await page.getByText('Product deleted').or(page.getByText('1 product deleted')).first().waitFor();
    assert.equal(await stored('part-2'), undefined);
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Product restored').waitFor();
    assert.equal((await stored('part-2'))?.['__NAME'], 'Changed');
  });

  test('has caused no browser error', () => {
    assert.deepEqual(stage.complaints, []);
  });
});
