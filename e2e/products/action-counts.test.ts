import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { countActions } from '../support/count-actions.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

describe('A person who works in few actions', { skip: withoutBrowser }, () => {
  test('finds products by a nested value in 5 actions', async () => {
    const { page } = stage;
    await page.goto('/products');
    const { act, atMost } = countActions();
    await act(page.getByRole('button', { name: 'Filter', exact: true }).click());
    await act(page.getByRole('combobox', { name: 'Attribute' }).fill('Texts › title'));
    await act(page.getByRole('option', { name: /title/ }).first().click());
    await act(
      page
        .getByRole('group', { name: /Values/ })
        .getByRole('checkbox')
        .first()
        .check(),
    );
    await act(page.getByRole('button', { name: 'Add filter' }).click());
    await page.waitForURL(/where=/);
    await page.getByRole('button', { name: /^Texts › title .* Extra virgin olive oil/ }).waitFor();
    atMost(5);
  });

  test('adds a column in 3 actions, and opens the filtered list from its address', async () => {
    const { page } = stage;
    await page.goto('/products?text=ajvar');
    const { act, atMost } = countActions();
    await act(page.getByRole('button', { name: 'Columns' }).click());
    const popover = page.getByRole('dialog', { name: 'Columns' });
    await act(popover.getByRole('textbox').fill('Drained'));
    await act(popover.getByRole('checkbox', { name: 'Drained weight' }).click());
    await page.getByRole('columnheader').filter({ hasText: 'Drained weight' }).waitFor();
    atMost(3);
    await page.goto(page.url());
    await page.getByRole('columnheader').filter({ hasText: 'Drained weight' }).waitFor();
  });

  test('exports the filtered list as a table in 3 actions', async () => {
    const { page } = stage;
    await page.goto('/products?text=ajvar');
    const { act, atMost } = countActions();
    await act(page.getByRole('checkbox', { name: 'Select all matching products' }).click());
    await act(page.getByRole('button', { name: 'Export' }).click());
    const download = page.waitForEvent('download');
    await act(page.getByRole('menuitem', { name: /CSV/ }).click());
    assert.match((await download).suggestedFilename(), /\.csv$/);
    atMost(3);
  });

  test('finds the products that use a picture in 2 actions', async () => {
    const { page } = stage;
    await page.goto('/products/ajvar-mild-190');
    const { act, atMost } = countActions();
    await act(page.getByRole('main').locator('a[href*="/assets/"]').first().click());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await act(page.getByRole('main').getByRole('link', { name: /Ajvar/ }).first().click());
    await page.waitForURL(/\/products\/ajvar-mild-190/);
    atMost(2);
  });

  test('makes a key in 4 actions', async () => {
    const { page } = stage;
    await page.goto('/');
    const { act, atMost } = countActions();
    await act(page.goto('/settings?tab=keys'));
    await act(page.getByRole('button', { name: 'New key' }).click());
    await act(page.getByRole('dialog').getByLabel('Name').fill('Feed'));
    await act(page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click());
    await page.getByRole('dialog').getByLabel('Secret').waitFor();
    atMost(4);
    assert.deepEqual(stage.complaints, []);
  });
});
