import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

describe('Quotas', { skip: withoutBrowser }, () => {
  test('an operator sets a quota, and a member of the client sees it with what is used', async () => {
    const { page, complaints } = stage;
    await page.goto('/settings?tab=storage');
    const storage = page.getByRole('group', { name: 'Quotas' });
    await storage.getByRole('row', { name: /^Products \d+ No limit$/ }).waitFor();
    await page.goto('/settings?tab=clients');
    const actions = page.getByRole('group', { name: 'Clients', exact: true }).getByRole('button').first();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Quotas' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Products', { exact: true }).fill('5000');
    await dialog.getByLabel('Unacknowledged events', { exact: true }).fill('300');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Quotas of .+ saved$/).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.goto('/settings?tab=storage');
    await storage.getByRole('row', { name: /5,000$/ }).waitFor();
    await storage.getByRole('row', { name: /^Unacknowledged events.* 300$/ }).waitFor();
    await storage.getByRole('row', { name: /^Files .+ No limit$/ }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
