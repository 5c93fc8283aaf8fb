import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './support/console-visit.ts';
import { type PlayedAdapter, playAdapter } from './support/played-adapter.ts';

let service: ConsoleService;
let adapter: PlayedAdapter;
let browser: Browser;
let page: Page;
let complaints: string[];

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  adapter = await playAdapter(service);
  browser = await launchBrowser();
  ({ page, complaints } = await visit(browser, service.baseUrl));
  await signIn(page, service.operator);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

const account = () => page.getByRole('region', { name: 'Our shop' });

describe('A person who submits products to a channel: accounts', { skip: withoutBrowser }, () => {
  test('connects an account in 7 actions with the fields that the channel declares, and sees invalid values before the adapter checks them', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search products, attributes …').last().fill('connect an account');
    await page.getByText('Connect an account on Example shop').waitFor();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('Account name').fill('Our shop');
    await form.getByLabel('Shop URL').fill('shop.example');
    await form.getByLabel('API token', { exact: true }).fill('wrong');
    await form.getByRole('button', { name: 'Connect and check' }).click();
    await form.getByText('The shop URL begins with http:// or https://.').waitFor();
    await form.getByLabel('Shop URL').fill('https://shop.example');
    await form.getByRole('button', { name: 'Connect and check' }).click();
    await account().getByText('Checking').waitFor();
    await account().getByText('https://shop.example').waitFor();
  });

  test('sees the refusal of the adapter at its field, fixes the value, and sees the account connected, without reloading', async () => {
    const first = await adapter.next('AUTHENTICATION_EVENT');
    assert.deepEqual(first.data.properties, { shopUrl: 'https://shop.example', apiToken: 'wrong' });
    await adapter.judgeAccount(first, {
      status: 'FAILURE',
      message: 'The token is not known.',
      erroneousProperties: ['apiToken'],
    });
    await account().getByText('Connection failed').waitFor();
    await account().getByText('The token is not known.').waitFor();
    await account().getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('The token is not known.').waitFor();
    await form.getByLabel('API token', { exact: true }).fill('right');
    await form.getByRole('button', { name: 'Save' }).click();
    await account().getByText('Checking').waitFor();
    const second = await adapter.next('AUTHENTICATION_EVENT');
    assert.deepEqual(second.data.properties, { shopUrl: 'https://shop.example', apiToken: 'right' });
    await adapter.judgeAccount(second, { status: 'SUCCESS' });
    await account().getByText('Connected', { exact: true }).waitFor();
    assert.equal(await account().getByText('right').count(), 0, 'a password is never shown again');
  });
});

describe('A person who submits products to a channel: submitting', { skip: withoutBrowser }, () => {
  test('submits three products in 8 actions, cannot cancel a submission that was picked up, and reads what the adapter reports about each', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click();
    await page.getByRole('grid').focus();
    for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Submit 3 products' });
    await form.getByLabel('Comment').fill('Spring');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('3 products submitted').waitFor();
    await form.getByRole('link', { name: 'View submission' }).click();
    await page.getByRole('heading', { level: 1, name: /^Submission of/ }).waitFor();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('waiting for the adapter').waitFor();
    await page.getByRole('button', { name: 'Cancel submission' }).waitFor();
    const { data } = await adapter.next('SUBMIT_EVENT');
    const submissionId = data.submissionId ?? '';
    await adapter.report(submissionId, {
      status: 'Pending',
      items: [{ productId: 'ajvar-hot-190', status: 'Accepted' }],
    });
    await timeline.getByText('Pending').waitFor();
    await page.getByRole('button', { name: 'Cancel submission' }).waitFor({ state: 'detached' });
    await adapter.report(submissionId, {
      status: 'Success',
      message: 'All delivered.',
      items: [
        { productId: 'ajvar-hot-190', status: 'Accepted', externalId: 'shop-1' },
        { productId: 'ajvar-mild-190', status: 'Rejected', message: 'Not sold here' },
        {
          productId: 'capers-100',
          status: 'Returned',
          errors: [{ attributeId: 'netWeight', message: 'at most 50 g' }],
        },
      ],
    });
    await timeline.getByText('Partial').waitFor();
    const results = page.getByRole('group', { name: 'Results' });
    await results.getByRole('row', { name: /ajvar-hot-190 Accepted .*shop-1/ }).waitFor();
    await results.getByRole('row', { name: /ajvar-mild-190 Rejected Not sold here/ }).waitFor();
    await results.getByRole('row', { name: /capers-100 Returned Net weight: at most 50 g/ }).waitFor();
    await page.getByText('All delivered.').waitFor();
  });

  test('finds the state with its reason at the product, and what was rejected in 1 action from the first page', async () => {
    await page.goto('/products/capers-100');
    const panel = page.getByRole('region', { name: 'On channels' });
    await panel.getByText('Returned').waitFor();
    await panel.getByText('at most 50 g').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Rejected: 1 product' }).click();
    await page.getByRole('row', { name: /ajvar-mild-190 Rejected Not sold here/ }).waitFor();
    assert.equal(await page.getByRole('row', { name: /capers-100/ }).count(), 0);
    assert.match(page.url(), /\/channels\/example-shop\?client=demo&tab=products&state=Rejected$/);
  });

  test('resubmits failed products in 2 actions, and cancels the submission before the adapter picks it up', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Submissions' }).click();
    await page
      .getByRole('row', { name: /Partial/ })
      .getByRole('link')
      .click();
    await page.getByRole('button', { name: 'Resubmit failed products' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await page.getByText('2 products submitted').waitFor();
    await page.getByRole('button', { name: 'Cancel submission' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel submission' }).click();
    await page.getByText('Submission cancelled').waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Cancelled').first().waitFor();
  });
});

describe('A person who submits products to a channel: automatic submit and leaving', { skip: withoutBrowser }, () => {
  test('sees which products are skipped and why', async () => {
    const key = { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' };
    const products = [{ __ID: 'aa-unfinished', __NAME: 'Unfinished box', PACKAGING: ['nowhere'] }];
    const imported = await fetch(`${service.baseUrl}/api/import/v1/feeds/master`, {
      method: 'POST',
      headers: key,
      body: JSON.stringify({ products }),
    });
    assert.equal(imported.status, 200);
    await page.goto('/products?text=aa-unfinished');
    await page.getByRole('grid').focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Submit 1 product' });
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('Nothing was submitted').waitFor();
    await form.getByRole('row', { name: /aa-unfinished .*nowhere/ }).waitFor();
    await form.getByRole('button', { name: 'Close' }).last().click();
  });

  test('sets rules for automatic submission', async () => {
    await page.goto('/channels/example-shop?tab=automatic');
    await page.getByRole('switch', { name: 'After imports' }).click();
    await page.getByLabel('Quiet time in minutes').fill('2');
    page.once('dialog', (question) => void question.dismiss());
    await page.getByRole('tab', { name: 'Accounts' }).click();
    assert.equal(await page.getByLabel('Quiet time in minutes').inputValue(), '2', 'unsaved changes are asked about');
    await page.getByRole('switch', { name: 'At fixed times' }).click();
    for (const day of ['Tue', 'Wed', 'Thu']) await page.getByText(day, { exact: true }).click();
    await page.getByLabel('Time', { exact: true }).fill('07:15');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Automatic submission saved').waitFor();
    const answer = await fetch(`${service.baseUrl}/api/channels/v1/channels/example-shop/automatic-submit`, {
      headers: { authorization: `Bearer ${service.secret}` },
    });
    const { afterImports, schedule, nextRun } = (await answer.json()) as Record<string, unknown>; // the API reference documents this type
    assert.deepEqual(afterImports, { quietSeconds: 120 });
    assert.deepEqual(schedule, { weekdays: ['monday', 'friday'], time: '07:15', timeZone: 'UTC' });
    assert.equal(typeof nextRun, 'string');
    await page.getByText('Next run').waitFor();
  });

  test('sees on the channel which products were deleted in Pimento', async () => {
    const deleted = await fetch(`${service.baseUrl}/api/products/v1/products/ajvar-mild-190`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.secret}` },
    });
    assert.equal(deleted.status, 204);
    await page.goto('/channels/example-shop?tab=products');
    await page.getByRole('row', { name: /ajvar-mild-190 deleted in Pimento/ }).waitFor();
    assert.equal(await page.getByText('deleted in Pimento').count(), 1);
  });

  test('disconnects the channel after a list of what is deleted, and the adapter is notified', async () => {
    await page.goto('/channels/example-shop');
    await page.getByRole('button', { name: 'Disconnect channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Deleted with their credentials: Our shop').waitFor();
    await dialog.getByText('The statuses of 3 products on this channel are deleted.').waitFor();
    await dialog.getByRole('button', { name: 'Disconnect channel' }).click();
    await page.getByText('Example shop disconnected').waitFor();
    await page.getByText('Not connected').waitFor();
    assert.equal((await adapter.next('CLIENT_CHANNEL_DELETED_EVENT')).channelId, 'example-shop');
    await page.getByRole('navigation').getByRole('link', { name: 'Submissions' }).click();
    await page.getByRole('row', { name: /Partial/ }).waitFor();
  });

  test('has caused no browser error and no request to another host', () => {
    assert.deepEqual(complaints, []);
  });
});
