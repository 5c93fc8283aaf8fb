import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient, publishMapping, untilEvaluated } from '../support/client-calls.ts';
import { connectAndSubmit, playAdapter } from '../support/played-adapter.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const mapping = '/api/channels/v1/channels/example-shop/mapping';
const rule = (number: number) => stage.page.getByRole('region', { name: `Rule ${number}` });
const rules = () => stage.page.getByRole('region', { name: 'Category rules' });
const otherwise = () => stage.page.getByRole('region', { name: 'Otherwise' });

/** Changes the draft of the mapping as a colleague would. */
const change = (method: string, path: string, body: object) =>
  stage.page.evaluate(
    async ([address, verb, text]) => {
      const headers = { 'pimento-client': 'demo', 'content-type': 'application/json' };
      const { status } = await fetch(address, { method: verb, headers, body: text });
      if (status !== 200) throw new Error(`status ${status}`);
    },
    [mapping + path, method, JSON.stringify(body)] as const,
  );

async function write(label: string, text: string): Promise<void> {
  await stage.page.getByRole('textbox', { name: label }).click();
  await stage.page.keyboard.press('Control+a');
  await stage.page.keyboard.insertText(text);
  await stage.page.keyboard.press('Escape');
}

/** Pastes text instead of typing it, because Chromium needs minutes to type thousands of lines into a field, but a second to paste them. */
async function paste(label: string, text: string): Promise<void> {
  const { page } = stage;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByLabel(label).focus();
  await page.keyboard.press('Control+v');
}

async function chooseCategory(label: string, text: string): Promise<void> {
  await stage.page.getByRole('combobox', { name: label }).click();
  await stage.page.keyboard.press('Control+a');
  await stage.page.keyboard.insertText(text);
  await stage.page.getByRole('option', { name: new RegExp(`${text} \\(`) }).waitFor();
  // The keyboard is used, because the list closes when the page scrolls, for example when sample products arrive.
  await stage.page.keyboard.press('ArrowDown');
  await stage.page.keyboard.press('Enter');
}

describe('A person who maps categories', { skip: withoutBrowser }, () => {
  before(async () => {
    await connectAndSubmit(stage.service);
    await (
      await playAdapter(stage.service)
    ).call('PUT', '/external/channels/example-shop/standard', {
      format: 'pimento-standard/1',
      name: 'Example Shop catalogue',
      valueLists: [
        {
          id: 'levels',
          values: [
            { value: 'Each', synonyms: ['unit'] },
            { value: 'Carton', synonyms: ['case'] },
            { value: 'Pallet' },
            { value: 'Set' },
          ],
        },
      ],
      attributes: [
        { id: 'title', name: 'Title', type: { id: 'string' } },
        { id: 'level', name: 'Level', type: { id: 'string' }, restriction: { valueList: 'levels' } },
      ],
      categories: [
        { id: 'food', name: 'Food' },
        { id: 'glass', name: 'In glasses', parentId: 'food' },
        { id: 'rest', name: 'Rest' },
      ],
    });
    // The first preview starts the evaluation thread, which takes long on a busy machine. A preview is therefore requested before the page
    // needs one.
    await askAsClient(stage.service, 'POST', `${mapping}/preview`, { limit: 1 });
    await stage.page.goto('/channels/example-shop?tab=mapping&view=categories');
  });

  test('adds rules, sees which sample products each rule chooses, and changes their order', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Add rule' }).click();
    await write('Condition', 'contains(lower(__NAME), "capers")');
    await chooseCategory('Category', 'glasses');
    await rule(1)
      .getByRole('link', { name: /capers/i })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await rules().getByText('Not finished').waitFor();
    await write('Condition', 'true');
    await chooseCategory('Category', 'Rest');
    await rule(2)
      .getByText(/^[1-9]\d* of \d+ sample products/)
      .waitFor();
    await rule(2).getByRole('button', { name: 'Move up' }).click();
    // the pressed button moves with its rule and keeps the focus, even if the rule cannot be moved further
    await rule(1).getByRole('button', { name: 'Move up' }).and(page.locator(':focus')).waitFor();
    await rules()
      .getByRole('button', { name: /^2 contains/ })
      .getByText(/^0 of \d+ sample products/)
      .waitFor();
    await rule(1).getByRole('button', { name: 'Move down' }).click();
    await rules()
      .getByRole('button', { name: /^1 contains/ })
      .getByText(/^[1-9]\d* of/)
      .waitFor();
    await chooseCategory('Otherwise', 'Food');
    await otherwise()
      .getByText(/^0 of \d+ sample products/)
      .waitFor();
    await page.getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('Category rules saved in the draft').waitFor();
    await page.reload();
    await rules()
      .getByRole('button', { name: /^2 true/ })
      .waitFor();
  });
});

describe('A person who changes category rules together with a colleague', { skip: withoutBrowser }, () => {
  test('is asked before unsaved rules are lost, and keeps them when a colleague has changed the rules', async () => {
    const { page } = stage;
    await rules()
      .getByRole('button', { name: /^2 true/ })
      .click();
    await rule(2).getByRole('button', { name: 'Delete rule' }).click();
    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await page.getByText('Value maps', { exact: true }).click();
    await rules().waitFor();
    assert.deepEqual(questions, ['Discard your unsaved changes?']);
    await change('PUT', '/category-rules', { category: { rules: [{ when: 'false', category: 'rest' }] } });
    await page.getByRole('button', { name: 'Save in the draft' }).click();
    const conflict = page.getByRole('alert');
    await conflict.getByText('false → rest').waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    // the alert disappears when the second save begins
    await page.getByText('Category rules saved in the draft').waitFor();
    await page.reload();
    await rules()
      .getByRole('button', { name: /^1 contains/ })
      .waitFor();
    assert.equal(await rules().getByRole('listitem').count(), 1);
  });
});

describe('A person who maps values', { skip: withoutBrowser }, () => {
  test('accepts a suggestion for a value that the map lacks, and chooses the channel value of another one', async () => {
    const { page, service } = stage;
    const missing = page.getByRole('group', { name: 'Values without an entry' });
    const entries = page.getByRole('table', { name: 'levels' });
    const targets = [{ target: 'level', value: 'packagingLevel', map: 'levels' }];
    await publishMapping(service, { targets, maps: { levels: { entries: {} } } });
    await untilEvaluated(service);
    await page.goto('/channels/example-shop?tab=mapping&view=maps');
    await page.getByRole('button', { name: 'Show the entries of levels' }).click();
    await missing.getByRole('row', { name: /^unit 28/ }).waitFor();
    await missing.getByRole('button', { name: 'Map unit to Each' }).click();
    await entries.getByRole('row', { name: /^unit Each/ }).waitFor();
    await missing.getByRole('row', { name: /^unit/ }).waitFor({ state: 'detached' });
    await missing.getByRole('button', { name: 'Choose a value for case' }).click();
    await page.getByRole('dialog').getByLabel('Value of the channel').fill('Carton');
    await page.getByRole('dialog').getByRole('button', { name: 'Save entry' }).click();
    await entries.getByRole('row', { name: /^case Carton/ }).waitFor();
    await missing.waitFor({ state: 'detached' });
  });
});

describe('A person who edits lookup tables', { skip: withoutBrowser }, () => {
  const dialog = () => stage.page.getByRole('dialog');

  test('creates a table and pastes 5,000 rows, of which only the visible ones are rendered', async () => {
    const { page } = stage;
    await page.getByText('Tables', { exact: true }).click();
    await page.getByRole('button', { name: 'New lookup table' }).click();
    await dialog().getByLabel('Name').fill('brands');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Paste rows' }).click();
    const lines = Array.from({ length: 5_000 }, (_, at) => `B${at}\tBrand ${at}`);
    await paste('Copied cells', lines.join('\n'));
    await dialog().getByText('5,000 entries found.', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Add entries' }).click();
    const table = page.getByRole('table', { name: 'brands' });
    await table.getByRole('row', { name: /^B0 Brand 0/ }).waitFor();
    assert.ok((await table.getByRole('row').count()) < 100);
    await page.getByRole('textbox', { name: 'Find in brands' }).fill('brand 4321');
    await table.getByRole('row', { name: /^B4321 Brand 4321/ }).waitFor();
    await page.getByText('5,000 rows').waitFor();
  });

  test('changes and deletes single rows, and both versions are shown if a colleague was faster', async () => {
    const { page } = stage;
    const table = page.getByRole('table', { name: 'brands' });
    await page.getByRole('button', { name: 'Edit B4321' }).click();
    await dialog().getByLabel('value').fill('Mine');
    await change('PATCH', '/tables/brands', { rows: { B4321: ['B4321', 'Theirs'] } });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Theirs', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Keep mine' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Find in brands' }).fill('mine');
    await table.getByRole('row', { name: /^B4321 Mine/ }).waitFor();
    await page.getByRole('button', { name: 'Edit B4321' }).click();
    await dialog().getByLabel('value').fill('Mine again');
    await change('PATCH', '/tables/brands', { rows: { B4321: null } });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('button', { name: 'Keep mine' }).click();
    await table.getByRole('row', { name: /^B4321 Mine again/ }).waitFor();
    await page.getByRole('button', { name: 'Remove B4321' }).click();
    await page.getByText('4,999 rows').waitFor();
    await page.getByRole('button', { name: 'Delete brands' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No lookup tables yet').waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
