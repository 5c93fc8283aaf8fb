import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { inviteColleague } from '../support/colleague.ts';
import { signIn, visit } from '../support/console-visit.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const viewsOf = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });
const saveAs = async (page: Page, name: string, shared = false) => {
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save filters, order and columns as a view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (shared) await dialog.getByRole('switch').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.waitFor({ state: 'detached' });
};

describe('A person who keeps views of the product list', { skip: withoutBrowser }, () => {
  test('saves filters as a view in 4 actions, opens it later in 1, and saves a change in 1', async () => {
    const { page } = stage;
    await page.goto('/products?text=ajvar');
    await saveAs(page, 'Ajvar');
    const views = viewsOf(page);
    await page.waitForURL(/view=/);
    assert.equal(await views.getByRole('link', { name: 'Ajvar' }).getAttribute('aria-current'), 'page');
    assert.equal(await views.getByRole('link', { name: 'All products' }).getAttribute('aria-current'), null);
    await views.getByRole('link', { name: 'All products' }).click();
    await page.waitForURL((url) => !url.searchParams.has('text'));
    await views.getByRole('link', { name: 'Ajvar' }).click();
    await page.waitForURL(/text=ajvar/);
    await page.getByRole('gridcell', { name: 'ajvar-mild-190' }).first().waitFor();
    await page.getByRole('textbox', { name: 'Search by ID or name' }).fill('ajvar hot');
    await views.getByText('changed').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await views.getByText('changed').waitFor({ state: 'detached' });
    await page.goto('/products');
    await views.getByRole('link', { name: 'Ajvar' }).click();
    await page.waitForURL(/text=ajvar\+hot|text=ajvar%20hot/);
    assert.deepEqual(await violations(page), []);
  });

  test('shares a view; a colleague who changed it first is not overwritten, and both versions are kept', async () => {
    const { page, browser, service } = stage;
    await page.goto('/products?family=ajvar');
    await saveAs(page, 'Shared', true);
    const login = await inviteColleague(page, { email: 'ann@example.com', name: 'Ann', role: 'editor' });
    const { page: ann } = await visit(browser, service.baseUrl);
    await signIn(ann, login);
    await ann.goto('/products?client=demo');
    await viewsOf(ann).getByRole('link', { name: 'Shared' }).click();
    assert.equal(await viewsOf(ann).getByRole('link', { name: 'Ajvar' }).count(), 0, 'a view of a different person');
    await ann.getByRole('textbox', { name: 'Search by ID or name' }).fill('mild');
    await ann.getByRole('button', { name: 'Save changes' }).click();
    await viewsOf(ann).getByText('changed').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Search by ID or name' }).fill('hot');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const conflict = page.getByRole('dialog', { name: '“Shared” has been changed in the meantime' });
    await conflict.getByText(/^Ann has saved other filters/).waitFor();
    await conflict.getByRole('button', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save filters, order and columns as a view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await page.keyboard.press('Enter');
    await viewsOf(page).getByRole('link', { name: 'Mine' }).waitFor();
    await viewsOf(page).getByRole('link', { name: 'Shared' }).click();
    await page.waitForURL(/text=mild/);
    await ann.context().close();
  });

  test('renames and deletes a view with the keyboard', async () => {
    const { page } = stage;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/products');
    await viewsOf(page).getByRole('link', { name: 'Mine' }).press('Enter');
    const menu = page.getByRole('button', { name: 'View Mine' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename or share' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rename or share the view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Hot ones');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Enter');
    await viewsOf(page).getByRole('link', { name: 'Hot ones' }).waitFor();
    await page.getByRole('button', { name: 'View Hot ones' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete view' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).press('Enter');
    await viewsOf(page).getByRole('link', { name: 'Hot ones' }).waitFor({ state: 'detached' });
    assert.deepEqual(stage.complaints, []);
  });
});
