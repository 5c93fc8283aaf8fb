import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

describe('Exporting and deleting a client', { skip: withoutBrowser }, () => {
  test('an owner exports everything of the client and downloads one file', async () => {
    const { page, complaints } = stage;
    await page.goto('/settings?tab=export');
    await page.getByText('No export yet').waitFor();
    await page.getByRole('button', { name: 'Export everything' }).click();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.match(download.suggestedFilename(), /^demo-.*\.tar\.gz$/);
    const folder = await mkdtemp(join(tmpdir(), 'pimento-export-'));
    await download.saveAs(join(folder, 'archive'));
    const bytes = await readFile(join(folder, 'archive'));
    await rm(folder, { recursive: true });
    assert.deepEqual([...bytes.subarray(0, 2)], [0x1f, 0x8b]);
    assert.deepEqual(complaints, []);
  });

  test('an operator deletes a client after typing its id, and sees the certificate', async () => {
    const { page, complaints } = stage;
    await page.goto('/settings?tab=clients');
    await page.getByLabel('Client ID').fill('brief');
    await page.getByRole('textbox', { name: 'Name' }).fill('Brief Ltd.');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByRole('button', { name: 'Actions for Brief Ltd.' }).click();
    await page.getByRole('menuitem', { name: 'Delete client' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete client' });
    await dialog.getByLabel('Type brief to confirm').fill('brie');
    assert.ok(await confirm.isDisabled());
    await dialog.getByLabel('Type brief to confirm').fill('brief');
    await confirm.click();
    await page.getByText('Brief Ltd. is being deleted').waitFor();
    const certificates = page.getByRole('group', { name: 'Deleted clients' });
    await certificates.getByText('brief', { exact: true }).waitFor();
    await certificates.getByText('nothing left').waitFor({ timeout: 60_000 });
    await page
      .getByRole('group', { name: 'Clients', exact: true })
      .getByText('brief', { exact: true })
      .waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });
});
