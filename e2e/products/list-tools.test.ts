import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { untilTrue, violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** Products that no other test changes, in nested categories. */
const crates = [
  { __ID: 'crate-1', __NAME: 'Crate one', __CATEGORY: 'Shelf > Top > Left', crateWeight: '9', crateColor: 'red' },
  { __ID: 'crate-2', __NAME: 'Crate two', __CATEGORY: 'Shelf > Top', crateWeight: '10', crateColor: 'blue' },
  { __ID: 'crate-3', __NAME: 'Crate three', __CATEGORY: 'Shelf', crateWeight: '100', crateColor: 'red' },
  { __ID: 'crate-4', __NAME: 'Crate four', __CATEGORY: 'Floor', crateColor: 'green' },
];

/** Waits until the grid shows exactly these products in this order. */
async function showsIds(page: Page, ids: readonly string[]): Promise<void> {
  const expected = ids.join(' ');
  const shown = page.locator('[role=grid] [role=gridcell][data-id]');
  for (let tries = 0; tries < 100; tries++) {
    const texts = await shown.allTextContents();
    if (texts.map((text) => text.trim()).join(' ') === expected) return;
    await page.waitForTimeout(50);
  }
  assert.equal((await shown.allTextContents()).join(' '), expected);
}

const open = (page: Page, address = '') =>
  page.goto(`/products?text=crate-&columns=__ID&columns=crateWeight&columns=crateColor${address}`);

describe('A list in the order of a column that is not shown', { skip: withoutBrowser }, () => {
  test('shows its order, which 1 action removes', async () => {
    const { page } = stage;
    await page.goto('/products?text=olives&columns=__ID&sort=-__NAME');
    await page.getByText('Sorted by Name, descending').waitFor();
    const ids = await page.locator('[role=grid] [role=gridcell][data-id]').allTextContents();
    assert.notDeepEqual(ids, ids.toSorted());
    await page.getByRole('button', { name: 'Remove the sort order' }).click();
    await showsIds(page, ids.toSorted());
    assert.equal(await page.getByText('Sorted by').count(), 0);
    await untilTrue(page, `document.activeElement?.matches('main input')`);
  });
});

describe('A person who works with a long list', { skip: withoutBrowser }, () => {
  test('sorts by a column in 1 action and reverses the order in 1, with the mouse and the keyboard', async () => {
    const { page, service } = stage;
    const definitions = Object.entries({ crateWeight: 'decimal', crateColor: 'string' }).map(([id, type]) => ({
      id,
      name: id,
      compositeAttribute: null,
      type: { id: type, multiValue: false },
    }));
    await askAsClient(service, 'PUT', '/api/datastandards/v1/datastandards/attributes', definitions);
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', { products: crates });
    await open(page);
    await showsIds(page, ['crate-1', 'crate-2', 'crate-3', 'crate-4']);
    const head = page.getByRole('columnheader', { name: 'crateWeight' });
    await head.getByRole('button', { name: 'crateWeight' }).click();
    await page.waitForURL(/sort=crateWeight/);
    assert.equal(await head.getAttribute('aria-sort'), 'ascending');
    await page.keyboard.press('Enter');
    await showsIds(page, ['crate-3', 'crate-2', 'crate-1', 'crate-4']);
    assert.equal(await head.getAttribute('aria-sort'), 'descending');
    await page.reload();
    await showsIds(page, ['crate-3', 'crate-2', 'crate-1', 'crate-4']);
    assert.deepEqual(await violations(page), []);
  });

  test('filters by two of the offered values in 6 actions and by a range in 5', async () => {
    const { page } = stage;
    await open(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('crateColor');
    await page.getByRole('option', { name: 'crateColor' }).click();
    const values = page.getByRole('group', { name: 'Values in this list' });
    await values.getByRole('checkbox', { name: 'red 2' }).check();
    await values.getByRole('checkbox', { name: 'green 1' }).check();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await showsIds(page, ['crate-1', 'crate-3', 'crate-4']);
    await page.getByText('crateColor is one of red, green').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('crateWeight');
    await page.getByRole('option', { name: 'crateWeight' }).click();
    await page.getByText('Values in this list: 9 to 100').waitFor();
    await page.getByRole('textbox', { name: 'From' }).fill('9.5');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await showsIds(page, ['crate-3']);
    await page.getByText('crateWeight ≥ 9.5').waitFor();
  });

  test('finds the products of a category and of all below it by the keyboard, in the tree', async () => {
    const { page } = stage;
    const { keyboard } = page;
    await open(page);
    await page.getByRole('button', { name: 'Show categories' }).focus();
    await keyboard.press('Enter');
    const tree = page.getByRole('tree', { name: 'Categories' });
    const item = (name: string) => tree.getByRole('treeitem', { name });
    await item('Shelf 3').waitFor();
    assert.equal(await tree.getByRole('treeitem').count(), 2);
    await item('Floor 1').focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await item('Top 2').waitFor();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await showsIds(page, ['crate-1', 'crate-2']);
    assert.equal(await item('Top 2').getAttribute('aria-selected'), 'true');
    assert.deepEqual(await violations(page), []);
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await showsIds(page, ['crate-1', 'crate-2', 'crate-3']);
    await keyboard.press('Enter');
    await showsIds(page, ['crate-1', 'crate-2', 'crate-3', 'crate-4']);
    await page.getByRole('button', { name: 'Hide categories' }).first().click();
    await tree.waitFor({ state: 'detached' });
  });
});

describe('A person with a phone', { skip: withoutBrowser }, () => {
  test('sorts the cards of a phone, which have no headers, in 1 action', async () => {
    const { page } = stage;
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page);
    await page.getByRole('combobox', { name: 'Sort order' }).selectOption('crateWeight, descending');
    await page.waitForURL(/sort=-crateWeight/);
    await showsIds(page, ['crate-3', 'crate-2', 'crate-1', 'crate-4']);
    assert.equal(await page.getByRole('button', { name: 'crateWeight' }).count(), 0);
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('A person who removes filters', { skip: withoutBrowser }, () => {
  test('stays beside them with the keyboard', async () => {
    const { page } = stage;
    await open(page, '&where=crateColor%7C%3Dred%7Cgreen&where=crateWeight%3E%3D9.5');
    await showsIds(page, ['crate-3']);
    // the focus moves in an effect, after the filter has disappeared
    const focuses = (text: string) =>
      untilTrue(page, `(document.activeElement.textContent || document.activeElement.id) === ${JSON.stringify(text)}`);
    await page.getByRole('button', { name: /^Remove filter crateColor/ }).press('Enter');
    await page.getByText('crateColor is one of red, green').waitFor({ state: 'detached' });
    const next = page.getByRole('button', { name: /^Remove filter crateWeight/ });
    await focuses((await next.getAttribute('id')) ?? assert.fail('the button has an id'));
    await page.keyboard.press('Enter');
    await showsIds(page, ['crate-1', 'crate-2', 'crate-3', 'crate-4']);
    await focuses('Filter');
  });
});
