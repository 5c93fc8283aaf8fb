import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage({ environment: { PIMENTO_IMPORT_DAYS: '120', PIMENTO_SUBMISSION_DAYS: '400' } });

describe('An operator who looks after the installation', { skip: withoutBrowser }, () => {
  test('sees the process that answers, waiting work, background work and what each client stores', async () => {
    const { page, complaints } = stage;
    await page.getByRole('navigation').getByRole('link', { name: 'Installation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Installation' }).waitFor();
    const processes = page.getByRole('group', { name: 'Processes' });
    await processes.getByRole('row', { name: /This one Requests and background work/ }).waitFor();
    await page.getByText('Oldest unread event').waitFor();
    await page.getByRole('heading', { name: 'Long-running database statements' }).waitFor();

    await page.getByRole('tab', { name: 'Background work' }).click();
    const work = page.getByRole('group', { name: 'Background work' });
    await work.getByRole('row', { name: /^search index 1 / }).waitFor();

    await page.getByRole('tab', { name: 'Storage' }).click();
    const storage = page.getByRole('group', { name: 'Storage by client' });
    await storage.getByRole('row', { name: /demo/ }).waitFor();
    await page.getByRole('tabpanel').getByText('Products', { exact: true }).first().click();
    await storage.getByRole('row', { name: /demo/ }).waitFor();
    await page.getByRole('row', { name: /^Import errors .+ 90 days PIMENTO_IMPORT_ERROR_DAYS 0$/ }).waitFor();
    await page
      .getByRole('row', { name: /^Submissions and their results .+ 400 days PIMENTO_SUBMISSION_DAYS 0$/ })
      .waitFor();
    assert.deepEqual(complaints, []);
  });

  test('everyone reads below the lists after how many days reports and submissions are deleted', async () => {
    const { page, complaints } = stage;
    await page.goto('/imports');
    await page.getByText('Reports are deleted 120 days after the end of the import or edit.').waitFor();
    await page.goto('/submissions');
    await page.getByText('Submissions are deleted 400 days after their end. Products keep their status.').waitFor();
    assert.deepEqual(complaints, []);
  });
});
