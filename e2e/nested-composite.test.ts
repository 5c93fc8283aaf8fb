import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { untilTrue } from './support/accessible-screens.ts';
import { withoutBrowser } from './support/browser.ts';
import { askAsClient } from './support/client-calls.ts';
import { enterAt, tabTo } from './support/keyboard-steps.ts';
import { setStage } from './support/stage.ts';

const stage = setStage({ visit: { permissions: ['clipboard-read', 'clipboard-write'] } });

describe('A person whose products have nested composites', { skip: withoutBrowser }, () => {
  test('defines a composite in a composite, imports rows, sees them nested, and adds one manually', async () => {
    const { page, service } = stage;
    const define = async (open: string, id: string, type?: string) => {
      await page.getByRole('button', { name: open, exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox', { name: /^ID/ }).fill(id);
      if (type !== undefined) {
        await form.getByRole('combobox', { name: 'Type' }).click();
        await form.getByRole('option', { name: type }).click();
      }
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: `Edit ${id}`, exact: true }).waitFor();
    };
    await page.getByRole('navigation').getByRole('link', { name: 'Attributes' }).click();
    await define('New attribute', 'certificates', 'Composite');
    await define('New attribute inside certificates', 'body');
    await define('New attribute inside certificates', 'audits', 'Composite');
    await define('New attribute inside audits', 'auditor');
    await define('New attribute inside audits', 'score', 'Decimal');

    const product = {
      __ID: 'capers-100',
      certificates: [
        {
          body: 'Organic Board',
          audits: [
            { auditor: 'Ms Green', score: '97.50' },
            { auditor: 'Mr Brown', score: '88' },
          ],
        },
        { body: 'Fair Sea', audits: [{ auditor: 'Ms Blue' }] },
      ],
    };
    await page.getByRole('navigation').getByRole('link', { name: 'Imports' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'certificates.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(`${JSON.stringify(product)}\n`),
    });
    await page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();

    await page.goto('/products/capers-100');
    await page.getByLabel('Find an attribute').fill('certificates');
    const table = page.getByRole('treegrid', { name: 'certificates' });
    await table.getByRole('row', { name: /^Organic Board/ }).waitFor();
    await table.getByRole('row', { name: 'Ms Green 97.50' }).waitFor();
    await table.getByRole('row', { name: 'Mr Brown 88' }).waitFor();
    await table.getByRole('columnheader', { name: 'score Decimal' }).waitFor();

    await page.getByRole('button', { name: 'Edit certificates' }).click();
    const input = (name: string) => page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus'));
    assert.equal(await input('body, row 1 of certificates').inputValue(), 'Organic Board');
    await table.getByRole('gridcell', { name: 'Fair Sea' }).click();
    assert.equal(await input('body, row 2 of certificates').inputValue(), 'Fair Sea');
    await page.getByRole('button', { name: 'Add row to certificates', exact: true }).click();
    await input('body, row 3 of certificates').fill('Clean Jar');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('certificates saved').waitFor();
    const answer = await fetch(`${service.baseUrl}/api/products/v1/products/capers-100?fields=certificates`, {
      headers: { authorization: `Bearer ${service.secret}` },
    });
    const stored = (await answer.json()) as { product: { certificates: unknown[] } }; // the API reference documents this type
    assert.deepEqual(stored.product.certificates, [...product.certificates, { body: 'Clean Jar' }]);
  });
});

const api = '/api/products/v1/products';
const call = (method: string, path: string, body?: unknown) => askAsClient(stage.service, method, path, body);
const send = (...products: object[]) => call('POST', '/api/import/v1/feeds/master', { products });
async function storedCertificates(productId: string): Promise<unknown> {
  const { product } = (await call('GET', `${api}/${productId}`)) as {
    product: { certificates?: unknown };
  }; // the API reference documents this type
  return product.certificates;
}
const table = (page: Page) => page.getByRole('treegrid', { name: 'certificates' });
/** The input of a cell, if it has the focus. */
const inputOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus'));
const boards = [
  { body: 'Organic Board', audits: [{ auditor: 'Ms Green', score: '97.50' }, { auditor: 'Mr Brown' }] },
  { body: 'Fair Sea', audits: [{ auditor: 'Ms Blue' }] },
];

describe('A person whose products have many nested rows', { skip: withoutBrowser }, () => {
  test('edits a composite with hundreds of rows, of which only those near the screen exist', async () => {
    const { page } = stage;
    const audits = Array.from({ length: 5 }, (_, at) => ({ auditor: `Auditor ${at}`, score: String(at) }));
    const certificates = Array.from({ length: 100 }, (_, at) => ({ body: `Board ${at}`, audits }));
    await send({ __ID: 'deep', certificates });
    await page.goto('/products/deep');
    await page.getByRole('button', { name: 'Edit certificates' }).click();
    await page.getByRole('textbox', { name: 'body, row 1 of certificates' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Expand all' }).click();
    await table(page).and(page.locator('[aria-rowcount="801"]')).waitFor();
    assert.ok((await table(page).getByRole('row').count()) < 80);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await table(page).getByRole('gridcell', { name: 'Board 99' }).click();
    const last = page.getByRole('textbox', { name: 'body, row 100 of certificates' });
    await last.fill('Last board');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('certificates saved').waitFor();
    assert.deepEqual(await storedCertificates('deep'), certificates.with(99, { body: 'Last board', audits }));
  });

  test('changes one nested value in at most 4 actions', async () => {
    const { page } = stage;
    await send({ __ID: 'few', certificates: boards });
    await page.goto('/products/few');
    let actions = 0;
    const act = async (action: Promise<unknown>) => {
      actions += 1;
      await action;
    };
    await act(table(page).getByRole('gridcell', { name: '97.50' }).click());
    await inputOf(page, 'score, row 1 of audits').waitFor();
    await act(page.keyboard.type('98.25'));
    await act(page.keyboard.press('Control+Enter'));
    await page.getByText('certificates saved').waitFor();
    assert.ok(actions <= 4, `${actions} actions`);
    const [first, second] = boards;
    assert.deepEqual(await storedCertificates('few'), [
      { ...first, audits: [{ auditor: 'Ms Green', score: '98.25' }, { auditor: 'Mr Brown' }] },
      second,
    ]);
  });
});

describe('A person without a mouse, in a table of rows', { skip: withoutBrowser }, () => {
  test('moves, edits, restores, adds, duplicates, moves and removes rows, undoes, and saves them as one version', async () => {
    const { page } = stage;
    const { keyboard } = page;
    await send({ __ID: 'keys', certificates: boards });
    await page.goto('/products/keys');
    await tabTo(page, table(page));
    for (const key of ['ArrowDown', 'ArrowDown', 'F2']) await keyboard.press(key);
    assert.equal(await inputOf(page, 'auditor, row 1 of audits').inputValue(), 'Ms Green');
    await keyboard.press('Tab');
    await inputOf(page, 'score, row 1 of audits').waitFor();
    await keyboard.type('1');
    await keyboard.press('Escape');
    await table(page).getByRole('gridcell', { name: '97.50' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.type('88');
    assert.equal(await inputOf(page, 'score, row 2 of audits').inputValue(), '88');
    await keyboard.press('Enter');
    await keyboard.press('Control+Home');
    await keyboard.press('Alt+Enter');
    await inputOf(page, 'body, row 2 of certificates').waitFor();
    await keyboard.type('Clean Jar');
    await keyboard.press('Enter');
    await keyboard.press('ArrowUp');
    await keyboard.press('Alt+ArrowDown');
    await keyboard.press('Alt+Shift+ArrowDown');
    await keyboard.press('Alt+Delete');
    await keyboard.press('Control+z');
    await keyboard.press('Control+Enter');
    await page.getByText('certificates saved').waitFor();
    const [first, second] = boards;
    assert.deepEqual(await storedCertificates('keys'), [
      {
        ...first,
        audits: [
          { auditor: 'Ms Green', score: '97.50' },
          { auditor: 'Mr Brown', score: '88' },
        ],
      },
      second,
      { body: 'Clean Jar' },
      { body: 'Clean Jar' },
    ]);
    const { revision } = (await call('GET', `${api}/keys`)) as { revision: number }; // the API reference documents this type
    assert.equal(revision, 2);
  });
});

describe('A person who fills in a table of rows', { skip: withoutBrowser }, () => {
  test('fills in the first row of an empty composite, and the first row inside of it', async () => {
    const { page } = stage;
    const { keyboard } = page;
    await send({ __ID: 'empty' });
    await page.goto('/products/empty');
    await page.getByLabel('Find an attribute').fill('certificates');
    await enterAt(page, page.getByRole('button', { name: 'Edit certificates' }));
    await page.getByRole('button', { name: 'Add row to certificates' }).and(page.locator(':focus')).waitFor();
    await keyboard.press('Enter');
    await inputOf(page, 'body, row 1 of certificates').waitFor();
    await keyboard.type('Clean Jar');
    for (const key of ['Tab', 'ArrowDown', 'Enter']) await keyboard.press(key);
    await inputOf(page, 'auditor, row 1 of audits').waitFor();
    await keyboard.type('Ms Red');
    await keyboard.press('Tab');
    await inputOf(page, 'score, row 1 of audits').waitFor();
    await keyboard.type('5');
    await keyboard.press('Control+Enter');
    await page.getByText('certificates saved').waitFor();
    await table(page).and(page.locator(':focus')).waitFor();
    assert.deepEqual(await storedCertificates('empty'), [
      { body: 'Clean Jar', audits: [{ auditor: 'Ms Red', score: '5' }] },
    ]);
  });

  test('pastes cells of a spreadsheet, which add the rows that are missing', async () => {
    const { page } = stage;
    await page.goto('/products/keys');
    await page.evaluate("navigator.clipboard.writeText('Ms Red\\t77\\r\\nMr Grey\\t66\\tno column\\r\\n')");
    await table(page).getByRole('gridcell', { name: 'Mr Brown' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+v');
    await page.getByText('4 cells pasted, 1 did not fit').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('certificates saved').waitFor();
    const [{ audits }] = (await storedCertificates('keys')) as [{ audits: unknown }]; // the test sent this value
    assert.deepEqual(audits, [
      { auditor: 'Ms Green', score: '97.50' },
      { auditor: 'Ms Red', score: '77' },
      { auditor: 'Mr Grey', score: '66' },
    ]);
  });
});

describe('A person who changes cells', { skip: withoutBrowser }, () => {
  test('is asked before they are lost, and sees what another person saved meanwhile', async () => {
    const { page } = stage;
    await send({ __ID: 'shared', certificates: boards });
    await page.goto('/products/shared');
    await table(page).getByRole('gridcell', { name: 'Fair Sea' }).click();
    await page.keyboard.type('Fair Lake');
    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Imports' }).click();
    assert.equal(questions.length, 1);
    await table(page).getByRole('gridcell', { name: 'Fair Lake' }).waitFor();
    await send({ __ID: 'shared', certificates: [{ body: 'Theirs' }, boards[1]] });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'certificates was changed by someone else' });
    await conflict.getByRole('gridcell', { name: 'Theirs' }).waitFor();
    await conflict.getByRole('gridcell', { name: 'Fair Lake' }).waitFor();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await table(page).getByRole('gridcell', { name: 'Theirs' }).waitFor();
    assert.deepEqual(await storedCertificates('shared'), [{ body: 'Theirs' }, boards[1]]);
  });

  test('sees where a text is found, and on a phone scrolls the table and never the page', async () => {
    const { page } = stage;
    await page.goto('/products/deep');
    await page.getByLabel('Find an attribute').fill('last board');
    await page.setViewportSize({ width: 390, height: 844 });
    await table(page).getByRole('row').nth(1).waitFor();
    // the layout adapts to the new window size with a delay
    await untilTrue(page, 'document.documentElement.scrollWidth <= 390');
    await page.getByLabel('Find an attribute').fill('no such text');
    await table(page).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.deepEqual(stage.complaints, []);
  });
});
