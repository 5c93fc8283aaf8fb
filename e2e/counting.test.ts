import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './support/console-visit.ts';

interface ListAnswer {
  products: { productId: string }[];
  hasMore: boolean;
  next: string | null;
  count?: number;
}

/** Changes the responses of the product list to simulate a catalogue of millions of products. */
async function changeLists(page: Page, change: (url: URL, answer: ListAnswer) => Promise<object>): Promise<void> {
  await page.route('**/api/products/v1/products?*', async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as ListAnswer; // the contract declares this type
    await route.fulfill({ response, json: await change(new URL(route.request().url()), answer) });
  });
}

describe('In a catalogue that takes long to count and to search,', { skip: withoutBrowser }, () => {
  let service: ConsoleService;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startConsoleService(), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test('the number of matches is "at least" until they are counted, and selecting all waits for the exact number', async () => {
    const { page, complaints } = await visit(browser, service.baseUrl);
    await signIn(page, service.operator);
    const counted = Promise.withResolvers<void>();
    let total = 0;
    await changeLists(page, async (url, answer) => {
      if (!url.searchParams.has('count')) return answer;
      total = answer.count ?? 0;
      if (url.searchParams.has('countWithin')) return { ...answer, count: 3, countIsAtLeast: true };
      await counted.promise;
      return answer;
    });
    await page.goto('/products');
    await page.getByText('At least 3 products, counting …').waitFor();
    await page.getByLabel('Select all matching products').click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('Counting …').waitFor();
    assert.equal(await bar.getByRole('button', { name: 'Delete' }).isDisabled(), true);
    counted.resolve();
    await page.getByText(`${total} products`, { exact: true }).waitFor();
    await bar.getByText(`${total} selected`).waitFor();
    assert.equal(await bar.getByRole('button', { name: 'Delete' }).isDisabled(), false);
    assert.deepEqual(complaints, []);
  });

  test('a page without products is not the end: the list continues until it finds something', async () => {
    const { page, complaints } = await visit(browser, service.baseUrl);
    await signIn(page, service.operator);
    let empty = 0;
    await changeLists(page, async (url, answer) => {
      if (url.searchParams.has('count') || empty >= 3) return answer;
      empty += 1;
      // `next` is a cursor that sorts before every product
      return { products: [], hasMore: true, next: Buffer.from(`!${empty}`).toString('base64url') };
    });
    await page.goto('/products');
    await page.getByRole('grid').getByRole('row').nth(3).waitFor();
    assert.equal(empty, 3);
    assert.equal(await page.getByText('No products yet').count(), 0);
    assert.deepEqual(complaints, []);
  });
});
