import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './support/console-visit.ts';
import { connectAndSubmit, type PlayedAdapter, playAdapter } from './support/played-adapter.ts';

let service: ConsoleService;
let adapter: PlayedAdapter;
let browser: Browser;
let page: Page;
let complaints: string[];
let withdrawalId = '';

const capabilities = '/external/channels/example-shop/capabilities';

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  adapter = await playAdapter(service);
  const submissionId = await connectAndSubmit(service);
  await adapter.next('SUBMIT_EVENT');
  const items = [{ productId: 'capers-100', status: 'Accepted', externalId: 'shop-7' }];
  await adapter.report(submissionId, { status: 'Success', items });
  browser = await launchBrowser();
  ({ page, complaints } = await visit(browser, service.baseUrl));
  await signIn(page, service.operator);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

const products = '/channels/example-shop?tab=products';

describe('A person who takes products off a channel', { skip: withoutBrowser }, () => {
  test('sees no withdrawal on a channel whose adapter cannot withdraw', async () => {
    await page.goto(products);
    await page.getByRole('checkbox', { name: /capers-100/ }).check();
    await page.getByRole('button', { name: 'Remove from channel' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Withdraw/ }).count(), 0);
    await adapter.call('PUT', capabilities, { capabilities: ['withdraw'] });
  });

  test('withdraws a product, follows the adapter, and finds the product withdrawn', async () => {
    await page.goto(products);
    await page.getByRole('checkbox', { name: /capers-100/ }).check();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw 1 product?' });
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawal: the products are taken off the channel').waitFor();
    const { data } = await adapter.next('SUBMIT_EVENT');
    assert.equal((data as { operation?: string }).operation, 'withdraw');
    withdrawalId = data.submissionId ?? '';
    const page1 = await adapter.call('GET', `/external/submissions/${withdrawalId}/products`);
    assert.deepEqual((page1 as { products: unknown }).products, [{ __ID: 'capers-100', externalId: 'shop-7' }]);
    await adapter.report(withdrawalId, { status: 'Success' });
    await page.getByRole('region', { name: 'Timeline' }).getByText('Success').waitFor();
    await page.goto('/products/capers-100');
    await page.getByRole('region', { name: 'On channels' }).getByText('Withdrawn').waitFor();
  });

  test('reads that the channel changed a product after the end, while the status of the submission stays', async () => {
    const items = [{ productId: 'capers-100', status: 'Rejected', message: 'Still on sale' }];
    await adapter.report(withdrawalId, { status: 'Error', items });
    await page.goto(`/submissions/${withdrawalId}`);
    await page.getByText('The channel changed the result of 1 product later.').waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Success').waitFor();
    await page.getByRole('button', { name: 'Withdraw failed products again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawal of 1 product sent to the channel').waitFor();
    const { data } = await adapter.next('SUBMIT_EVENT');
    await adapter.report(data.submissionId ?? '', { status: 'Error', message: 'Closed' });
  });
});

describe('A person who deletes products that are on a channel', { skip: withoutBrowser }, () => {
  test('deletes a product and withdraws it at once', async () => {
    await page.goto('/products?text=capers-100');
    await page.getByRole('grid').focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Also withdraw them from Example shop').check();
    await dialog.getByRole('button', { name: 'Delete 1' }).click();
    await page.getByText('Withdrawal of 1 product sent to the channel').waitFor();
    const { data } = await adapter.next('SUBMIT_EVENT');
    await adapter.report(data.submissionId ?? '', { status: 'Success' });
    await page.goto(products);
    await page.getByRole('row', { name: /capers-100 .*Withdrawn/ }).waitFor();
    await page.getByRole('button', { name: 'Withdraw deleted products' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('No product had to be withdrawn').waitFor();
  });

  test('lets automatic submission withdraw deleted products', async () => {
    await page.goto('/channels/example-shop?tab=automatic');
    const choice = page.getByRole('switch', { name: 'Withdraw deleted products' });
    assert.ok(await choice.isDisabled(), 'it comes with another rule');
    await page.getByRole('switch', { name: 'After imports' }).click();
    await choice.click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Automatic submission saved').waitFor();
    const answer = await fetch(`${service.baseUrl}/api/channels/v1/channels/example-shop/automatic-submit`, {
      headers: { authorization: `Bearer ${service.secret}` },
    });
    assert.equal(((await answer.json()) as { withdrawDeleted: boolean }).withdrawDeleted, true);
  });

  test('an operator takes the capability away and gives it back', async () => {
    await page.goto('/gateway/example?tab=channels');
    const able = page.getByLabel('The adapter can withdraw products');
    for (const isAble of [false, true]) {
      await page.getByRole('button', { name: 'Edit Example shop' }).click();
      assert.equal(await able.isChecked(), !isAble);
      await able.setChecked(isAble);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  test('has caused no browser error and no request to another host', () => {
    assert.deepEqual(complaints, []);
  });
});
