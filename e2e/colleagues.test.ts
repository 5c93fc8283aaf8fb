import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './support/accessible-screens.ts';
import { withoutBrowser } from './support/browser.ts';
import { inviteColleague } from './support/colleague.ts';
import { signIn, visit } from './support/console-visit.ts';
import { connectAndSubmit } from './support/played-adapter.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

/** Imports products as a colleague, concurrently with the open page. */
async function meanwhile(products: unknown[]): Promise<void> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/import/v1/feeds/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products }),
  });
  const report = (await answer.json()) as { rejected: number; fault: unknown }; // the contract declares this type
  assert.deepEqual([answer.status, report.rejected], [200, 0]);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
async function stored(productId: string): Promise<any> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/products/v1/products/${productId}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const body: unknown = await answer.json();
  return typeof body === 'object' && body !== null && 'product' in body ? body.product : undefined;
}

async function editNetWeight(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit Net weight' }).click();
  await page.getByRole('textbox', { name: 'Net weight' }).fill(text);
}

describe('A person whose colleagues work at the same time: counts and deletions', { skip: withoutBrowser }, () => {
  test('is asked again if the list has changed since it was counted, and nothing uncounted is deleted', async () => {
    const { page } = stage;
    await meanwhile([
      { __ID: 'late-1', __NAME: 'Late one', netWeight: '12.50', PACKAGING: [{ __ID: 'capers-100', QUANTITY: '2.50' }] },
      { __ID: 'late-2', __FAMILY: 'late' },
    ]);
    await page.goto('/products?text=late-');
    await page.getByText('2 products', { exact: true }).waitFor();
    await page.getByLabel('Select all matching products').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await meanwhile([{ __ID: 'late-3' }]);
    await page.getByRole('button', { name: 'Delete 2' }).click();
    await page.getByRole('alert').getByText('The list has changed: it now has 3 products').waitFor();
    assert.ok(await stored('late-1'));
    await page.getByRole('button', { name: 'Delete 3' }).click();
    await page.getByText('No product matches').waitFor();
    assert.equal(await stored('late-3'), undefined);
  });

  test('is also asked again before a submission, and submits the new number', async () => {
    const { page } = stage;
    await connectAndSubmit(stage.service);
    await page.goto('/products?text=olives-');
    const count = Number.parseInt((await page.getByText(/^\d+ products$/).textContent()) ?? '', 10);
    await page.getByLabel('Select all matching products').check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Submit' }).click();
    const send = page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true });
    await send.waitFor();
    await meanwhile([{ __ID: 'olives-new' }]);
    await send.click();
    await page
      .getByRole('alert')
      .getByText(`The list has changed: it now has ${count + 1} products`)
      .waitFor();
    await send.click();
    await page.getByText(`${count + 1} products submitted`).waitFor();
  });

  test('finds a deleted product, sees who deleted it and its values, and restores it', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('link', { name: 'Deleted products' }).click();
    await page.getByRole('link', { name: 'Late one' }).click();
    await page.getByRole('heading', { level: 1, name: 'Late one' }).waitFor();
    await page.getByText(/^Deleted by .+ on /).waitFor();
    await page.getByText('12.50', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Created', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore product' }).click();
    await page.getByText('Product restored').waitFor();
    await page.getByRole('button', { name: 'Edit Net weight' }).waitFor();
    await page.getByRole('region', { name: 'Packaging' }).getByText('2.50 ×').waitFor();
    assert.equal((await stored('late-1')).netWeight, '12.50');
  });
});

describe('A person whose colleagues work at the same time: conflicts', { skip: withoutBrowser }, () => {
  test('does not overwrite what a colleague has changed, sees both values and decides', async () => {
    const { page } = stage;
    await page.goto('/products/late-1');
    await editNetWeight(page, '20');
    await meanwhile([{ __ID: 'late-1', netWeight: '30', __NAME: 'Renamed' }]);
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert');
    await conflict.getByText('Net weight was changed by someone else').waitFor();
    await conflict.getByText('30', { exact: true }).waitFor();
    await conflict.getByText('20', { exact: true }).waitFor();
    assert.equal((await stored('late-1')).netWeight, '30');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Net weight saved').waitFor();
    assert.equal((await stored('late-1')).netWeight, '20');
    await editNetWeight(page, '21');
    await meanwhile([{ __ID: 'late-1', netWeight: '31' }]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await page.getByText('31', { exact: true }).waitFor();
    assert.deepEqual([(await stored('late-1')).netWeight, (await stored('late-1')).__NAME], ['31', 'Renamed']);
  });

  test('is not interrupted by a change of another attribute', async () => {
    const { page } = stage;
    await page.reload();
    await editNetWeight(page, '40');
    await meanwhile([{ __ID: 'late-1', __FAMILY: 'changed' }]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Net weight saved').waitFor();
    assert.deepEqual([(await stored('late-1')).netWeight, (await stored('late-1')).__FAMILY], ['40', 'changed']);
  });

  test('changes what a product contains, and sees why a cycle is refused', async () => {
    const { page } = stage;
    const panel = page.getByRole('region', { name: 'Packaging' });
    await panel.getByRole('button', { name: 'Edit packaging' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity of Capers in sea salt 100 g').fill('6');
    let asked = 0;
    // the press of Escape resolves only after the dialog is closed
    page.once('dialog', (question) => {
      asked += 1;
      void question.dismiss();
    });
    await page.keyboard.press('Escape');
    assert.equal(asked, 1);
    await dialog.getByRole('combobox', { name: 'Add product' }).fill('fleur-de-sel-125');
    await page.getByRole('option', { name: /fleur-de-sel-125/ }).click();
    await dialog.getByRole('combobox', { name: 'Add product' }).fill('lid-7');
    await page.getByRole('option', { name: /lid-7 \(no such product yet\)/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('6 ×').waitFor();
    await panel.getByText('missing product').waitFor();
    assert.deepEqual((await stored('late-1')).PACKAGING, [
      { __ID: 'capers-100', QUANTITY: 6 },
      { __ID: 'fleur-de-sel-125', QUANTITY: 1 },
      { __ID: 'lid-7', QUANTITY: 1 },
    ]);
    await meanwhile([{ __ID: 'outer', PACKAGING: ['late-1'] }]);
    await panel.getByRole('button', { name: 'Edit packaging' }).click();
    await dialog.getByRole('button', { name: 'Remove lid-7' }).click();
    await dialog.getByRole('combobox', { name: 'Add product' }).fill('outer');
    await page.getByRole('option', { name: 'outer', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText(/cycle/).waitFor();
    await dialog.getByRole('button', { name: 'Remove outer' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('missing product').waitFor({ state: 'detached' });
  });
});

describe(
  'A person whose colleagues work at the same time: history, tabs and selection',
  { skip: withoutBrowser },
  () => {
    test('restores a value from the history with every digit, and never over a newer one unseen', async () => {
      const { page } = stage;
      const links = (quantity: string) => [{ __ID: 'capers-100', QUANTITY: quantity }];
      const digits = (last: number) => `9999999999999999999${last}`;
      await meanwhile([{ __ID: 'many', PACKAGING: links(digits(7)) }]);
      await meanwhile([{ __ID: 'many', PACKAGING: links(digits(8)) }]);
      await page.goto('/products/many?tab=history');
      const restore = page.getByRole('button', { name: 'Restore previous value' });
      await restore.first().waitFor();
      await page.getByText(digits(7), { exact: false }).first().waitFor();
      await meanwhile([{ __ID: 'many', PACKAGING: links(digits(9)) }]);
      await restore.first().click();
      await page
        .getByRole('alert')
        .getByText(/changed/)
        .waitFor();
      const { baseUrl, secret } = stage.service;
      const text = async () =>
        (
          await fetch(`${baseUrl}/api/products/v1/products/many`, { headers: { authorization: `Bearer ${secret}` } })
        ).text();
      assert.match(await text(), new RegExp(digits(9)));
      await page.getByText(digits(9), { exact: false }).first().waitFor();
      // The page has the latest value only when the new history entry is shown.
      await restore.nth(1).waitFor();
      await restore.last().click();
      await page.getByText('Packaging restored').waitFor();
      assert.match(await text(), new RegExp(digits(7)));
    });

    test('is asked for a quantity that is missing', async () => {
      const { page } = stage;
      await page.goto('/products/many');
      await page.getByRole('button', { name: 'Edit packaging' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: /^Quantity of/ }).fill('');
      await dialog.getByText('Quantity is missing').waitFor();
      assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled());
      await dialog.getByRole('textbox', { name: /^Quantity of/ }).fill('3');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    });

    test('opens a tab by its address', async () => {
      const { page } = stage;
      await page.getByRole('tab', { name: 'History' }).click();
      await page.waitForURL(/&tab=history$/);
      await page.reload();
      await page.getByText('Created', { exact: true }).first().waitFor();
      await page.goto('/settings?tab=members');
      await page.getByRole('button', { name: 'Invite member' }).waitFor();
      await page.goto('/gateway/example?tab=keys');
      await page.getByRole('button', { name: 'New secret' }).waitFor();
    });

    test('keeps single products selected when the list changes, and sees a message when "all" is cleared', async () => {
      const { page } = stage;
      await page.goto('/products?text=capers');
      await page.getByLabel('Select capers-100').check();
      await page.getByLabel('Search by ID or name').fill('ajvar');
      await page.getByLabel('Select ajvar-hot-190').check();
      const bar = page.getByRole('region', { name: 'Selection' });
      await bar.getByText('2 selected').waitFor();
      await bar.getByText('1 of them outside this list').waitFor();
      await page.getByLabel('Select all matching products').check();
      await page.getByLabel('Search by ID or name').fill('olives');
      await page.getByText('The list has changed, so the selection was cleared.').waitFor();
      await bar.waitFor({ state: 'detached' });
    });
  },
);

describe('A person whose colleagues work at the same time: filters and definitions', { skip: withoutBrowser }, () => {
  test('is warned if a filter on a number can find nothing', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('Net weight');
    await page.getByRole('option', { name: 'Net weight' }).click();
    await page.getByRole('textbox', { name: 'From' }).fill('1,5');
    await page.getByText('Net weight: enter a number with a decimal point').waitFor();
    await page.getByRole('textbox', { name: 'From' }).fill('1.5');
    await page.getByText('Net weight: enter a number').waitFor({ state: 'detached' });
  });

  test('sees which products block a narrower attribute and its deletion', async () => {
    const { page } = stage;
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Edit Brand' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByRole('combobox', { name: 'Type' }).click();
    await editor.getByRole('option', { name: 'Whole number' }).click();
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText(/^\d+ products have values that do not fit$/).waitFor();
    assert.equal(await editor.getByRole('link', { name: 'ajvar-hot-190' }).count(), 1);
    await editor
      .getByRole('link', { name: 'All products with a value for Brand, including those whose values fit' })
      .waitFor();
    await editor.getByRole('button', { name: 'Delete' }).click();
    const all = editor.getByRole('link', { name: 'All products with a value for Brand' });
    await all.waitFor();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), all.click()]);
    await tab.getByText(/^\d+ products$/).waitFor();
    await tab.getByText('Brand is filled').waitFor();
    await tab.close();
  });
});

describe('A person whose colleagues work at the same time: sessions', { skip: withoutBrowser }, () => {
  test('who is signed out while editing signs in again in a dialog and saves the typed text', async () => {
    const { page } = stage;
    await page.goto('/products/late-1');
    await editNetWeight(page, '77');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'You are signed out' });
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('Wrong e-mail address or password.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(stage.service.operator.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '77');
    await page.getByRole('main').getByText('You are signed out').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Net weight saved').waitFor();
    assert.equal((await stored('late-1')).netWeight, '77');
  });

  test('who signs out in another tab is asked to sign in in this one, and continues', async () => {
    const { page, service } = stage;
    await editNetWeight(page, '78');
    const other = await page.context().newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Your account' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByLabel('E-mail address').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'You are signed out' }).waitFor();
    await other.getByLabel('E-mail address').fill(service.operator.email);
    await other.getByLabel('Password', { exact: true }).fill(service.operator.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('navigation').waitFor();
    await other.close();
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.getByRole('dialog', { name: 'You are signed out' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '78');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('has caused no browser error', () => {
    assert.deepEqual(stage.complaints, []);
  });
});

describe('People who talk about a product', { skip: withoutBrowser }, () => {
  test('mention a colleague in 4 actions, who finds the comment in the inbox and answers, also as a viewer', async () => {
    const { page, browser, service, complaints } = stage;
    const login = await inviteColleague(page, { email: 'vera@example.com', name: 'Vera Viewer', role: 'viewer' });
    await page.goto('/products/capers-100');
    const comments = page.getByRole('region', { name: 'Comments' });
    const field = comments.getByRole('textbox', { name: /^Write a comment/ });
    await field.click();
    await page.keyboard.type('<b>Look</b> @ve');
    await page.getByRole('option', { name: 'Vera Viewer' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await comments.getByText('<b>Look</b>').waitFor();
    await comments.getByText('@Vera Viewer', { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);

    const vera = await visit(browser, service.baseUrl);
    await signIn(vera.page, login);
    await vera.page.goto('/notices');
    await vera.page.getByRole('link', { name: /mentioned you in a comment on the product capers-100/ }).click();
    const theirs = vera.page.getByRole('region', { name: 'Comments' });
    await theirs.getByText('1 new', { exact: true }).waitFor();
    await theirs.getByRole('textbox', { name: /^Write a comment/ }).fill('Looks good');
    await theirs.getByRole('button', { name: 'Comment', exact: true }).click();
    await theirs.getByRole('heading', { name: '2 comments' }).waitFor();
    assert.equal(await theirs.getByRole('button', { name: /Actions for the comment by/ }).count(), 1);
    assert.deepEqual(vera.complaints, []);
    await vera.page.context().close();

    await page.reload();
    await comments.getByText('1 new', { exact: true }).waitFor();
    await comments.getByRole('button', { name: 'Actions for the comment by Vera Viewer' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete comment' }).click();
    await comments.getByRole('heading', { name: '1 comment' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
