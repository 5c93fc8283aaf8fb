import { describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { connectAndSubmit, playAdapter } from '../support/played-adapter.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const mapping = '/api/channels/v1/channels/example-shop/mapping';
const bar = () => stage.page.getByRole('region', { name: 'Draft of the mapping' });
const editor = (name: string) => stage.page.getByRole('region', { name, exact: true });

describe('A person who tries a mapping on real products', { skip: withoutBrowser }, () => {
  test('takes a suggestion and sees what it makes of products before it is saved', async () => {
    const { page, service } = stage;
    await connectAndSubmit(service);
    const text = { id: 'string' };
    await (
      await playAdapter(service)
    ).call('PUT', '/external/channels/example-shop/standard', {
      format: 'pimento-standard/1',
      name: 'Example Shop catalogue',
      attributes: [
        { id: 'title', name: 'Title', type: text, requirement: 'required' },
        { id: 'note', name: 'Qqq', type: text },
      ],
    });
    await page.goto('/channels/example-shop?tab=mapping&target=title');
    const chips = editor('Title').getByRole('group', { name: 'Suggestions' });
    await chips.getByRole('button', { name: '__NAME' }).click();
    const rows = editor('Title').getByRole('table', { name: 'Before and after' });
    await rows.getByRole('columnheader', { name: 'With the draft' }).waitFor();
    await rows.getByRole('row').nth(1).getByRole('cell').nth(1).filter({ hasNotText: '–' }).waitFor();
    await editor('Title').getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('Title saved in the draft').waitFor();
    await chips.waitFor({ state: 'detached' });
  });

  test('counts how many products become ready, and publishes', async () => {
    const { page } = stage;
    await bar().getByRole('button', { name: 'Try with all products' }).click();
    await bar()
      .getByRole('status')
      .getByText(/become ready/)
      .waitFor();
    await bar().getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('status')
      .getByText(/become ready/)
      .waitFor();
    await dialog.getByText('No products become due for submission.').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await bar().getByText('Version 1 is published').waitFor();
  });

  test('sees the new outcome beside the product after an edit', async () => {
    const { page } = stage;
    // The ruleset of the published version is created in the background.
    await page.evaluate(
      async (path) => {
        const headers = { 'pimento-client': 'demo' };
        for (;;) {
          const answer = await fetch(path, { headers });
          const { rulesetNo } = (await answer.json()) as { rulesetNo: number | null };
          if (rulesetNo !== null) return;
        }
      },
      mapping.replace('/mapping', '/readiness'),
    );
    await page.goto('/products/capers-100');
    await page.getByRole('button', { name: 'Edit Net weight' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('41');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Net weight saved').waitFor();
    await page.getByText('Example Shop: ready').waitFor();
  });
});
