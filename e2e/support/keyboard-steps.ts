import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

const maxTabs = 80;

/** Presses the Tab key, as a person without a mouse does, until an element has the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor({ state: 'attached' });
  for (let count = 0; count < maxTabs; count++) {
    if (await element.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${maxTabs} times Tab did not reach ${String(element)}`);
}

/** Moves the focus to a button or link and presses Enter. */
export async function enterAt(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}
