import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exampleStandard } from '../../packages/server/test/standards/example-standard.ts';
import { withoutBrowser } from '../support/browser.ts';
import { inviteColleague } from '../support/colleague.ts';
import { signIn, visit } from '../support/console-visit.ts';
import { playAdapter } from '../support/played-adapter.ts';
import { setStage } from '../support/stage.ts';

const standardPath = '/external/channels/example-shop/standard';
const mappingPath = '/channels/example-shop?tab=mapping';
const stage = setStage();
const formula = (name: string) => stage.page.getByRole('textbox', { name: `Formula for ${name}` });
const editor = (name: string) => stage.page.getByRole('region', { name, exact: true });
const bar = () => stage.page.getByRole('region', { name: 'Draft of the mapping' });

/** Replaces the text of a formula. Escape closes the list of suggestions, which would otherwise still be open at the next click. */
async function write(name: string, text: string): Promise<void> {
  await formula(name).click();
  await stage.page.keyboard.press('Control+a');
  await stage.page.keyboard.insertText(text);
  await stage.page.keyboard.press('Escape');
}

describe('A person who reads the data standard of a channel', { skip: withoutBrowser }, () => {
  before(async () => {
    await stage.page.goto('/channels/example-shop?tab=standard');
  });

  test('learns how a standard is published while there is none', async () => {
    await stage.page.getByText('No data standard yet').waitFor();
    await stage.page.getByText('pimento standards put example-shop standard.json').waitFor();
  });

  test('reads attributes as a tree with requirement and limits, and finds them', async () => {
    const { page, service } = stage;
    const adapter = await playAdapter(service);
    await adapter.call('PUT', standardPath, exampleStandard());
    await page.reload();
    await page.getByRole('heading', { name: 'Example Shop catalogue' }).waitFor();
    const table = page.getByRole('group', { name: 'Attributes' });
    await table.getByRole('row', { name: /^Title .*Required at most 150 characters/ }).waitFor();
    assert.equal(await table.getByText('attribute_name', { exact: true }).count(), 0);
    await table.getByRole('button', { name: 'Show the attributes of Details' }).click();
    await table.getByText('attribute_name', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Find an attribute' }).fill('weight');
    await table.getByText('Title', { exact: true }).waitFor({ state: 'detached' });
    await table.getByText('Shipping weight').waitFor();
  });

  test('opens categories level by level, lists, rules, and the differences of versions', async () => {
    const { page, service } = stage;
    await page.getByText('Categories', { exact: true }).click();
    await page.getByRole('button', { name: 'Show the categories in All' }).click();
    await page.getByRole('button', { name: 'Show the categories in Apparel' }).click();
    await page.getByText('Clothing', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Find a category' }).fill('gift');
    await page.getByText('All › Gift cards').waitFor();
    await page.getByText('Value lists', { exact: true }).click();
    await page.getByRole('button', { name: 'Show the values of availability' }).click();
    await page.getByRole('textbox', { name: 'Find a value', exact: true }).fill('pre');
    await page.getByText('in_stock').waitFor({ state: 'detached' });
    await page.getByText('preorder', { exact: true }).waitFor();
    await page.getByText('Rules', { exact: true }).click();
    await page.getByText('amount(sale_price) < amount(price)').waitFor();
    const standard = exampleStandard();
    const stricter = standard.attributes.map((one) =>
      one['id'] === 'brand' ? { ...one, requirement: 'required' } : one,
    );
    await (await playAdapter(service)).call('PUT', standardPath, { ...standard, attributes: stricter });
    await page.getByText('Versions', { exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Show what changed in version 2' }).click();
    await page.getByRole('row', { name: /Attribute brand .*Stricter/ }).waitFor();
  });
});

describe('A person who maps attributes to a data standard', { skip: withoutBrowser }, () => {
  test('finds what is required and unmapped, and sees an error under the exact word', async () => {
    const { page } = stage;
    await page.goto(mappingPath);
    await bar().getByText('Not published yet').waitFor();
    const list = page.getByRole('region', { name: 'Attributes of the channel' });
    await list.getByRole('switch', { name: 'Required and unmapped' }).check();
    await list.getByRole('button', { name: /^Shipping weight/ }).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: /^Title/ }).click();
    await editor('Title').getByText('Formula', { exact: true }).click();
    await write('Title', 'join(" ", brnd, __NAME)');
    await editor('Title')
      .getByText(/Line 1, column 11:/)
      .waitFor();
    const marked = page.locator('.cm-lintRange-error');
    assert.equal(await marked.innerText(), 'brnd');
    await editor('Title').getByRole('button', { name: 'Replace with brand' }).click();
    await marked.waitFor({ state: 'detached' });
    assert.equal(await formula('Title').innerText(), 'join(" ", brand, __NAME)');
  });

  test('chooses suggested names with the keyboard', async () => {
    const { page } = stage;
    await formula('Title').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' | trunc');
    await page.getByRole('option').filter({ hasText: 'truncate(t' }).waitFor();
    await page
      .getByText('Shortens the text to n characters, at the end of a word if possible.', { exact: false })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('150)');
    assert.equal(await formula('Title').innerText(), 'join(" ", brand, __NAME) | truncate(150)');
  });

  test('changes the same formula in steps', async () => {
    const { page } = stage;
    const steps = editor('Title').getByRole('group', { name: 'Formula for Title: Steps' });
    const view = editor('Title').getByRole('radiogroup', { name: 'Formula for Title: View' });
    await view.getByText('Steps', { exact: true }).click();
    const start = steps.getByRole('combobox', { name: 'Start with' });
    await start.waitFor();
    assert.equal(await start.inputValue(), 'join(" ", brand, __NAME)');
    const first = steps.getByRole('region', { name: '1. truncate' });
    await first.getByRole('combobox', { name: 'n', exact: true }).fill('100');
    const adding = steps.getByRole('combobox', { name: 'Add a step' });
    await adding.fill('squee');
    await page.getByRole('option', { name: 'squeeze' }).click();
    await steps.getByRole('region', { name: '2. squeeze' }).waitFor();
    assert.equal(await adding.inputValue(), '', 'the search text is cleared');
    await steps.getByRole('button', { name: 'Move squeeze' }).press('ArrowUp');
    await steps.getByRole('region', { name: '1. squeeze' }).waitFor();
    await steps.getByRole('button', { name: 'Move squeeze' }).and(page.locator(':focus')).waitFor();
    const moved = steps.getByRole('region', { name: '2. truncate' });
    assert.equal(await moved.getByRole('combobox', { name: 'n', exact: true }).inputValue(), '100');
    await page.getByText('squeeze: 1 of 2').waitFor();
    const handle = await steps.getByRole('button', { name: 'Move truncate' }).boundingBox();
    const above = await steps.getByRole('region', { name: '1. squeeze' }).boundingBox();
    assert.ok(handle && above);
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(above.x + 20, above.y + 5, { steps: 4 });
    await page.mouse.up();
    await steps.getByRole('region', { name: '2. squeeze' }).waitFor();
    await first.getByRole('button', { name: 'Remove 1. truncate' }).click();
    await steps.getByRole('region', { name: '1. squeeze' }).waitFor();
    await adding.and(page.locator(':focus')).waitFor();
    await start.fill('brand # why');
    await steps.getByText('Enter one expression, without').waitFor();
    await start.fill('join(" ", brand, __NAME)');
    await view.getByText('Text', { exact: true }).click();
    await formula('Title').waitFor();
    assert.equal(await formula('Title').innerText(), 'join(" ", brand, __NAME) | squeeze');
    await write('Title', 'join(" ", brand, __NAME) | truncate(150)');
  });
});

describe('A person who has changed a formula', { skip: withoutBrowser }, () => {
  test('is asked before unsaved input is lost, and saves it in the draft', async () => {
    const { page } = stage;
    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await page.getByRole('button', { name: /^Availability Required/ }).click();
    await editor('Title').waitFor();
    assert.deepEqual(questions, ['Discard your unsaved changes?']);
    await editor('Title').getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('Title saved in the draft').waitFor();
    await bar().getByText('1 attribute changed').waitFor();
  });

  test('undoes nothing in a formula whose changes were discarded', async () => {
    const { page } = stage;
    await write('Title', 'brnd');
    const discard = editor('Title').getByRole('button', { name: 'Discard changes' });
    await discard.click();
    await discard.waitFor({ state: 'detached' });
    await formula('Title').click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await discard.waitFor();
    assert.equal((await formula('Title').innerText()).trim(), 'join(" ", brand, __NAME) | truncate(150)');
  });

  test('keeps their own version after a colleague changed the same attribute', async () => {
    const { page } = stage;
    await write('Title', 'brand');
    await page.evaluate(async () => {
      await fetch('/api/channels/v1/channels/example-shop/mapping/targets/title', {
        method: 'PUT',
        headers: { 'pimento-client': 'demo', 'content-type': 'application/json' },
        body: JSON.stringify({ entries: [{ target: 'title', value: 'upper(__NAME)' }] }),
      });
    });
    await editor('Title').getByRole('button', { name: 'Save in the draft' }).click();
    const conflict = editor('Title').getByRole('alert');
    await conflict.getByText('upper(__NAME)').waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    await page.reload();
    await formula('Title').getByText('brand', { exact: true }).waitFor();
  });
});

describe('A person who completes and publishes a mapping', { skip: withoutBrowser }, () => {
  test('fills a value map with two pasted columns and uses it', async () => {
    const { page } = stage;
    await page.getByText('Value maps', { exact: true }).click();
    await page.getByRole('button', { name: 'New value map' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('stock');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Paste two columns' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Copied cells').fill('yes\tin_stock\nno\tout_of_stock\nnone');
    await dialog.getByText('These lines do not have two columns: 3').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Add entries' }).isDisabled(), true);
    await dialog.getByLabel('Copied cells').fill('yes\tin_stock\nno\tout_of_stock');
    await dialog.getByRole('button', { name: 'Add entries' }).click();
    await page.getByRole('row', { name: /^no out_of_stock/ }).waitFor();
    await page.getByRole('button', { name: 'Edit no' }).click();
    await page.getByRole('dialog').getByLabel('Value of the channel').fill('preorder');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /^no preorder/ }).waitFor();
    await page.goto(`${mappingPath}&target=availability`);
    await editor('Availability').getByText('Formula', { exact: true }).click();
    await write('Availability', 'brand');
    await editor('Availability').getByRole('combobox', { name: 'Value map' }).click();
    await page.getByRole('option', { name: 'stock' }).click();
    await editor('Availability').getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('Availability saved in the draft').waitFor();
  });

  test('maps the children of rows, which read the row', async () => {
    const { page } = stage;
    await page.goto(`${mappingPath}&target=product_detail`);
    await editor('Details').getByText('Formula', { exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Rows of Details' }).click();
    await page.keyboard.insertText('list(brand, __NAME)');
    const child = page.getByRole('region', { name: 'Value', exact: true });
    await child.getByText('Formula', { exact: true }).click();
    await formula('Value').click();
    await page.keyboard.insertText('it');
    await editor('Details').getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('Details saved in the draft').waitFor();
    await bar().getByText('No errors').waitFor();
  });

  test('publishes the draft after reading what changes, and what is still missing', async () => {
    const { page } = stage;
    await bar().getByText('3 attributes changed').waitFor();
    await bar().getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Changed: Title, Availability, Details').waitFor();
    await dialog.getByText(/^Required, but not mapped: .*Main image/).waitFor();
    await dialog.getByLabel('Comment').fill('First');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await bar().getByText('Version 1 is published').waitFor();
    await bar().getByText('No changes').waitFor();
    assert.equal(await bar().getByRole('button', { name: 'Publish' }).isDisabled(), true);
  });

  test('reads everything as a viewer, and can change nothing', async () => {
    const { page, browser, service, complaints } = stage;
    const login = await inviteColleague(page, { email: 'vera@demo.example', name: 'Vera', role: 'viewer' });
    const viewer = await visit(browser, service.baseUrl);
    await signIn(viewer.page, login);
    await viewer.page.goto(`${mappingPath}&target=title`);
    await viewer.page.getByText('You can view this mapping.', { exact: false }).waitFor();
    await viewer.page.getByRole('region', { name: 'Title' }).getByText('brand', { exact: true }).waitFor();
    assert.equal(await viewer.page.getByRole('button', { name: /Save|Publish/ }).count(), 0);
    assert.deepEqual([...complaints, ...viewer.complaints], []);
  });
});
