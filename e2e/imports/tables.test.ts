import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

/** A file to drop. */
interface Dropped {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Encodes texts of Windows-1252 without its special characters. */
const dropped = (name: string, lines: readonly string[]): Dropped => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'),
});

/** Counts what a person does: each drop of a file, each press of a button or an option. */
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
  /** Waits until the import has ended. */
  async seeOutcome(outcome: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor();
    await this.page.getByRole('main').getByText(outcome, { exact: true }).waitFor();
  }
}

const header = 'Best.-Nr;Bezeichnung;Net weight;Farbe;';
const supplierFile = (name: string, rows: readonly string[]) =>
  dropped(name, ['Preisliste der Mühle;;;;', header, ...rows]);

describe('A person with the files of a supplier', { skip: withoutBrowser }, () => {
  const stage = setStage();

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
    await page.getByText('Header in row 2').waitFor();
    await page.getByText('3 open questions').first().waitFor();
    assert.equal(await person.button('Import').isDisabled(), true);
    await person.press(page.getByRole('combobox', { name: 'Column with the product IDs' }));
    await person.press(page.getByRole('option', { name: 'A Best.-Nr (0017)' }));
    await person.press(person.button('Decimal point: 1.250'));
    await person.press(person.button('Ignore E'));
    await person.press(person.button('Check all rows'));
    await page.getByText('All rows can be imported.').waitFor();
    await person.press(person.button('Import'));
    await person.seeOutcome('Completed');
    assert.equal(person.interactions, 7);
    await page.goto('/products/0018');
    await page.getByRole('heading', { level: 1, name: 'Müsli' }).waitFor();
    await page.getByText('2.500', { exact: true }).waitFor();
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
});
