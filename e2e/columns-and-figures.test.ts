import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

async function send(method: string, path: string, body: string): Promise<Response> {
  const { baseUrl, secret } = stage.service;
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return fetch(`${baseUrl}${path}`, { method, headers, body });
}
const importProducts = (products: object[]) =>
  send('POST', '/api/import/v1/feeds/master', JSON.stringify({ products }));

describe('A person who chooses columns', { skip: withoutBrowser }, () => {
  test('reaches all buttons of a column, and closes the list with Esc after ticking one', async () => {
    const { page } = stage;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/products');
    await page.getByRole('button', { name: 'Columns' }).click();
    const popover = page.getByRole('dialog', { name: 'Columns' });
    const pin = popover.getByRole('button', { name: /^(Pin|Unpin)/ }).first();
    const [outer, inner] = [await popover.boundingBox(), await pin.boundingBox()];
    assert.ok(outer && inner && inner.x + inner.width <= outer.x + outer.width, JSON.stringify({ outer, inner }));
    await popover.getByRole('textbox').fill('net');
    await popover.getByRole('checkbox').first().click();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
  });

  test('sees an added column beside the name, and keeps the keyboard in the list of columns', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('button', { name: 'Columns' }).click();
    const popover = page.getByRole('dialog', { name: 'Columns' });
    await popover.getByRole('textbox').fill('Drained');
    await popover.getByRole('checkbox', { name: 'Drained weight' }).click();
    const heads = page.getByRole('columnheader');
    const names = async () => (await heads.allTextContents()).filter((name) => name !== '');
    await heads.filter({ hasText: 'Drained weight' }).waitFor();
    assert.deepEqual((await names()).slice(0, 3), ['ID', 'Name', 'Drained weight']);
    await popover.getByRole('textbox').fill('');
    const left = popover.getByRole('button', { name: 'Move left' });
    await left.nth(1).focus();
    await page.keyboard.press('Enter');
    await left.first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
  });

  test('filters by the time of the last change and by files, and finds both in the address', async () => {
    const { page } = stage;
    await page.goto('/products');
    const add = async (field: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('combobox', { name: 'Attribute' }).fill(field);
      await page.getByRole('option', { name: field, exact: true }).click();
    };
    await add('Changed');
    await page.getByLabel('From').fill('2026-01-31');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.waitForURL(/updatedSince=2026-01-31T00/);
    await add('Files');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.waitForURL(/assetState=WAITING_FOR_UPLOAD/);
    await page.getByText('Files: Waiting for upload').waitFor();
    await page.getByRole('grid').waitFor();
  });

  test('changes a filter in its place in 3 actions, and restores the keyboard', async () => {
    const { page } = stage;
    await page.goto('/products?updatedSince=2026-01-31T00:00:00.000Z&where=heat%7C%3D1%7C2');
    const pill = page.getByRole('button', { name: /^Changed: / });
    await pill.click();
    const form = page.getByRole('dialog', { name: /^Changed: / });
    assert.equal(await form.getByLabel('From').inputValue(), '2026-01-31');
    await form.getByLabel('To').fill('2026-02-02');
    await page.keyboard.press('Enter');
    await page.waitForURL(/updatedBefore=2026-02-03T00/);
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Changed: .*31 Jan 2026.* – .*2 Feb 2026/ }).press('Enter');
    await form.getByLabel('From').fill('');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/^(?!.*updatedSince).*updatedBefore=2026-02-03T00/);
    await page.waitForURL(/where=heat/);
  });
});

describe('A person who reads what happened', { skip: withoutBrowser }, () => {
  test('sees on the start page that the last import failed', async () => {
    const { page } = stage;
    await send('POST', '/api/import/v1/feeds/master', '{"products":[{"__ID":"x"},');
    await page.goto('/');
    await page.getByRole('link', { name: '1 import with errors' }).click();
    await page.getByText('The file could not be read to the end').waitFor();
  });

  test('sees how many errors belong to how many products', async () => {
    const { page } = stage;
    const definition = { compositeAttribute: null, type: { id: 'integer', multiValue: false } };
    const definitions = ['one', 'two'].map((id) => ({ ...definition, id, name: id }));
    await send('PUT', '/api/datastandards/v1/datastandards/attributes', JSON.stringify(definitions));
    const answer = await importProducts([{ __ID: 'wrong', one: 'a', two: 'b' }]);
    const { jobRef } = (await answer.json()) as { jobRef: string }; // the contract declares this type
    await page.goto(`/imports/${jobRef}`);
    await page.getByText('2 errors in 1 product', { exact: true }).waitFor();
    await page.getByText('Not a whole number · 2', { exact: true }).waitFor();
    await page.getByText('By First run · Merge', { exact: true }).waitFor();
  });

  test('sees a table before and after a change without stripes, with the changed cell marked, and a link to the details', async () => {
    const { page } = stage;
    const composite = { compositeAttribute: null, type: { id: 'composite', multiValue: true } };
    const child = { compositeAttribute: 'parts', type: { id: 'string', multiValue: false } };
    const definitions = [
      { ...composite, id: 'parts', name: 'Parts' },
      { ...child, id: 'part', name: 'part' },
    ];
    await send('PUT', '/api/datastandards/v1/datastandards/attributes', JSON.stringify(definitions));
    await importProducts([{ __ID: 'striped', parts: [{ part: 'a' }, { part: 'b' }, { part: 'c' }] }]);
    await importProducts([{ __ID: 'striped', parts: [{ part: 'a' }, { part: 'x' }, { part: 'c' }] }]);
    await page.goto('/products/striped?tab=history');
    await page.getByRole('gridcell', { name: 'x', exact: true }).waitFor();
    const colours = await page.evaluate(
      `[...document.querySelectorAll('main [data-side]')].map((side) => [side, ...side.querySelectorAll('[role=row]')]
        .map((one) => getComputedStyle(one).backgroundColor))`,
    );
    // All rows on one side must have the same colour.
    assert.deepEqual(
      (colours as string[][]).map((side) => [side.length, new Set(side).size]), // the script returns colours
      [
        [5, 1],
        [5, 1],
      ],
    );
    assert.equal(await page.locator('main [data-changed]').count(), 2);
    await page.getByRole('link', { name: 'Details' }).first().waitFor();
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Edit Parts' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit part', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Attributes in Parts' }).click();
    await page.getByRole('button', { name: 'Edit part', exact: true }).waitFor();
  });
});

describe('A person with windows of several widths', { skip: withoutBrowser }, () => {
  test('sees the channels of a product before its values in a narrow window, and beside them in a wide one', async () => {
    const { page } = stage;
    const topOf = async (name: string) => (await page.getByRole('tab', { name }).boundingBox())?.y ?? 0;
    const channels = page.getByRole('region', { name: 'On channels' });
    await page.goto('/products/striped');
    await channels.waitFor();
    const wide = await channels.boundingBox();
    assert.ok(wide && Math.abs(wide.y - (await topOf('Values'))) < 20);
    await page.setViewportSize({ width: 1024, height: 768 });
    // the states of the channels can arrive between the two measurements, and move the tabs
    const isAbove = async () => {
      const narrow = await channels.boundingBox();
      return narrow !== null && narrow.y + narrow.height <= (await topOf('Values'));
    };
    for (let tries = 0; !(await isAbove()); tries++) {
      assert.ok(tries < 20, 'the channels are above the tabs');
      await page.waitForTimeout(100);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('sees that a new client has no members yet', async () => {
    const { page } = stage;
    await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/console/clients', { method: 'POST', headers, body: '{"clientId":"empty","name":"Empty"}' });
    });
    await page.goto('/settings?client=empty&tab=members');
    await page.getByText('No members yet').waitFor();
    assert.equal(await page.getByRole('columnheader').count(), 0);
    await page.goto('/products?client=demo');
    // Waits for the grid, because the console stores the client of the URL only after the console has started.
    await page.getByRole('grid').waitFor();
  });
});

describe('A person who converts an attribute with lists in one text', { skip: withoutBrowser }, () => {
  test('sees each kind of value, splits the lists, and converts', async () => {
    const { page } = stage;
    await importProducts([
      { __ID: 'v1', views: 'https://img.example/1.jpg, https://img.example/2.jpg' },
      { __ID: 'v2', views: 'www.img.example/3.jpg' },
      { __ID: 'v3', views: 'N/A' },
      { __ID: 'v4', views: 'https://img.example/4.jpg' },
    ]);
    await page.goto('/attributes');
    await page.getByLabel('Find an attribute').fill('views');
    await page.getByRole('button', { name: 'Convert views' }).click();
    const dialog = page.getByRole('dialog');
    const kind = (name: string) => dialog.getByRole('region', { name });
    await kind('Incomplete URLs').getByText('www.img.example/3.jpg').waitFor();
    await kind('Placeholders').getByText('N/A').waitFor();
    await kind('Lists in one value').getByText('https://img.example/1.jpg, https://img.example/2.jpg').waitFor();
    await kind('Addresses').getByText('1', { exact: true }).waitFor();
    await kind('Lists in one value').getByRole('button', { name: 'Split lists' }).click();
    await kind('Lists in one value').waitFor({ state: 'detached' });
    await kind('Addresses').getByText('3', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Convert to Asset' }).waitFor();
  });
});
