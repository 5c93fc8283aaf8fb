import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const shirts =
  'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position\n' +
  'tee,Tee,Acme,Size,M,T-M,19.90,https://x.test/1.jpg,1\ntee,,,,S,T-S,21.00,https://x.test/2.jpg,2\n' +
  'cap,Cap,Acme,Size,S,C,5,,\ncap,,,,M,C,6,,\n';
const jsonLd = '{"@context":"https://schema.org","@type":"Product","sku":"ld-1","name":"Pen"}';

const mapping = (attribute: string) => ({
  columns: [
    { header: 'sku', target: { kind: 'value', path: ['__ID'] } },
    { header: 'Farbe', target: { kind: 'value', path: [attribute] } },
  ],
});

describe('A person with a source of files', { skip: withoutBrowser }, () => {
  test('adds it, runs it now, reads why it failed, edits it, pauses it, and deletes it', async () => {
    const { page, service } = stage;
    await page.goto('/imports');
    await page.getByRole('link', { name: 'File sources' }).click();
    await page.getByText('No sources yet').waitFor();
    await page.getByRole('button', { name: 'Add a source' }).click();
    const form = page.getByRole('dialog', { name: 'Add a source' });
    await form.getByLabel('Name', { exact: false }).first().fill('acme');
    await form.getByLabel('Address of the file').fill('http://10.9.8.7/prices.csv');
    await form.getByLabel('Time', { exact: true }).fill('06:30');
    assert.deepEqual(await violations(page), []);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Daily at 06:30, /).waitFor();
    await page.getByRole('button', { name: 'Run now: acme' }).click();
    await page.getByText(/10\.9\.8\.7 is not an address on the public internet/).waitFor();
    await page.getByText('Failing').waitFor();
    await page.getByRole('button', { name: 'History: acme' }).click();
    await page.getByRole('dialog', { name: 'History of “acme”' }).getByText('on request').waitFor();
    await page.keyboard.press('Escape');

    const more = async (action: string) => {
      await page.getByRole('button', { name: 'More actions for acme' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await more('Edit');
    const edit = page.getByRole('dialog', { name: 'Edit “acme”' });
    await edit.getByLabel('Address of the file').fill('http://10.9.8.7/stock.csv');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('10.9.8.7/stock.csv').waitFor();
    await more('Pause');
    await page.getByText('Paused', { exact: true }).waitFor();
    await more('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No sources yet').waitFor();
    assert.deepEqual((await askAsClient(service, 'GET', '/api/import/v1/sources'))['sources'], []);
  });
});

describe('A person with stored mappings', { skip: withoutBrowser }, () => {
  test('sees them, restores a version, renames and deletes', async () => {
    const { page, service } = stage;
    const path = '/api/import/v1/mappings/acme';
    await askAsClient(service, 'PUT', path, mapping('color'));
    await askAsClient(service, 'PUT', path, mapping('farbe'));
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await page.goto('/imports');
    await page.getByRole('link', { name: 'Stored mappings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stored mappings' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download acme as JSON').click()]);
    assert.equal(download.suggestedFilename(), 'acme-2.json');
    await button('Versions: acme').click();
    await button('Restore version 1').click();
    await page.getByText('Version 1 was stored again, as a new version.').waitFor();
    const restored = await askAsClient(service, 'GET', path);
    assert.deepEqual([restored['version'], JSON.stringify(restored).includes('"color"')], [3, true]);
    await page.getByRole('cell', { name: /^Version 3/ }).waitFor();
    await button('Rename: acme').click();
    await dialog.getByLabel('Name of the mapping').fill('ACME GmbH');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await button('Delete: ACME GmbH').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No stored mappings yet').waitFor();
    assert.deepEqual((await askAsClient(service, 'GET', '/api/import/v1/mappings'))['mappings'], []);
  });
});

describe('A person with feeds of shops', { skip: withoutBrowser }, () => {
  test('sees what a product file of Shopify holds, checks it and imports its variants', async () => {
    const { page, service } = stage;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const drop = (name: string, mimeType: string, content: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
    await page.goto('/imports');
    await drop('sheet.pdf', 'application/pdf', '%PDF-1.7 …');
    await page.getByText('This is a PDF document, which has no table').waitFor();
    assert.equal(new URL(page.url()).pathname, '/imports', 'nothing was uploaded');

    await drop('products_export.csv', 'text/csv', shirts);
    const feed = page.getByRole('region', { name: 'Feed: Shopify (CSV)' });
    await feed.getByText('The import creates or extends these composites: Image.').waitFor();
    await feed.getByText('Another variant of the product has the same id "C". Correct one of them.').waitFor();
    await button('Read as a plain table').click();
    await page.getByRole('region', { name: 'Columns' }).waitFor();
    await page.getByLabel('Format').selectOption('shopify-csv');
    await feed.waitFor();
    await button('Check all rows').click();
    await page
      .getByRole('region', { name: 'Result of the check' })
      .getByRole('link', { name: 'C', exact: true })
      .waitFor();
    await button('Import').click();
    await page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor();
    await page.getByRole('main').getByText('Completed with errors', { exact: true }).waitFor();
    await button('Error file').waitFor();
    const found = await askAsClient(service, 'GET', '/api/products/v1/products/T-M');
    assert.match(JSON.stringify(found), /"__FAMILY":"tee".*"Size":"M"/);

    await page.goto('/imports');
    await drop('pen.json', 'application/json', jsonLd);
    await page.getByRole('region', { name: 'Feed: JSON-LD (schema.org)' }).waitFor();
    await page.getByText('There is no error file for this format').waitFor();
  });
});
