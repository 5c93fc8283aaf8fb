import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { root } from '../../tools/root.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { enterAt, tabTo } from '../support/keyboard-steps.ts';
import { connectAndSubmit, playAdapter } from '../support/played-adapter.ts';
import { setStage } from '../support/stage.ts';

const catalogue = join(process.env['PIMENTO_SHARED'] ?? join(root, '../shared'), 'data/fashion-magento/import.json');
const skip = withoutBrowser || (existsSync(catalogue) ? false : `no catalogue at ${catalogue}; set PIMENTO_SHARED`);
const text = { id: 'string' };
const colors = ['Black', 'Blue', 'Brown', 'Green', 'Grey', 'Orange', 'Purple', 'Red', 'White', 'Yellow'];
const standard = {
  format: 'pimento-standard/1',
  name: 'Fashion market',
  valueLists: [{ id: 'colors', values: colors.map((value) => ({ value })) }],
  attributes: [
    { id: 'id', name: 'ID', type: text, requirement: 'required', defaultFormula: '__ID' },
    {
      id: 'title',
      name: 'Title',
      type: text,
      requirement: 'required',
      restriction: { parameters: { maxLength: 150 } },
    },
    {
      id: 'about',
      name: 'About',
      type: text,
      requirement: 'required',
      restriction: { parameters: { maxLength: 5000 } },
    },
    { id: 'price', name: 'Price', type: { id: 'money' }, requirement: 'required' },
    { id: 'color', name: 'Color', type: text, requirement: 'required', restriction: { valueList: 'colors' } },
    { id: 'size', name: 'Size', type: text, requirement: 'recommended' },
  ],
};

const stage = setStage();
const mappingPath = '/channels/example-shop?tab=mapping';
const editor = (name: string) => stage.page.getByRole('region', { name, exact: true });

/** Gives an unmapped attribute a formula and saves the formula in the draft. */
async function map(name: string, formula: string): Promise<void> {
  const { page } = stage;
  const list = page.getByRole('region', { name: 'Attributes of the channel' });
  await enterAt(page, list.getByRole('button', { name: new RegExp(`^${name}`) }));
  await tabTo(page, editor(name).getByRole('radio', { name: 'Not mapped' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, editor(name).getByRole('textbox', { name: `Formula for ${name}` }));
  await page.keyboard.insertText(formula);
  await page.keyboard.press('Escape');
  await enterAt(page, editor(name).getByRole('button', { name: 'Save in the draft' }));
  await page.getByText(`${name} saved in the draft`).waitFor();
}

async function publish(version: number): Promise<void> {
  const { page } = stage;
  const bar = page.getByRole('region', { name: 'Draft of the mapping' });
  await bar.getByText('No errors').waitFor();
  await enterAt(page, bar.getByRole('button', { name: 'Publish' }));
  await enterAt(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await bar.getByText(`Version ${version} is published`).waitFor();
}

/** Opens the board, waits until all products are evaluated, and returns the share of ready products that it shows. */
async function readyShare(): Promise<number> {
  const { page, service } = stage;
  const path = '/api/channels/v1/channels/example-shop/readiness';
  for (let count = 0; count < 300; count++) {
    const { pending, rulesetNo } = await askAsClient(service, 'GET', path);
    if (pending === 0 && rulesetNo !== null) break;
    await page.waitForTimeout(200);
  }
  await page.goto('/channels/example-shop?tab=readiness');
  const shown = await page.getByText(/^[\d,]+ of [\d,]+ products are ready$/).innerText();
  const [ready = 0, total = 0] = (shown.match(/[\d,]+/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
  return ready / total;
}

describe('A person with a real fashion catalogue and a keyboard', { skip }, () => {
  before(async () => {
    const { service } = stage;
    await connectAndSubmit(service);
    await (await playAdapter(service)).call('PUT', '/external/channels/example-shop/standard', standard);
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', JSON.parse(readFileSync(catalogue, 'utf8')));
  });

  test('maps the required attributes and publishes the mapping', async () => {
    await stage.page.goto(mappingPath);
    await map('Title', '__NAME');
    await map('About', 'description | stripHtml | truncate(5000)');
    await map('Price', 'money(price, "USD")');
    await map('Color', 'color');
    await publish(1);
    const share = await readyShare();
    assert.ok(share > 0.8 && share < 0.9, `${share}`);
  });

  test('finds the most frequent error, translates the values, and has more than 90 % ready', async () => {
    const { page } = stage;
    await enterAt(page, page.getByRole('button', { name: 'Show products: Color: Not in the value list' }));
    await page.getByText('"Gray" is not a value of "Color" on Example shop (10 allowed). Map it.').first().waitFor();
    await page.goto(`${mappingPath}&view=maps`);
    await enterAt(page, page.getByRole('button', { name: 'New value map' }));
    const dialog = page.getByRole('dialog');
    await tabTo(page, dialog.getByLabel('Name'));
    await page.keyboard.insertText('colors');
    await page.keyboard.press('Enter');
    for (const [from, to] of [
      ['Gray', 'Grey'],
      ['Lavender', 'Purple'],
    ] as const) {
      await enterAt(page, page.getByRole('button', { name: 'Add entry' }));
      await tabTo(page, dialog.getByLabel('Your value'));
      await page.keyboard.insertText(from);
      await tabTo(page, dialog.getByLabel('Value of the channel'));
      await page.keyboard.insertText(to);
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: new RegExp(`^${from} ${to}`) }).waitFor();
    }
    await page.goto(`${mappingPath}&target=color`);
    await tabTo(page, editor('Color').getByRole('combobox', { name: 'Value map' }));
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await enterAt(page, editor('Color').getByRole('button', { name: 'Save in the draft' }));
    await page.getByText('Color saved in the draft').waitFor();
    await publish(2);
    const share = await readyShare();
    assert.ok(share >= 0.9, `${share}`);
    assert.deepEqual(stage.complaints, []);
  });
});
