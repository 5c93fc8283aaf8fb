import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

describe('The audit log', { skip: withoutBrowser }, () => {
  const stage = setStage();

  test('an owner creates a key that only reads, and finds that in the audit log', async () => {
    const { page } = stage;
    await page.goto('/settings?tab=keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shop window');
    for (const scope of [/^Import/, /^Assets/, /^Data standards/, /^Channels/])
      await dialog.getByRole('radiogroup', { name: scope }).getByText('None', { exact: true }).click();
    await dialog
      .getByRole('radiogroup', { name: /^Products/ })
      .getByText('Read', { exact: true })
      .click();
    await dialog.getByRole('combobox', { name: 'Expiry' }).click();
    await page.getByRole('option', { name: 'after 30 days' }).click();
    await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.1, ::1');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Copy the secret now').waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/settings?tab=keys');
    const row = page.getByRole('row', { name: /Shop window/ });
    await row.getByText('products:read').waitFor();
    await row.getByText('only from 127.0.0.1, ::1').waitFor();
    await row.getByText(/^expires/).waitFor();

    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('combobox', { name: 'Area' }).click();
    await page.getByRole('option', { name: 'Keys', exact: true }).click();
    const [entry] = await page.getByRole('row', { name: /Created a key/ }).all();
    assert.ok(entry);
    await entry.getByText('Details').click();
    await entry.getByText('"Shop window"').waitFor();
  });

  test('an operator sees failed sign-ins of the whole installation, and exports what is shown', async () => {
    const { page, service } = stage;
    await fetch(`${service.baseUrl}/console/session`, {
      method: 'POST',
      headers: { origin: service.baseUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'stranger@example.com', password: 'wrong' }),
    });
    await page.goto('/settings?tab=audit');
    await page.getByText('Whole installation').click();
    await page.getByRole('switch', { name: 'Only failed sign-ins' }).click();
    await page.getByText('stranger@example.com').waitFor();
    await page.getByRole('row', { name: /Created a key/ }).waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    assert.equal((await download).suggestedFilename(), 'audit.ndjson');
  });
});
