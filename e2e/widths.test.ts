import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { askAsClient } from './support/client-calls.ts';
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

describe('Every screen', { skip: withoutBrowser }, () => {
  // Bypasses the console's content security policy. Waiting for an expression needs `eval`, which the policy forbids.
  const stage = setStage({ visit: { bypassCSP: true } });

  test('does not scroll sideways at 1024 pixels or on a phone, where lists are cards', async () => {
    const { page } = stage;
    for (const screen of screens) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const fits = page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', null, {
          timeout: 3000,
        });
        // Waits, because the layout adapts to the window size with a delay.
        await fits.catch((error: unknown) => assert.fail(`${screen} is too wide at ${width} pixels: ${String(error)}`));
      }
      // Lists become cards with the same delay.
      const cards = page.waitForFunction(`(${scrolledLists}).length === 0`, null, { timeout: 3000 });
      const scrolled = await cards.then(
        () => [],
        () => page.evaluate<string[]>(scrolledLists),
      );
      assert.deepEqual(scrolled, [], `${screen}: lists that scroll on a phone`);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });

  test('shows names, ids and file names of 200 characters without blanks', async () => {
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
        await page.setViewportSize({ width, height: 900 });
        const fits = page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', null, {
          timeout: 3000,
        });
        await fits.catch((error: unknown) => assert.fail(`${screen} is too wide at ${width} pixels: ${String(error)}`));
        const clipped = await heading.evaluate((element) => element.scrollWidth > element.clientWidth);
        assert.equal(clipped, false, `${screen}: the title at ${width} pixels`);
      }
    }
  });
});
