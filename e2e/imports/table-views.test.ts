import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { visit } from '../support/console-visit.ts';
import { enterAt, tabTo } from '../support/keyboard-steps.ts';
import { setStage } from '../support/stage.ts';

// Bypasses the content security policy, because axe and waiting for an expression need `eval`.
const stage = setStage({ visit: { bypassCSP: true } });

const askedFile = (name: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from('Bestellnr;Bezeichnung;Net weight;\r\nt1;Tee;12,5;x\r\nt2;Kaffee;viel;\r\n'),
});

async function drop(page: Page, name: string): Promise<void> {
  await page.goto('/imports');
  await page.locator('input[type=file]').setInputFiles(askedFile(name));
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Selects all products that match a search text, and exports them. */
async function exportAll(page: Page, text: string, format: RegExp): Promise<{ name: string; bytes: Buffer }> {
  await page.goto(`/products?text=${text}&columns=netWeight&columns=__NAME`);
  await page.getByLabel('Select all matching products').check();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}

describe('A person who exports from the grid', { skip: withoutBrowser }, () => {
  test('gets the shown columns of the matching products as CSV, in the order of the grid', async () => {
    const { page } = stage;
    const { name, bytes } = await exportAll(page, 'ajvar', /^CSV/);
    assert.equal(name, 'demo-products.csv');
    const [header, ...lines] = bytes.toString('utf8').trim().split('\r\n');
    assert.equal(header, '__ID,netWeight,__NAME');
    assert.deepEqual(
      lines.map((line) => line.split(',')[0]),
      ['ajvar-hot-190', 'ajvar-mild-190', 'case-ajvar-mixed'],
    );
    const sorted = await exportAll(page, 'ajvar&sort=-__ID', /^CSV/);
    const ids = sorted.bytes
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    assert.deepEqual(ids, ['case-ajvar-mixed', 'ajvar-mild-190', 'ajvar-hot-190']);
  });

  test('drops the exported workbook again in 2 interactions, and nothing changes', async () => {
    const { page } = stage;
    const { name, bytes } = await exportAll(page, '', /^Excel/);
    assert.equal(name, 'demo-products.xlsx');
    await page.goto('/imports');
    const mimeType = 'application/octet-stream';
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: bytes });
    await page.getByLabel('Header row').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();
    const counts = await page.locator('main dl dd').allInnerTexts();
    assert.deepEqual(counts, ['40', '0', '0', '40', '0']);
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person without a mouse, with a table', { skip: withoutBrowser }, () => {
  test('answers the questions, creates an attribute, checks and imports', async () => {
    const { page } = stage;
    const { keyboard } = page;
    await drop(page, 'tastatur.csv');
    await tabTo(page, page.getByRole('combobox', { name: 'Column with the product IDs' }));
    for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
    await page.getByText('1 open question').first().waitFor();
    await enterAt(page, page.getByRole('button', { name: 'Ignore D' }));
    await page.getByText('chosen by you').nth(1).waitFor();
    const target = page.getByRole('combobox', { name: 'Attribute for Net weight' });
    await tabTo(page, target);
    await keyboard.press('Control+a');
    await keyboard.type('Inhalt');
    await page.getByRole('option', { name: 'New attribute: Inhalt' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
    await page.getByText('1 new attribute: Inhalt').waitFor();
    await tabTo(page, page.getByRole('checkbox', { name: 'Remember the columns for this supplier’s next file' }));
    await keyboard.press('Space');
    await enterAt(page, page.getByRole('button', { name: 'Check all rows' }));
    await page.getByText('All rows can be imported.').waitFor();
    await enterAt(page, page.getByRole('button', { name: 'Import', exact: true }));
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();
  });
});

describe('The page of a table', { skip: withoutBrowser }, () => {
  const english = /\b(the|of|and|with|this|that|you|your|are|from|has|have|been|cannot|their|which|when|as)\b/i;

  for (const colorScheme of ['light', 'dark'] as const)
    test(`is free of barriers that axe knows, does not scroll sideways and is German: ${colorScheme}`, async () => {
      const { browser, service } = stage;
      const storageState = await stage.page.context().storageState();
      const { page } = await visit(browser, service.baseUrl, { colorScheme, bypassCSP: true, storageState });
      await drop(page, `${colorScheme}.csv`);
      await page.getByText('open question').first().waitFor();
      assert.deepEqual(await violations(page), [], 'questions');
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', null, { timeout: 3000 });
      }
      await page.evaluate(`localStorage.setItem('pimento.language', 'de')`);
      await page.reload();
      await page.getByRole('combobox', { name: 'Spalte mit den Produkt-IDs' }).click();
      await page.getByRole('option', { name: 'A Bestellnr (t1)' }).click();
      await page.getByRole('button', { name: 'D ignorieren' }).click();
      await page.getByRole('button', { name: 'Alle Zeilen prüfen' }).click();
      await page.getByRole('button', { name: 'Fehlerdatei' }).waitFor();
      const lines = (await page.getByRole('main').innerText()).split('\n');
      assert.deepEqual(
        lines.filter((line) => english.test(line)),
        [],
      );
      assert.deepEqual(await violations(page), [], 'checked');
      await page.close();
    });
});
