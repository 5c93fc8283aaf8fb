import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { root } from '../../tools/root.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** A file that is dropped on the page. */
interface Dropped {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Creates a CSV file in Windows-1252. Latin-1 is the same encoding except for characters such as € and “, which the tests do not use. */
const dropped = (name: string, lines: readonly string[]): Dropped => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'),
});

/** Counts the interactions of a user: each dropped file, and each click on a button or an option. */
class Person {
  interactions = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async drop(file: Dropped): Promise<void> {
    this.interactions += 1;
    await this.page.locator('input[type=file]').setInputFiles(file);
    await this.page.getByRole('heading', { level: 1, name: file.name }).waitFor();
  }
  async press(element: Locator): Promise<void> {
    this.interactions += 1;
    await element.click();
  }
  button = (name: string): Locator => this.page.getByRole('button', { name, exact: true });
  /** Waits until the page of the import shows the outcome. */
  async seeOutcome(outcome: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor();
    await this.page.getByRole('main').getByText(outcome, { exact: true }).waitFor();
  }
}

/** Types a name for a new attribute and chooses it. */
async function chooseTarget(page: Page, column: string, name: string): Promise<void> {
  const target = page.getByRole('combobox', { name: `Attribute for ${column}` });
  await target.click();
  await target.fill(name);
  await page.getByRole('option', { name: `New attribute: ${name}` }).click();
  await page.getByText('chosen by you').first().waitFor();
}

const header = 'Best.-Nr;Bezeichnung;Net weight;Farbe;';
const supplierFile = (name: string, rows: readonly string[]) =>
  dropped(name, ['Preisliste der Mühle;;;;', header, ...rows]);

describe('A person with the files of a supplier', { skip: withoutBrowser }, () => {
  test('makes products of an unknown CSV file in 7 interactions: drop, id (2), decimal sign, ignored column, check, import', async () => {
    const { page } = stage;
    const person = new Person(page);
    await page.goto('/imports');
    await person.drop(
      supplierFile('Preise 2026-01.csv', [
        '0017;Grieß;1.250;weiß;x',
        '0018;Müsli;2.500;"rot;grün";',
        '0019;Öl;4.204;;',
      ]),
    );
    await page.locator('[value="2"]').and(page.getByLabel('Header row')).waitFor();
    await page.getByText('3 open questions').first().waitFor();
    assert.equal(await person.button('Import').isDisabled(), true);
    await person.press(page.getByRole('combobox', { name: 'Column with the product IDs' }));
    await person.press(page.getByRole('option', { name: 'A Best.-Nr (0017)' }));
    await person.press(person.button('Decimal comma: 1.250 is 1250'));
    await person.press(person.button('Ignore E'));
    await person.press(person.button('Check all rows'));
    await page.getByText('All rows can be imported.').waitFor();
    await person.press(person.button('Import'));
    await person.seeOutcome('Completed');
    assert.equal(person.interactions, 7);
    await page.goto('/products/0018');
    await page.getByRole('heading', { level: 1, name: 'Müsli' }).waitFor();
    await page.getByText('2500', { exact: true }).waitFor();
    await page.getByText('rot;grün', { exact: true }).waitFor();
  });

  test('imports the second file of the supplier in 2 interactions: drop, import', async () => {
    const { page } = stage;
    const person = new Person(page);
    await page.goto('/imports');
    await person.drop(supplierFile('Preise 2026-02.csv', ['0019;Rapsöl;4.300;gelb;y']));
    await page.getByText('These headers are known: the columns are read as in “Preise”.').waitFor();
    await person.press(person.button('Import'));
    await person.seeOutcome('Completed');
    assert.equal(person.interactions, 2);
    await page.goto('/products/0019');
    await page.getByRole('heading', { level: 1, name: 'Rapsöl' }).waitFor();
    assert.deepEqual(stage.complaints, []);
  });

  test('sees each wrong cell before anything is stored, and drops the corrected error file again', async () => {
    const { page } = stage;
    const person = new Person(page);
    await page.goto('/imports');
    await person.drop(supplierFile('Preise 2026-03.csv', ['0017;Grieß;1,5;weiß;', '0020;Hirse;viel;;', ';Linsen;2;;']));
    await page.getByRole('cell', { name: /viel/ }).getByText('is not a number').waitFor({ state: 'attached' });
    await person.press(person.button('Check all rows'));
    const check = page.getByRole('region', { name: 'Result of the check' });
    await check.getByText('Rejected products are left out; all others are imported.').waitFor();
    await check.getByRole('button', { name: 'Row 4, column C (Net weight)' }).click();
    await page.locator('#column-C:focus').waitFor();
    await person.press(person.button('Import'));
    await person.seeOutcome('Completed with errors');
    await page.getByRole('link', { name: 'Row 4, column C (Net weight)' }).click();
    await page.locator('#column-C:focus').waitFor();
    await page.goBack();
    const [download] = await Promise.all([page.waitForEvent('download'), person.button('Error file').click()]);
    const errors = await text(await download.createReadStream());
    assert.equal(errors.trim().split('\r\n').length, 3, errors);
    const corrected = errors.replace(';viel;', ';3,5;').replace(';Linsen;', '0021;Linsen;');
    await page.goto('/imports');
    const file = { name: download.suggestedFilename(), mimeType: 'text/csv', buffer: Buffer.from(corrected) };
    await person.drop(file);
    await page.getByText('These headers are known').waitFor();
    await person.press(person.button('Import'));
    await person.seeOutcome('Completed');
    await page.goto('/products/0021');
    await page.getByRole('heading', { level: 1, name: 'Linsen' }).waitFor();
  });
});

describe('A person who decides about columns', { skip: withoutBrowser }, () => {
  test('reloads in the middle, and loses neither the file nor a decision; is asked before leaving with a change', async () => {
    const { page } = stage;
    const person = new Person(page);
    await page.goto('/imports');
    await person.drop(dropped('neu.csv', ['sku,Grösse,Farbe', 'n1,XL,blau']));
    await chooseTarget(page, 'Grösse', 'Size');
    await page.waitForURL(/\/imports\/files\/[^/]+/);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'neu.csv' }).waitFor();
    await page.getByText('1 new attribute: Size').or(page.getByText('2 new attributes: Size')).waitFor();
    assert.equal(
      await page.getByRole('combobox', { name: 'Attribute for Grösse' }).inputValue(),
      'New attribute: Size',
    );
    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await page.getByRole('link', { name: 'Upload another file' }).click();
    assert.deepEqual(questions, ['Discard your unsaved changes?']);
    await page.getByRole('heading', { level: 1, name: 'neu.csv' }).waitFor();
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await page.getByLabel('Delimiter').selectOption('Semicolon');
    assert.match(questions[1] ?? '', /your changes to them will be lost/);
    assert.equal(
      await page.getByRole('combobox', { name: 'Attribute for Grösse' }).inputValue(),
      'New attribute: Size',
    );
    assert.deepEqual(stage.complaints, []);
  });
});

describe('Two people who change the same mapping', { skip: withoutBrowser }, () => {
  test('lose nothing, and are both told', async () => {
    const { page, service } = stage;
    const person = new Person(page);
    const file = supplierFile('Preise 2026-04.csv', ['0017;Grieß;1,5;weiß;']);
    await page.goto('/imports');
    await person.drop(file);
    await page.getByText('These headers are known').waitFor();
    await chooseTarget(page, 'Farbe', 'Colour');
    const path = '/api/import/v1/mappings/Preise';
    const change = async (from: string, to: object) => {
      const document = (await askAsClient(service, 'GET', `${path}/document`)) as { columns: { header: string }[] };
      const columns = document.columns.map((column) => (column.header === from ? { ...column, ...to } : column));
      return askAsClient(service, 'PUT', path, { ...document, columns });
    };
    await change('Net weight', { target: { kind: 'value', path: ['weightOfColleague'] }, decimal: null });
    await person.press(person.button('Import'));
    await page.getByText('Someone else has changed this mapping in the meantime: Net weight.').waitFor();
    assert.equal(
      await page.getByRole('combobox', { name: 'Attribute for Net weight' }).inputValue(),
      'New attribute: weightOfColleague',
    );
    assert.equal(
      await page.getByRole('combobox', { name: 'Attribute for Farbe' }).inputValue(),
      'New attribute: Colour',
    );
    await change('Farbe', { target: { kind: 'value', path: ['shade'] } });
    await person.press(person.button('Import'));
    const conflict = page.getByRole('alert').filter({ hasText: 'Farbe was changed by someone else' });
    await conflict.getByText('shade').waitFor();
    await person.press(conflict.getByRole('button', { name: 'Keep mine' }));
    await person.press(person.button('Import'));
    await person.seeOutcome('Completed');
    const { columns } = (await askAsClient(service, 'GET', `${path}/document`)) as {
      columns: { header: string; target: { path: string[] } | null }[];
    }; // the API reference documents this type
    assert.deepEqual(
      columns.map(({ header, target }) => [header, target?.path[0]]),
      [
        ['Best.-Nr', '__ID'],
        ['Bezeichnung', '__NAME'],
        ['Net weight', 'weightOfColleague'],
        ['Farbe', 'Colour'],
      ],
    );
  });
});

const raw = join(
  process.env['PIMENTO_SHARED'] ?? join(root, '../shared'),
  'data/electronics-icecat-html/raw/tablets.csv',
);
const withoutRaw = existsSync(raw) ? false : `no real file at ${raw}; name the folder of the data in PIMENTO_SHARED`;

describe('A person with a real file of a manufacturer', { skip: withoutBrowser || withoutRaw }, () => {
  test('makes products of it in 3 interactions: drop, check, import', async () => {
    const { page } = stage;
    const person = new Person(page);
    await page.goto('/imports');
    await person.drop({ name: 'tablets.csv', mimeType: 'text/csv', buffer: await readFile(raw) });
    await page.getByText('Semicolon').first().waitFor({ state: 'attached' });
    await person.press(person.button('Check all rows'));
    await page.getByText('All rows can be imported.').waitFor();
    await person.press(person.button('Import'));
    await person.seeOutcome('Completed');
    assert.equal(person.interactions, 3);
    await page.goto('/products/10433706');
    await page.getByRole('heading', { level: 1, name: 'Toshiba AT100 AT100-100' }).waitFor();
  });
});
