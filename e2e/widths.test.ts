import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from './support/browser.ts';
import { askAsClient } from './support/client-calls.ts';
import { visit } from './support/console-visit.ts';
import { openStill, recordShifts } from './support/layout-shifts.ts';
import { screens } from './support/screens.ts';
import { setStage } from './support/stage.ts';

/** Script that returns the names of lists that are wider than their frame. Their rows must be cards on a phone. */
const scrolledLists = `
  [...document.querySelectorAll('main table, main [role=grid]')]
    .map((list) => list.closest('[role=grid], [role=group]') ?? list.parentElement)
    .filter((frame) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
    .map((frame) => {
      const right = (element) => element.getBoundingClientRect().right;
      const widest = [...frame.querySelectorAll('*')].reduce((a, b) => (right(b) > right(a) ? b : a));
      return (frame.ariaLabel ?? frame.className) + ': ' + widest.className + ' ' + widest.textContent.slice(0, 60);
    })
`;

const phone = { width: 390, height: 900 };

/** Changes the width of the window, and waits until nothing on the page is wider, because the layout adapts with a delay. */
async function assertFits(page: Page, width: number, what: string): Promise<void> {
  await page.setViewportSize({ width, height: phone.height });
  const fits = page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', null, { timeout: 3000 });
  await fits.catch((error: unknown) => assert.fail(`${what} is too wide at ${width} pixels: ${String(error)}`));
}

/** Waits until no list is wider than its frame, because lists become cards with a delay. @returns the lists that stay wider */
function listScrolled(page: Page): Promise<string[]> {
  return page.waitForFunction(`(${scrolledLists}).length === 0`, null, { timeout: 3000 }).then(
    () => [],
    () => page.evaluate<string[]>(scrolledLists),
  );
}

// Bypasses the console's content security policy. Waiting for an expression needs `eval`, which the policy forbids.
const stage = setStage({ visit: { bypassCSP: true } });

describe('Every screen on a phone', { skip: withoutBrowser }, () => {
  let page: Page;
  before(async () => {
    const storageState = await stage.page.context().storageState();
    const options = { bypassCSP: true, viewport: phone, storageState };
    ({ page } = await visit(stage.browser, stage.service.baseUrl, options));
    await recordShifts(page.context());
  });

  for (const screen of screens)
    test(`moves nothing while it is loaded, shows lists as cards, and does not scroll sideways, neither at 1024 pixels: ${screen}`, async () => {
      await page.setViewportSize(phone);
      assert.deepEqual(await openStill(page, screen), [], 'what moved');
      await assertFits(page, phone.width, screen);
      assert.deepEqual(await listScrolled(page), [], 'lists that scroll on a phone');
      await assertFits(page, 1024, screen);
    });
});

describe('Texts without blanks', { skip: withoutBrowser }, () => {
  test('of 200 characters fit as names, ids and file names', async () => {
    const { page, service } = stage;
    const long = (start: string) => start.padEnd(200, 'abcdefghij');
    const id = long('long-');
    const products = [{ __ID: id, __NAME: long('Long'), __CATEGORY: long('Category'), __FAMILY: long('family') }];
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', { products });
    const name = `${long('supplier_')}.csv`;
    const upload = await fetch(`${service.baseUrl}/api/import/v1/files?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.secret}` },
      body: `__ID,${long('column')}\nwide-1,${long('value')}\n`,
    });
    const { fileId } = (await upload.json()) as { fileId: string }; // the operation declares this response
    const { jobRef } = await askAsClient(service, 'POST', `/api/import/v1/files/${fileId}/imports`, {});
    const longScreens = [
      `/products/${id}`,
      `/products/${id}?tab=readiness`,
      `/products/${id}?tab=history`,
      `/compare?productId=${id}&productId=capers-100`,
      '/products?text=long-',
      '/imports',
      `/imports/${String(jobRef)}`,
      `/imports/files/${fileId}`,
    ];
    for (const screen of longScreens) {
      await page.goto(screen);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [1440, 390]) {
        await assertFits(page, width, screen);
        const clipped = await heading.evaluate((element) => element.scrollWidth > element.clientWidth);
        assert.equal(clipped, false, `${screen}: the title at ${width} pixels`);
      }
    }
  });
});
