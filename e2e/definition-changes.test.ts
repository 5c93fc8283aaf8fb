import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
const changes = '/api/datastandards/v1/datastandards/changes';

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
async function ask(method: string, path: string, body?: string): Promise<any> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined
        ? {}
        : { 'content-type': body.startsWith('[') ? 'application/json' : 'application/x-ndjson' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${text}`);
  return JSON.parse(text);
}

const definition = (id: string, type: object, more: object = {}) =>
  JSON.stringify([{ id, name: id, compositeAttribute: null, type, ...more }]);

describe('A person who changes definitions of stored values', { skip: withoutBrowser }, () => {
  test('sees before saving what does not fit and what would be adapted', async () => {
    const { page } = stage;
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Edit Brand' }).click();
    const editor = page.getByRole('dialog');
    const check = editor.getByRole('button', { name: 'Check stored values' });
    assert.equal(await check.count(), 0, 'nothing concerns stored values yet');
    await editor.getByRole('combobox', { name: 'Type' }).click();
    await editor.getByRole('option', { name: 'Whole number' }).click();
    await check.click();
    await editor.getByText(/^\d+ products have values that do not fit$/).waitFor();
    await editor.getByRole('combobox', { name: 'Type' }).click();
    await editor.getByRole('option', { name: 'Text', exact: true }).click();
    await editor.getByLabel('Multiple values').check();
    await editor.getByText('The fields have changed since this check.').waitFor();
    await check.click();
    await editor
      .getByText(/^All values fit \(\d+ products with a value\)\. \d+ products will be adapted when you save\.$/)
      .waitFor();
    const { attributes } = await ask('GET', '/api/datastandards/v1/datastandards/attributes');
    const brand = attributes.find(({ name }: { name: string }) => name === 'Brand');
    assert.deepEqual(brand.type, { id: 'string', multiValue: false });
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Brand saved').waitFor();
  });

  test('sees the progress of changes that a program has started, and cancels one', async () => {
    const { page } = stage;
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, index) => JSON.stringify({ __ID: `many-${index}`, many: 'value' }));
    await ask('POST', '/api/import/v1/feeds/master', lines.join('\n'));
    const text = { id: 'string', multiValue: false };
    // The server checks these changes one after another, so the last change has to wait.
    for (let longest = 20; longest > 0; longest -= 1) {
      await ask(
        'POST',
        changes,
        definition('many', text, { restriction: { parameters: { maxLength: 100 + longest } } }),
      );
    }
    await page.goto('/attributes');
    await page.getByText('Checking the stored values of many').first().waitFor();
    await page.getByRole('button', { name: 'Cancel the change' }).first().click();
    await page.getByText('The change was cancelled; nothing has changed.').waitFor();
    const [newest] = (await ask('GET', changes)).changes;
    assert.equal(newest.status, 'Cancelled');
    while ((await ask('GET', changes)).changes.some(({ status }: { status: string }) => status === 'Checking'));
    await page.getByText('Checking the stored values of many').first().waitFor({ state: 'detached' });

    await ask(
      'PUT',
      '/api/datastandards/v1/datastandards/attributes',
      definition('many', { ...text, multiValue: true }),
    );
    await page.reload();
    await page.getByText('Adapting products to the changed definition of many').waitFor();
    await page.getByText('Adapting products to the changed definition of many').waitFor({ state: 'detached' });
    assert.equal((await ask('GET', changes)).changes[0].converted, count);
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person who corrects values that do not fit', { skip: withoutBrowser }, () => {
  test('replaces a value that does not fit in all 12 products that have it, in 4 actions', async () => {
    const { page } = stage;
    const lines = Array.from({ length: 12 }, (_, at) => JSON.stringify({ __ID: `lamp-${at}`, sockets: 'about 5' }));
    lines.push(JSON.stringify({ __ID: 'lamp-other', sockets: '7' }));
    await ask('POST', '/api/import/v1/feeds/master', lines.join('\n'));
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Edit sockets' }).click();
    const editor = page.getByRole('dialog').first();
    await editor.getByRole('combobox', { name: 'Type' }).click();
    await editor.getByRole('option', { name: 'Whole number' }).click();
    await editor.getByRole('button', { name: 'Check stored values' }).click();
    await editor.getByText('and 9 more').waitFor();
    await editor.getByRole('button', { name: 'Set another value for all products with about 5' }).click();
    const bulk = page.getByRole('dialog', { name: 'Edit 12 products' });
    await bulk.getByLabel('New value').fill('5');
    await bulk.getByRole('button', { name: 'Preview' }).click();
    await bulk.getByRole('button', { name: 'Change 12 products' }).click();
    await bulk.getByText('12 products changed').waitFor();
    await bulk.getByRole('button', { name: 'Close' }).last().click();
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('sockets saved').waitFor();
  });
});
