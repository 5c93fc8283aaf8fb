import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
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
  });
});

describe('A person who edits a product in few actions', { skip: withoutBrowser }, () => {
  test('changes 3 values as one version in 5 actions, and undoes them in 1', async () => {
    const { page, service } = stage;
    const old = { __ID: 'several', __NAME: 'Several', __FAMILY: 'old', __CATEGORY: 'Spreads', netWeight: '5' };
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', { products: [old] });
    const stored = () => askAsClient(service, 'GET', '/api/products/v1/products/several');
    await page.goto('/products/several');
    const { act, atMost } = countActions();
    await act(page.getByRole('button', { name: 'Edit all in Basics' }).click());
    await act(page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).fill('New name'));
    await act(page.getByRole('textbox', { name: 'Family', exact: true }).fill('new'));
    await act(page.getByRole('textbox', { name: 'Category', exact: true }).fill('Jams'));
    const bar = page.getByRole('region', { name: 'Changes of several values' });
    await bar.getByText('3 changes').waitFor();
    assert.deepEqual(await violations(page), []);
    await act(bar.getByRole('button', { name: 'Save all' }).click());
    await page.getByText('3 values saved').waitFor();
    await bar.waitFor({ state: 'detached' });
    atMost(5);
    const changed = { ...old, __NAME: 'New name', __FAMILY: 'new', __CATEGORY: 'Jams' };
    const { product, revision } = await stored();
    assert.deepEqual([product, revision], [changed, 2]);
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone').waitFor();
    const undone = await stored();
    assert.deepEqual([undone['product'], undone['revision']], [old, 3]);
  });
});

describe('A person who works with languages and references', { skip: withoutBrowser }, () => {
  test('sees an attribute in its languages side by side, and chooses a product by its name in 4 actions', async () => {
    const { page, service } = stage;
    const attribute = (id: string, name: string, type: string) => ({
      id,
      name,
      compositeAttribute: null,
      type: { id: type, multiValue: false },
    });
    await askAsClient(service, 'PUT', '/api/datastandards/v1/datastandards/attributes', [
      attribute('slogan_de_DE', 'Slogan (de_DE)', 'string'),
      attribute('slogan_en', 'Slogan (en)', 'string'),
      attribute('successor', 'Successor', 'reference'),
    ]);
    const product = { __ID: 'several', slogan_de_DE: 'Viel Geschmack', successor: 'no-such-product' };
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', { products: [product] });
    await page.goto('/products/several');
    const set = page.getByRole('group', { name: 'Slogan', exact: true });
    await set.getByText('German (Germany)').waitFor();
    await set.getByText('No value').waitFor();
    const [left, right] = await Promise.all(
      ['slogan_de_DE', 'slogan_en'].map((name) => set.locator(`[data-field="${name}"]`).boundingBox()),
    );
    assert.ok(left && right && left.y === right.y && left.x < right.x, JSON.stringify([left, right]));
    const { act, atMost } = countActions();
    await act(page.getByRole('button', { name: 'Edit Successor' }).click());
    await page.getByText('There is no product with this ID yet.').waitFor();
    const input = page.getByRole('combobox', { name: 'Successor' });
    await act(input.fill('ajvar mild'));
    await act(page.getByRole('option', { name: /Ajvar mild 190 g/ }).click());
    assert.equal(await input.inputValue(), 'ajvar-mild-190');
    assert.deepEqual(await violations(page), []);
    await act(input.press('Enter'));
    await page.getByText('Successor saved').waitFor();
    await page.getByRole('link', { name: 'ajvar-mild-190' }).waitFor();
    atMost(4);
  });

  test('compares the languages of a composite side by side in 1 action, and changes one in the table', async () => {
    const { page } = stage;
    await page.goto('/products/ajvar-mild-190');
    await page.getByRole('button', { name: 'Languages side by side' }).click();
    const texts = page.getByRole('group', { name: 'Texts', exact: true });
    const tops = ['Roasted red pepper spread, mild.', 'Aufstrich aus gerösteten Paprika, mild.'].map(async (text) => {
      const box = await texts.getByText(text).boundingBox();
      return box?.y;
    });
    const [english, german] = await Promise.all(tops);
    assert.ok(english !== undefined && english === german, `${english} ${german}`);
    await texts.getByRole('region', { name: 'Croatian' }).getByText('Namaz od pečene paprike, blagi.').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Edit Texts' }).click();
    await page.getByRole('treegrid', { name: 'Texts' }).locator('textarea:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await page.getByRole('treegrid', { name: 'Texts' }).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
