import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { untilTrue } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { countActions } from '../support/count-actions.ts';
import { playAdapter } from '../support/played-adapter.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const ids = ['ajvar-hot-190', 'ajvar-mild-190', 'capers-100'];

/** Connects an account, submits three products, and lets the adapter reject them because of their net weight. */
async function returnProducts(): Promise<void> {
  const { service } = stage;
  const adapter = await playAdapter(service);
  const channel = '/api/channels/v1/channels/example-shop/accounts';
  await askAsClient(service, 'POST', channel, {
    name: 'Our shop',
    properties: { shopUrl: 'https://shop.example', apiToken: 'right' },
  });
  await adapter.judgeAccount(await adapter.next('AUTHENTICATION_EVENT'), { status: 'SUCCESS' });
  const sent = await askAsClient(service, 'POST', '/api/submit/v1/channels/example-shop/products', ids);
  const { submissionId } = sent as { submissionId: string }; // the API reference documents this type
  await adapter.report(submissionId, {
    status: 'Success',
    items: ids.map((productId) => ({
      productId,
      status: 'Rejected',
      errors: [{ attributeId: 'netWeight', message: 'at most 50 g' }],
    })),
  });
}

describe('A person whose products were rejected', { skip: withoutBrowser }, () => {
  before(async () => {
    if (!withoutBrowser) await returnProducts();
  });

  test('sees nothing move when the other products are loaded, and hears what the channel said about a value', async () => {
    const { page } = stage;
    const answering = Promise.withResolvers<void>();
    const others = /channels\/example-shop\/products/;
    await page.route(others, async (route) => {
      await answering.promise;
      await route.continue();
    });
    await page.goto('/products/ajvar-hot-190');
    await page.getByRole('region', { name: 'Rejected by Example shop' }).waitFor();
    const button = page.getByRole('button', { name: 'Edit Net weight' });
    const place = (await button.boundingBox())?.y;
    answering.resolve();
    await page.getByRole('link', { name: 'Next product to fix (2)' }).waitFor();
    assert.equal((await button.boundingBox())?.y, place);
    await page.unrouteAll({ behavior: 'wait' });
    await button.click();
    const heard = await page.getByRole('textbox', { name: 'Net weight' }).getAttribute('aria-describedby');
    assert.equal(await page.locator(`[id="${heard}"]`).textContent(), 'Example shop: at most 50 g');
  });

  test('reaches a field on the page without a question about unsaved input, and can fold its group', async () => {
    const { page, service } = stage;
    const definition = { id: 'netWeight', name: 'Net weight', type: { id: 'decimal', multiValue: false } };
    await askAsClient(service, 'PUT', '/api/datastandards/v1/datastandards/attributes', [
      { ...definition, compositeAttribute: null, units: ['g'], groupIds: ['Weights'] },
    ]);
    await page.goto('/products/capers-100');
    const values = page.getByRole('tabpanel');
    const input = values.getByRole('textbox', { name: 'Net weight' });
    const edit = values.getByRole('button', { name: 'Edit Net weight' });
    await edit.click();
    await input.fill('51');
    let questions = 0;
    page.on('dialog', (question) => {
      questions++;
      void question.accept();
    });
    await page
      .getByRole('region', { name: 'Rejected by Example shop' })
      .getByRole('link', { name: 'Net weight' })
      .click();
    await page.waitForURL(({ search }) => !search.includes('fix'));
    assert.equal(questions, 0);
    assert.equal(await input.inputValue(), '51');
    const name = values.getByRole('heading', { name: 'Weights' }).getByRole('button');
    assert.equal(await name.count(), 0, 'a group with unsaved input stays open');
    await input.press('Escape');
    await edit.waitFor();
    assert.equal(questions, 1);
    await name.click();
    await edit.waitFor({ state: 'detached' });
    await values
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: /^Weights/ })
      .press('Enter');
    await edit.waitFor();
    await name.and(page.locator(':focus')).waitFor();
    assert.equal(await input.count(), 0, 'the link is not followed again');
    page.removeAllListeners('dialog');
  });
});

describe('A person who fixes what a channel rejected', { skip: withoutBrowser }, () => {
  test('fixes and resubmits 3 rejected products in 12 actions', async () => {
    const { page } = stage;
    await page.goto('/');
    const { act, atMost } = countActions();
    await act(page.getByRole('link', { name: 'Rejected: 3 products' }).click());
    await act(
      page
        .getByRole('row', { name: /ajvar-hot-190/ })
        .getByRole('link', { name: 'Net weight' })
        .click(),
    );
    const input = page.getByRole('main').getByRole('textbox', { name: 'Net weight' });
    const bar = page.getByRole('region', { name: 'Rejected by Example shop' });
    await bar.getByText('1 thing to fix').waitFor();
    for (const [at, id] of ids.entries()) {
      await page.waitForURL(new RegExp(`/products/${id}`));
      await input.waitFor();
      await untilTrue(page, `document.activeElement?.ariaLabel === 'Net weight'`);
      await act(input.fill('50'));
      await act(page.keyboard.press('Enter'));
      await bar.getByText('Changed since, not submitted yet').waitFor();
      if (at < 2) await act(bar.getByRole('link', { name: `Next product to fix (${2 - at})` }).click());
    }
    await act(bar.getByRole('button', { name: 'Submit 3 products again' }).click());
    await act(page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click());
    await page.getByText('3 products submitted').waitFor();
    await bar.waitFor({ state: 'detached' });
    atMost(12);
    assert.deepEqual(stage.complaints, []);
  });

  test('sees the values of a product although its channels do not answer', async () => {
    const { page } = stage;
    const answering = Promise.withResolvers<void>();
    const channels = /products\/capers-100\/channels/;
    await page.route(channels, async (route) => {
      await answering.promise;
      await route.continue();
    });
    await page.goto('/products/capers-100');
    await page.getByRole('button', { name: 'Edit Net weight' }).waitFor();
    answering.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

describe('A person who marks products as ready', { skip: withoutBrowser }, () => {
  test('marks all matching products in 4 actions, is asked first, and again if another number matches by then', async () => {
    const { page, service } = stage;
    const send = (...ready: string[]) =>
      askAsClient(service, 'POST', '/api/import/v1/feeds/master', { products: ready.map((__ID) => ({ __ID })) });
    await send('marked-1', 'marked-2');
    await page.goto('/products?text=marked-');
    await page.getByText('2 products', { exact: true }).waitFor();
    const { act, atMost } = countActions();
    await act(page.getByRole('checkbox', { name: 'Select all matching products' }).click());
    await act(page.getByRole('button', { name: 'Mark as ready' }).click());
    await act(page.getByRole('menuitem', { name: 'Ready on Example shop …' }).click());
    await send('marked-3');
    const confirm = (count: number) =>
      page
        .getByRole('dialog', { name: `Mark ${count} products as ready on Example shop` })
        .getByRole('button', { name: `Mark ${count} products`, exact: true });
    await act(confirm(2).click());
    atMost(4);
    await confirm(3).waitFor();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await confirm(3).click();
    await page.getByText('3 products marked as ready').waitFor();
  });
});
