import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

async function send(products: object[]): Promise<string> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/import/v1/feeds/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products }),
  });
  const { jobRef } = (await answer.json()) as { jobRef: string }; // the contract declares this type
  return jobRef;
}

describe('A person who looks for what was changed', { skip: withoutBrowser }, () => {
  test('sees the products of an import in 1 action from its page, and those of another one in 6 from the list', async () => {
    const { page } = stage;
    await send([{ __ID: 'trace-1', brand: 'A' }, { __ID: 'trace-2', brand: 'A' }, { __ID: 'trace-3' }]);
    const second = await send([
      { __ID: 'trace-2', brand: 'B' },
      { __ID: 'trace-4', brand: 'B' },
    ]);
    await page.goto(`/imports/${second}`);
    await page.getByRole('link', { name: 'Show the 2 created and changed products' }).click();
    await page.getByText('2 products', { exact: true }).waitFor();
    await page.getByRole('gridcell', { name: 'trace-2', exact: true }).waitFor();
    await page.getByRole('button', { name: /^In import: Import · / }).waitFor();
    assert.deepEqual(await violations(page), []);

    await page.goto('/products?text=trace-');
    await page.getByText('4 products', { exact: true }).waitFor();
    let actions = 0;
    const act = async (action: Promise<unknown>) => {
      await action;
      actions += 1;
    };
    await act(page.getByRole('button', { name: 'Filter', exact: true }).click());
    await act(page.keyboard.type('In import'));
    await act(page.getByRole('option', { name: 'In import' }).click());
    const imports = page.getByRole('combobox', { name: 'Import or bulk edit' });
    await act(imports.click());
    assert.deepEqual(await violations(page), []);
    await act(
      page
        .getByRole('option', { name: /^Import · / })
        .first()
        .click(),
    );
    await act(page.getByRole('button', { name: 'Add filter' }).click());
    assert.equal(actions, 6);
    await page.getByText('2 products', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Remove filter In import: / }).click();
    await page.getByText('4 products', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.keyboard.type('Changed by');
    await page.getByRole('option', { name: 'Changed by' }).click();
    await page.getByRole('combobox', { name: 'Person or key' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: /^Changed by: / }).waitFor();
    await page.getByText('4 products', { exact: true }).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
