import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient, publishMapping } from '../support/client-calls.ts';
import { connectAndSubmit, playAdapter } from '../support/played-adapter.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const text = { id: 'string' };
const channel = '/api/channels/v1/channels/example-shop';
const dialog = () => stage.page.getByRole('dialog');
const row = (name: RegExp) => stage.page.getByRole('row', { name });

/** Changes the channel with the session of the signed-in operator. */
const changeChannel = (body: object) =>
  stage.page.evaluate(async (sent) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch('/console/channels/example-shop', { method: 'PATCH', headers, body: sent });
    if (status !== 200) throw new Error(`status ${status}`);
  }, JSON.stringify(body));

/** Waits until all products are evaluated. The console polls the same figures. */
async function settle(): Promise<void> {
  for (let count = 0; count < 100; count++) {
    const { pending, rulesetNo } = await askAsClient(stage.service, 'GET', `${channel}/readiness`);
    if (pending === 0 && rulesetNo !== null) return;
    await stage.page.waitForTimeout(200);
  }
  assert.fail('the evaluations do not end');
}

async function selectAll(): Promise<void> {
  await stage.page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await stage.page.getByRole('button', { name: 'Submit', exact: true }).click();
}

describe('A person who submits products of a channel with a data standard', { skip: withoutBrowser }, () => {
  before(async () => {
    const { service } = stage;
    await connectAndSubmit(service);
    await (
      await playAdapter(service)
    ).call('PUT', '/external/channels/example-shop/standard', {
      format: 'pimento-standard/1',
      name: 'Example catalogue',
      attributes: [
        {
          id: 'title',
          name: 'Title',
          type: text,
          requirement: 'required',
          restriction: { parameters: { maxLength: 9 } },
        },
      ],
    });
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', {
      products: [
        { __ID: 'pen-1', short_title: 'Pen' },
        { __ID: 'pen-2', short_title: 'A pen that writes' },
      ],
    });
    await publishMapping(service, { targets: [{ target: 'title', value: 'short_title' }] });
    await askAsClient(service, 'POST', `${channel}/products`, { productIds: ['pen-1', 'pen-2'], state: 'Ready' });
    await settle();
  });

  test('comes from a problem on the board to the products on the channel that have it, with an address', async () => {
    const { page } = stage;
    await page.goto('/channels/example-shop?tab=readiness');
    await page.getByRole('button', { name: 'Show products: Title: Too long' }).click();
    await page.getByRole('link', { name: 'Show these products on the channel, with their status and actions' }).click();
    await page.getByText('With the problem Title: Too long').waitFor();
    await row(/pen-2/).waitFor();
    await row(/pen-1/).waitFor({ state: 'detached' });
    assert.match(page.url(), /tab=products/);
    assert.match(page.url(), /code=too-long/);
    await page.reload();
    await row(/pen-2/).waitFor();
    await page.getByRole('button', { name: 'Show all products' }).click();
    await row(/pen-1/).waitFor();
    await page.getByRole('group', { name: 'Readiness' }).getByText('Ready', { exact: true }).click();
    await row(/pen-2/).waitFor({ state: 'detached' });
    assert.match(page.url(), /outcome=ready/);
  });
});

describe('A person who submits products that are not ready or unchanged', { skip: withoutBrowser }, () => {
  test('submits products that are not ready only if the channel allows it and the box is checked', async () => {
    const { page } = stage;
    await page.goto('/channels/example-shop?tab=products&code=too-long');
    await selectAll();
    await dialog().getByText('1 product not ready, mostly because of:').waitFor();
    assert.equal(await dialog().getByRole('checkbox').count(), 0);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await changeChannel({ allowInvalid: true });
    await page.reload();
    await selectAll();
    await dialog().getByRole('checkbox', { name: 'Submit 1 product that is not ready' }).check();
    await dialog().getByText('Products that are not ready are submitted, held ones are skipped.').waitFor();
    await dialog().getByRole('button', { name: 'Submit', exact: true }).click();
    await dialog().getByText('1 product submitted').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });

  test('does not submit unchanged products again, unless requested', async () => {
    const { page } = stage;
    await askAsClient(stage.service, 'POST', '/api/submit/v1/channels/example-shop/products', ['pen-1']);
    await page.goto('/channels/example-shop?tab=products&outcome=ready');
    await selectAll();
    await dialog().getByText('1 product unchanged since the last submission, and not submitted').waitFor();
    assert.ok(await dialog().getByRole('button', { name: 'Submit', exact: true }).isDisabled());
    await dialog()
      .getByRole('checkbox', { name: /again that the channel already has in this form/ })
      .check();
    await dialog().getByText('1 product unchanged since the last submission, and submitted again').waitFor();
    await dialog().getByRole('button', { name: 'Submit', exact: true }).click();
    await dialog().getByText('1 product submitted').waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
