import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { connectAndSubmit } from './support/played-adapter.ts';
import { setStage } from './support/stage.ts';

const attributes = '/api/datastandards/v1/datastandards/attributes';
const rules = '/api/channels/v1/channels/example-shop/automatic-submit';

const stage = setStage();

/** Sends a request as a colleague and returns the response body. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
async function ask(method: string, path: string, body?: unknown): Promise<any> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${text}`);
  return JSON.parse(text);
}

/** Sends a request as the signed-in operator, without using the controls of the page. Returns the response body. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
async function operate(method: string, path: string, body?: unknown): Promise<any> {
  const text = await stage.page.evaluate(`fetch(${JSON.stringify(path)}, {
    method: ${JSON.stringify(method)},
    headers: { 'content-type': 'application/json' },
    body: ${body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))},
  }).then((answer) => answer.text())`);
  return JSON.parse(String(text));
}

const define = (id: string, more: object = {}) =>
  ask('PUT', attributes, [
    { id, name: id, compositeAttribute: null, type: { id: 'string', multiValue: false }, ...more },
  ]);

describe('Two people who edit the same settings: attributes and automatic submit', { skip: withoutBrowser }, () => {
  test('keep both changes of an attribute, and a new description does not undo a conversion', async () => {
    const { page } = stage;
    await define('front');
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Edit front' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByLabel('Description').fill('The front of it');
    await define('front', { name: 'Front', type: { id: 'asset', multiValue: false } });
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Front saved').waitFor();
    const { name, type, description } = await ask('GET', `${attributes}/front`);
    assert.deepEqual([name, type.id, description], ['Front', 'asset', 'The front of it']);
  });

  test('see both values if they changed the same field of an attribute, and decide', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Edit Front' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByLabel('Description').fill('Mine');
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('My front');
    await define('front', { name: 'Front', type: { id: 'asset', multiValue: false }, description: 'Theirs' });
    await editor.getByRole('button', { name: 'Save' }).click();
    const conflict = editor.getByRole('alert');
    await conflict.getByText('Description was changed by someone else').waitFor();
    await conflict.getByText('Theirs', { exact: true }).waitFor();
    await conflict.getByText('Mine', { exact: true }).waitFor();
    assert.equal((await ask('GET', `${attributes}/front`)).description, 'Theirs');
    await editor.getByRole('button', { name: 'Take theirs' }).click();
    assert.equal(await editor.getByLabel('Description').inputValue(), 'Theirs');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('My front saved').waitFor();
    const { name, description } = await ask('GET', `${attributes}/front`);
    assert.deepEqual([name, description], ['My front', 'Theirs']);
  });

  test('cannot overwrite an existing attribute by creating it', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'New attribute', exact: true }).click();
    const editor = page.getByRole('dialog');
    await editor.getByRole('textbox', { name: 'ID' }).fill('front');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor
      .getByRole('alert')
      .getByText(/Nothing was saved/)
      .waitFor();
    assert.equal((await ask('GET', `${attributes}/front`)).name, 'My front');
  });

  test('keep both rules of automatic submit', async () => {
    const { page } = stage;
    await connectAndSubmit(stage.service);
    page.once('dialog', (question) => void question.accept());
    await page.goto('/channels/example-shop?tab=automatic');
    await page.getByLabel('At fixed times').check();
    await ask('PUT', rules, { afterImports: { quietSeconds: 600 } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Automatic submission saved').waitFor();
    const { afterImports, schedule } = await ask('GET', rules);
    assert.deepEqual(afterImports, { quietSeconds: 600 });
    assert.equal(schedule.time, '06:30');
    await page.getByLabel('Quiet time in minutes').fill('20');
    await ask('PUT', rules, { afterImports: { quietSeconds: 1800 }, schedule });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('main').getByRole('alert');
    await conflict.getByText('Quiet time in minutes: 30').waitFor();
    await conflict.getByText('Quiet time in minutes: 20').waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).and(page.locator(':disabled')).waitFor();
    assert.deepEqual((await ask('GET', rules)).afterImports, { quietSeconds: 1200 });
  });
});

describe('Two people who edit the same settings: channels', { skip: withoutBrowser }, () => {
  test('keep both changes of a channel', async () => {
    const { page } = stage;
    await page.goto('/gateway/example');
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Edit Example shop' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('The shop');
    await operate('PATCH', '/console/channels/example-shop', { batchSize: 77 });
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The shop saved').waitFor();
    const { name, batchSize } = await operate('GET', '/console/channels/example-shop');
    assert.deepEqual([name, batchSize], ['The shop', 77]);
    await page.getByRole('button', { name: 'Edit The shop' }).click();
    await editor.getByLabel('Batch size').fill('50');
    await operate('PATCH', '/console/channels/example-shop', { batchSize: 60 });
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByRole('alert').getByText('Batch size was changed by someone else').waitFor();
    await editor.getByRole('button', { name: 'Keep mine' }).click();
    await editor.waitFor({ state: 'detached' });
    assert.equal((await operate('GET', '/console/channels/example-shop')).batchSize, 50);
  });

  test('have caused no browser error', () => {
    assert.deepEqual(stage.complaints, []);
  });
});
