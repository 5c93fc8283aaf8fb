import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from './support/browser.ts';
import { connectAndSubmit } from './support/played-adapter.ts';
import { setStage } from './support/stage.ts';

const stage = setStage({ isSignedOut: true });

/** Returns the accessible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `[document.activeElement?.ariaLabel, document.activeElement?.labels?.[0]?.textContent, document.activeElement?.textContent].find(Boolean) ?? ''`,
  );
/**
 * Presses a key until the name of the focused element matches.
 * @throws if no element matches after 60 presses
 */
const tabTo = async (page: Page, name: RegExp, key = 'Tab') => {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press(key);
    if (name.test(await focused(page))) return;
  }
  assert.fail(`${key} does not lead to ${name}`);
};

describe('A person without a mouse: from sign-in to submitting', { skip: withoutBrowser }, () => {
  test('signs in, searches, selects, opens, edits, finds by the palette and submits', async () => {
    const { page, service } = stage;
    const { keyboard } = page;
    await connectAndSubmit(service);
    await page.goto('/products');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await keyboard.type(service.operator.email);
    await tabTo(page, /^Password/);
    await keyboard.type(service.operator.password);
    await keyboard.press('Enter');
    await page.getByText('40 products', { exact: true }).waitFor();

    await keyboard.press('/');
    await keyboard.type('ajvar');
    await page.getByText('3 products', { exact: true }).waitFor();
    await keyboard.press('Enter');
    for (const key of ['j', 'x', 'k', 'x']) await keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await keyboard.press('Enter');
    await page.waitForURL(/\/products\/ajvar-hot-190\?client=demo$/);
    await page.getByRole('heading', { level: 1 }).waitFor();

    await tabTo(page, /^Edit Net weight$/);
    await keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Net weight' }).waitFor();
    await keyboard.press('Control+a');
    await keyboard.type('191.5');
    await keyboard.press('Control+Enter');
    await page.getByText('Net weight saved').waitFor();
    await page.getByText('191.5', { exact: true }).waitFor();

    await keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await keyboard.type('fleur');
    await page.getByRole('button', { name: 'Fleur de sel 125 g fleur-de-sel-125' }).waitFor();
    await keyboard.press('Enter');
    await page.waitForURL(/\/products\/fleur-de-sel-125\?client=demo$/);
    await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
    await tabTo(page, /^Submit$/);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Submit 1 product/ });
    await dialog.getByLabel('Comment').waitFor();
    await tabTo(page, /^Comment/);
    await keyboard.type('By keyboard');
    await tabTo(page, /^Submit$/);
    await keyboard.press('Enter');
    await dialog.getByText('1 product submitted').waitFor();
    await tabTo(page, /^View submission$/);
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Submission of/ }).waitFor();
    await page.getByText('By keyboard').waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person without a mouse: the list', { skip: withoutBrowser }, () => {
  test('finds the list as it was left, and never selects what is out of sight', async () => {
    const { page } = stage;
    const { keyboard } = page;
    const grid = page.getByRole('grid');
    const atRow = (row: number) => page.locator(`[role=grid][aria-activedescendant="row-${row}"]`).waitFor();
    const top = () => page.evaluate<number>(`document.querySelector('[role=grid]').scrollTop`);
    /** Scrolls until the current row is out of view. */
    const scrollAway = async () => {
      await page.evaluate(`document.querySelector('[role=grid]').scrollTop = 0`);
      await page.locator('[role=grid]:not([aria-activedescendant])').waitFor();
    };
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click();
    await page.getByText('40 products', { exact: true }).waitFor();
    await grid.focus();
    for (let row = 0; row < 30; row += 1) await keyboard.press('j');
    await keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await atRow(30);
    const offset = await top();
    assert.ok(offset > 0);
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'History' }).waitFor();
    await page.goBack();
    await page.getByText('1 selected').waitFor();
    await atRow(30);
    assert.equal(await top(), offset);
    await keyboard.press('j');
    await atRow(31);

    await scrollAway();
    await keyboard.press('x');
    await atRow(31);
    await page.getByText('1 selected').waitFor();
    await scrollAway();
    await keyboard.press('j');
    await atRow(0);
  });
});

describe('A person without a mouse: returning focus', { skip: withoutBrowser }, () => {
  test('gets the focus back at the element from which a menu, a dialog, the palette or an editor was opened', async () => {
    const { page } = stage;
    const { keyboard } = page;
    const isFocused = (name: string) => page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Edit Brand' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await isFocused('Edit Brand');
    // Opens the menu twice, because code that is loaded on demand can behave differently the first time.
    for (let turn = 0; turn < 2; turn += 1) {
      await page.getByRole('button', { name: 'Your account' }).focus();
      await keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await isFocused('Your account');
      await page.getByRole('button', { name: 'Edit Brand' }).focus();
      await keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await isFocused('Edit Brand');
    }
    await page.goto('/products/ajvar-hot-190');
    for (const [type, key] of [
      ['', 'Escape'],
      ['192', 'Control+Enter'],
    ] as const) {
      await page.getByRole('button', { name: 'Edit Net weight' }).focus();
      await keyboard.press('Enter');
      const field = page.getByRole('textbox', { name: 'Net weight' });
      await field.waitFor();
      if (type !== '') await field.fill(type);
      await keyboard.press(key);
      await field.waitFor({ state: 'detached' });
      await isFocused('Edit Net weight');
    }
    assert.deepEqual(stage.complaints, []);
  });
});
