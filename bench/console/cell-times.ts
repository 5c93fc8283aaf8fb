import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Number of rows, with four values each. Together they have about as many values as the largest composite of a GS1 product (425). */
const rows = 106;
const rounds = 6;

/**
 * Script that imports a product with one large composite. This is a string, because it runs in the page with the session of the operator.
 */
const importProduct = `fetch('/api/import/v1/feeds/master', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'pimento-client': new URLSearchParams(location.search).get('client') },
  body: JSON.stringify({ products: [{ __ID: 'large-composite', interfaces: Array.from({ length: ${rows} }, (_, at) => ({
    name: 'Port ' + at, type: '1000base-t', label: 'Label ' + at, description: 'Description ' + at,
  })) }] }),
}).then(async (answer) => answer.status + ' ' + (await answer.text()).slice(0, 600))`;

/**
 * Measures the opening of a large composite, typing into a cell, and moving between cells.
 * @param measure records the times of the inputs while a function runs
 */
export async function measureCells(
  page: Page,
  measure: (name: string, of: 'inputs', work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const answer = await page.evaluate<string>(importProduct);
  assert.match(answer, /^200 .*"(created|updated)":1,/);
  await page.goto('/products/large-composite', { waitUntil: 'networkidle' });
  const table = page.getByRole('treegrid', { name: 'interfaces' });
  const input = table.getByRole('textbox');
  await measure('open-composite', 'inputs', async () => {
    for (let round = 0; round < rounds; round++) {
      await page.getByRole('button', { name: 'Edit interfaces' }).click();
      await input.waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await input.waitFor({ state: 'detached' });
    }
  });
  await table.getByRole('gridcell', { name: 'Label 1', exact: true }).click();
  await input.waitFor();
  await measure('type-cell', 'inputs', () => page.keyboard.type('A new label of a port', { delay: 60 }));
  await page.keyboard.press('Enter');
  await measure('move-cell', 'inputs', async () => {
    for (let turn = 0; turn < 40; turn++) await page.keyboard.press('ArrowDown', { delay: 60 });
  });
}
