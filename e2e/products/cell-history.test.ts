import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { untilTrue, violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const call = (method: string, path: string, body?: unknown) => askAsClient(stage.service, method, path, body);
const store = (...parts: object[]) =>
  call('POST', '/api/import/v1/feeds/master', { products: [{ __ID: 'mix', parts }] });

async function define(): Promise<void> {
  const attribute = (id: string, type: string, compositeAttribute: string | null = null) => ({
    id,
    name: id,
    compositeAttribute,
    type: { id: type, multiValue: type === 'composite' },
  });
  const definitions = [
    attribute('parts', 'composite'),
    attribute('kind', 'string', 'parts'),
    attribute('share', 'decimal', 'parts'),
  ];
  await call('PUT', '/api/datastandards/v1/datastandards/attributes', definitions);
}

const oil = { kind: 'oil', share: '5' };
const salt = { kind: 'salt', share: '1' };

describe('A person who asks for the history of one cell', { skip: withoutBrowser }, () => {
  test('sees who changed it, also before its row was moved, and restores only this cell in 3 actions', async () => {
    const { page } = stage;
    await define();
    await store(oil, salt);
    await store(oil, { ...salt, share: '2' });
    await store({ kind: 'sugar', share: '9' }, { ...oil, share: '6' }, { ...salt, share: '3' });
    await page.goto('/products/mix');
    const table = page.getByRole('treegrid', { name: 'parts' });
    await table.getByRole('gridcell', { name: '3', exact: true }).click();
    await page.getByRole('button', { name: 'History of share, row 3 of parts' }).click();
    const dialog = page.getByRole('dialog', { name: 'History of share, row 3 of parts' });
    const entries = dialog.getByRole('list', { name: 'Changes to this value, newest first' }).getByRole('listitem');
    await entries.nth(2).waitFor();
    const texts = (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    assert.match(texts.join(' | '), /^Changed .* 2 .* 3 .* \| Changed .* 1 .* 2 .* \| Created .* 1 /);
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: 'Restore 1', exact: true }).click();
    await page.getByText('share, row 3 of parts restored').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const { product, revision } = await call('GET', '/api/products/v1/products/mix');
    const parts = [{ kind: 'sugar', share: '9' }, { ...oil, share: '6' }, salt];
    assert.deepEqual([product, revision], [{ __ID: 'mix', parts }, 4]);
  });

  test('opens it with the keyboard, and restores nothing if the composite was changed meanwhile', async () => {
    const { page } = stage;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/products/mix');
    const table = page.getByRole('treegrid', { name: 'parts' });
    await table.getByRole('gridcell', { name: '6', exact: true }).waitFor();
    await table.focus();
    for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight', 'Alt+h']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'History of share, row 2 of parts' });
    await dialog.getByRole('button', { name: 'Restore 5', exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await store({ kind: 'new', share: '7' }, oil);
    await dialog.getByRole('button', { name: 'Restore 5', exact: true }).click();
    await dialog.getByRole('alert').getByText('Nothing was saved.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await table.and(page.locator(':focus')).waitFor();
    await table.getByRole('gridcell', { name: 'new', exact: true }).waitFor();
  });

  test('limits the history of the product to a source and to a person in 2 actions each', async () => {
    const { page } = stage;
    await page.goto('/products/mix?tab=history');
    const shows = (count: number) =>
      untilTrue(page, `document.querySelectorAll('.mantine-Timeline-item').length === ${count}`);
    await shows(5);
    const choose = async (filter: string, option: string) => {
      await page.getByRole('combobox', { name: filter }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Source', 'Manual edit');
    await shows(1);
    await page.getByRole('tabpanel').getByText('Manual edit', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Restore this state' }).count(), 0);
    await choose('Source', 'Import');
    await shows(4);
    await choose('Changed by', 'Operator');
    await page.getByText('No change matches.').waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(stage.complaints, []);
  });
});
