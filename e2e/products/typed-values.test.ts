import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { untilTrue, violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage({ visit: { timezoneId: 'Europe/Berlin' } });
const attributesPath = '/api/datastandards/v1/datastandards/attributes';

const define = (id: string, type: string, more: object = {}) => ({
  id,
  name: id,
  compositeAttribute: null,
  type: { id: type, multiValue: false },
  ...more,
});

const readProduct = async (productId: string) =>
  (await askAsClient(stage.service, 'GET', `/api/products/v1/products/${productId}`))['product'] as Record<
    string,
    unknown
  >; // the API reference documents an object

/** Saves the open input, and waits until the page shows the value. */
async function saves(page: Page, shown: string): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.locator('main').getByText(shown, { exact: true }).first().waitFor();
}

describe('A person who defines a choice with labels', { skip: withoutBrowser }, () => {
  test('gives the attribute and its values labels, and reads them on the product and in the list', async () => {
    const { page, service } = stage;
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'New attribute', exact: true }).click();
    const editor = page.getByRole('dialog');
    await editor.getByLabel('ID').fill('grade');
    await editor.getByLabel('Label (English)').fill('Quality grade');
    await editor.getByLabel('Label (German)').fill('Güteklasse');
    for (const value of ['A', 'B']) {
      await editor.getByLabel('Allowed values').fill(value);
      await editor.getByLabel('Allowed values').press('Enter');
    }
    await editor.getByRole('button', { name: 'Give the values labels' }).click();
    await editor.getByLabel('A: Label (English)').fill('Very good');
    assert.deepEqual(await violations(page), []);
    await editor.getByRole('button', { name: 'Save attribute' }).click();
    await page.getByText('grade saved').waitFor();
    const stored = await askAsClient(service, 'GET', `${attributesPath}/grade`);
    assert.deepEqual(stored['labels'], { de: 'Güteklasse', en: 'Quality grade' });
    assert.deepEqual(stored['restriction'], {
      listOfValues: [{ value: 'A', labels: { en: 'Very good' } }, { value: 'B' }],
    });

    await page.getByRole('textbox', { name: 'Find an attribute' }).fill('güteklasse');
    await page.getByRole('cell', { name: 'Quality grade', exact: true }).waitFor();
    const products = [{ __ID: 'capers-100', grade: 'B' }];
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', { products });
    await page.goto('/products/capers-100');
    await page.getByRole('button', { name: 'Edit Quality grade' }).click();
    await page.getByRole('combobox', { name: 'Quality grade' }).click();
    await page.getByRole('option', { name: 'Very good (A)' }).click();
    await saves(page, 'Very good');
    assert.equal((await readProduct('capers-100'))['grade'], 'A');
    await page.goto('/products?text=capers-100&columns=__ID&columns=grade');
    await page.getByRole('gridcell', { name: 'Very good' }).waitFor();
    await page.getByRole('columnheader', { name: 'Quality grade' }).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person who answers yes or no, or enters a time', { skip: withoutBrowser }, () => {
  test('chooses the answer and the time, reads both in words, and filters by them', async () => {
    const { page, service } = stage;
    await askAsClient(service, 'PUT', attributesPath, [define('vegan2', 'boolean'), define('launch', 'datetime')]);
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', {
      products: [
        { __ID: 'typed-1', vegan2: false, launch: '2026-01-30T23:30:00Z' },
        { __ID: 'typed-2', vegan2: 'false', launch: '2026-01-31T22:59:59.9Z' },
        { __ID: 'typed-3', launch: '2026-01-31T23:00:00Z' },
      ],
    });
    await page.goto('/products/typed-1');
    await page.getByRole('button', { name: 'Edit vegan2' }).click();
    const answer = page.getByRole('combobox', { name: 'vegan2' });
    const yes = page.getByRole('option', { name: 'Yes' });
    await answer.click();
    await yes.waitFor();
    await answer.press('Escape'); // closes the list, not the input
    await yes.waitFor({ state: 'detached' });
    await answer.click();
    await yes.click();
    await answer.press('Enter');
    await page.locator('main').getByText('Yes', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Edit launch' }).click();
    assert.equal(await page.getByLabel('launch', { exact: true }).inputValue(), '2026-01-31T00:30');
    await page.getByLabel('launch', { exact: true }).fill('2026-01-31T08:15');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.locator('main [title="2026-01-31T08:15+01:00"]').waitFor();
    assert.deepEqual(await readProduct('typed-1'), {
      __ID: 'typed-1',
      vegan2: 'true',
      launch: '2026-01-31T08:15+01:00',
    });

    await page.goto('/products?text=typed-&columns=__ID&columns=vegan2&columns=launch');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('launch');
    await page.getByRole('option', { name: 'launch' }).click();
    await page.getByLabel('From').fill('2026-01-31');
    await page.getByLabel('To', { exact: true }).fill('2026-01-31');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await untilTrue(page, `document.querySelectorAll('[role=gridcell][data-id] a').length === 2`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('vegan2');
    await page.getByRole('option', { name: 'vegan2' }).click();
    await page.getByRole('checkbox', { name: /^No/ }).check();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await untilTrue(page, `document.querySelector('[role=gridcell][data-id]')?.textContent === 'typed-2'`);
    await page.getByRole('button', { name: 'vegan2 = No', exact: true }).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person who tidies up attributes', { skip: withoutBrowser }, () => {
  test('shows only some, sets their group, and deletes those that no product uses', async () => {
    const { page, service } = stage;
    const extra = ['tidy-a', 'tidy-b', 'tidy-c'].map((id) => define(id, 'datetime'));
    await askAsClient(service, 'PUT', attributesPath, extra);
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', {
      products: [{ __ID: 'tidy', 'tidy-c': '2026-01-31T12:00Z' }],
    });
    await page.goto('/attributes');
    await page.getByRole('combobox', { name: 'Show only' }).click();
    await page.getByRole('option', { name: 'Date and time' }).click();
    await page.getByRole('textbox', { name: 'Find an attribute' }).fill('tidy-');
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByText('3 attributes selected').waitFor();
    await page.getByRole('button', { name: 'Set group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group').fill('Times');
    await dialog.getByRole('button', { name: 'Set group' }).click();
    await page.getByText('3 attributes changed').waitFor();
    assert.deepEqual((await askAsClient(service, 'GET', `${attributesPath}/tidy-a`))['groupIds'], ['Times']);
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('1 attribute is kept, because products use it:').waitFor();
    await dialog.getByText('tidy-c', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('checkbox', { name: 'Select tidy-a' }).waitFor({ state: 'detached' });
    await page.getByText('1 attribute selected').waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
