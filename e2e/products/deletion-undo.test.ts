import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

describe('A person who deletes too many products', { skip: withoutBrowser }, () => {
  test('restores all 700 that matched a filter in 1 action after a deletion in 3', async () => {
    const { page } = stage;
    await send(Array.from({ length: 700 }, (_, at) => ({ __ID: `gone-${at}`, __NAME: `Gone ${at}`, brand: 'Gone' })));
    await page.goto('/products?text=gone-');
    await page.getByText('700 products', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all matching products' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 700' }).click();
    const notice = page.getByRole('alert').filter({ hasText: '700 products deleted' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').filter({ hasText: '700 products restored' }).waitFor();
    await page.getByText('700 products', { exact: true }).waitFor();

    const { baseUrl, secret } = stage.service;
    const answer = await fetch(`${baseUrl}/api/import/v1/jobs?limit=1&origin=bulk`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    const { jobs } = (await answer.json()) as { jobs: { jobRef: string }[] }; // the contract declares this type
    await page.goto(`/imports/${jobs[0]?.jobRef}`);
    await page.getByText('This is the undo of a deletion of products.').waitFor();
    await page.getByText('700 products restored').waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(stage.complaints, []);
  });

  test('finds a deletion later among the deleted products, with who, when and how many, and restores it in 1 action', async () => {
    const { page } = stage;
    const { baseUrl, secret } = stage.service;
    const deletion = await fetch(`${baseUrl}/api/products/v1/deletions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ productIds: ['gone-1', 'gone-2', 'gone-3'] }),
    });
    assert.equal(deletion.status, 202);
    await page.goto('/deleted-products');
    const deletions = page.getByRole('region', { name: 'Deletions of several products' });
    const restore = page.getByRole('button', { name: 'Restore 3 products' });
    await deletions
      .getByRole('row')
      .filter({ has: restore })
      .getByText(/\d\d:\d\d:\d\d/)
      .waitFor();
    await page.getByRole('link', { name: 'Gone 1', exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await restore.click();
    await page.getByRole('alert').filter({ hasText: '3 products restored' }).waitFor();
    await restore.waitFor({ state: 'detached' });
    await deletions.getByRole('link', { name: 'Show the undo' }).first().waitFor();
    await page.getByRole('link', { name: 'Gone 1', exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(stage.complaints, []);
  });
});
