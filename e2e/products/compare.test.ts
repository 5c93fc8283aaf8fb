import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { untilTrue, violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const jams = [
  { __ID: 'jam-1', __NAME: 'Fig jam', jamColor: 'brown', parts: [{ kind: 'fig', share: '60' }] },
  {
    __ID: 'jam-2',
    __NAME: 'Plum jam',
    jamColor: 'brown',
    parts: [
      { kind: 'plum', share: '55' },
      { kind: 'sugar', share: '40' },
    ],
  },
  {
    __ID: 'jam-3',
    __NAME: 'Sweet plum jam',
    jamColor: 'blue',
    parts: [
      { kind: 'sugar', share: '45' },
      { kind: 'plum', share: '55' },
    ],
  },
];

describe('A person who compares products', { skip: withoutBrowser }, () => {
  test('sees two products of the list side by side in 3 actions, with aligned rows and marked differences', async () => {
    const { page, service } = stage;
    const attribute = (id: string, type: string, compositeAttribute: string | null = null) => ({
      id,
      name: id,
      compositeAttribute,
      type: { id: type, multiValue: type === 'composite' },
    });
    await askAsClient(service, 'PUT', '/api/datastandards/v1/datastandards/attributes', [
      attribute('jamColor', 'string'),
      attribute('parts', 'composite'),
      attribute('kind', 'string', 'parts'),
      attribute('share', 'decimal', 'parts'),
    ]);
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', { products: jams });
    await page.goto('/products?text=jam-');
    await page.getByRole('checkbox', { name: /jam-2/ }).check();
    await page.getByRole('checkbox', { name: /jam-3/ }).check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Compare' }).click();
    await page.getByText('3 attributes differ').waitFor();
    const row = (name: RegExp) => page.getByRole('table').getByRole('row', { name });
    await row(/^plum$/).waitFor();
    await row(/^share 55 55$/).waitFor();
    await row(/^share different 40 45$/).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('switch', { name: 'Only differences' }).check();
    await row(/^share 55 55$/).waitFor({ state: 'detached' });
    await row(/^jamColor different brown blue$/).waitFor();
    await page.reload();
    await row(/^share different 40 45$/).waitFor();
    assert.equal(await row(/^share 55 55$/).count(), 0);
  });

  test('adds a third product with the keyboard, from the palette and on a phone', async () => {
    const { page } = stage;
    const { keyboard } = page;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/products/jam-1');
    await page.getByRole('heading', { level: 1, name: 'Fig jam' }).waitFor();
    await keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await keyboard.type('Compare products');
    await page.getByRole('button', { name: 'Compare products' }).waitFor();
    await keyboard.press('Enter');
    await page.waitForURL(/\/compare\?.*productId=jam-1/);
    const picker = page.getByRole('combobox', { name: 'Add product' });
    for (const id of ['jam-2', 'jam-3']) {
      await picker.fill(id);
      await page.getByRole('option', { name: new RegExp(id) }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await page.getByRole('columnheader', { name: new RegExp(id) }).waitFor();
    }
    await page.waitForURL(/productId=jam-1&productId=jam-2&productId=jam-3/);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilTrue(page, 'document.documentElement.scrollWidth <= 390');
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Remove Fig jam from the comparison' }).press('Enter');
    await page.waitForURL(/compare\?.*productId=jam-2&productId=jam-3$/);
    await page.getByRole('columnheader', { name: /jam-1/ }).waitFor({ state: 'detached' });
    await untilTrue(page, `document.activeElement?.ariaLabel === 'Remove Plum jam from the comparison'`);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await untilTrue(page, `document.activeElement?.role === 'combobox'`);
    assert.deepEqual(stage.complaints, []);
  });
});
