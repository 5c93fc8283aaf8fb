import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../tools/root.ts';
import { withoutBrowser } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const catalogue = join(process.env['PIMENTO_SHARED'] ?? join(root, '../shared'), 'data/fashion-magento/import.json');
const withoutCatalogue = existsSync(catalogue)
  ? false
  : `no real catalogue at ${catalogue}; name its folder in PIMENTO_SHARED`;

describe('A person with a file of a real catalogue', { skip: withoutBrowser || withoutCatalogue }, () => {
  const stage = setStage();

  test('imports it, reads why products are rejected, adds the missing definitions, and imports it again without errors', async () => {
    const { page } = stage;
    const send = async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Imports' }).click();
      await page.locator('input[type=file]').setInputFiles(catalogue);
      await page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor();
    };
    const fill = async (id: string) => {
      await page.getByRole('dialog').getByRole('textbox', { name: /^ID/ }).fill(id);
      return page.getByRole('dialog').getByRole('button', { name: 'Save' });
    };
    await send();
    await page.getByText('Completed with errors').waitFor();
    const errors = page.getByRole('region', { name: 'Rejected products' });
    await errors.getByText('Composite not defined · 147').click();
    await errors.getByRole('link', { name: 'MH01', exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      errors.getByRole('button', { name: 'Download all' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^errors-.*\.ndjson$/);
    await errors.getByRole('link', { name: '/products/15/configurable_variations' }).click();

    await page.getByRole('button', { name: 'Define configurable_variations' }).click();
    const form = page.getByRole('dialog');
    assert.equal(await form.getByRole('textbox', { name: /^ID/ }).inputValue(), 'configurable_variations');
    await form.getByRole('combobox', { name: 'Type' }).click();
    await form.getByRole('option', { name: 'Composite' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    for (const id of ['sku', 'size', 'color']) {
      await page.getByRole('button', { name: 'New attribute inside configurable_variations' }).click();
      await (await fill(id)).click();
      await page.getByRole('button', { name: `Edit ${id}`, exact: true }).waitFor();
    }

    await send();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();
    assert.equal(await page.getByText('Rejected products').count(), 0);
    await page.goto('/products/MH01');
    const rows = page.getByRole('treegrid').filter({ hasText: 'MH01-XS-Black' });
    await rows.getByRole('row', { name: /MH01-XS-Black XS Black/ }).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
