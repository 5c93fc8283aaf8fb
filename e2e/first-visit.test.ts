import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { type ConsoleService, startConsoleService, visit } from './support/console-visit.ts';
import { countActions } from './support/count-actions.ts';

let service: ConsoleService;
let browser: Browser;
let page: Page;
let complaints: string[];

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  browser = await launchBrowser();
  ({ page, complaints } = await visit(browser, service.baseUrl));
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
async function storedProduct(productId: string): Promise<any> {
  const answer = await fetch(`${service.baseUrl}/api/products/v1/products/${productId}`, {
    headers: { authorization: `Bearer ${service.secret}` },
  });
  const body: unknown = await answer.json();
  return typeof body === 'object' && body !== null && 'product' in body ? body.product : undefined;
}

describe('A person who has just started the service: finding and editing products', { skip: withoutBrowser }, () => {
  test('signs in, after an error message for a wrong password, and finds the example catalogue', async () => {
    await page.goto('/products');
    await page.getByLabel('E-mail address').fill(service.operator.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Wrong e-mail address or password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(service.operator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('40 products', { exact: true }).waitFor();
    assert.match(page.url(), /\/products\?client=demo$/);
    await page.getByRole('gridcell', { name: 'ajvar-hot-190', exact: true }).waitFor();
  });

  test('searches, filters by an attribute, and opens the same list by its address', async () => {
    await page.getByLabel('Search by ID or name').fill('olive');
    await page.getByText('40 products', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('Packaging level');
    await page.getByRole('option', { name: 'Packaging level' }).click();
    await page.getByRole('checkbox', { name: 'case 3' }).check();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('3 products', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('3 products', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('40 products', { exact: true }).waitFor();
  });

  test('widens a column by keyboard, fits it to its content, and finds the same width next time', async () => {
    const edge = page.getByRole('separator', { name: 'Width of Name' });
    assert.equal(await edge.getAttribute('aria-valuenow'), '280');
    await edge.press('ArrowRight');
    assert.equal(await edge.getAttribute('aria-valuenow'), '300');
    await edge.dblclick();
    const fitting = await edge.getAttribute('aria-valuenow');
    assert.notEqual(fitting, '300');
    await page.reload();
    await edge.waitFor();
    assert.equal(await edge.getAttribute('aria-valuenow'), fitting);
  });

  test('sees nested composites and packaging of a product', async () => {
    await page.goto('/products/olives-green-180');
    await page.getByRole('heading', { name: 'Green olives 180 g', level: 1 }).waitFor();
    const texts = page.getByRole('treegrid').filter({ hasText: 'Crisp green olives' });
    await texts.getByText('picked by hand', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Pallet of green olives' }).waitFor();
  });

  test('changes a value, sees why an invalid one is refused, and restores the old one from the history', async () => {
    await page.getByRole('button', { name: 'Edit Net weight' }).click();
    const input = page.getByRole('textbox', { name: 'Net weight' });
    await input.fill('heavy');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/decimal/i)
      .first()
      .waitFor();
    await input.fill('185.50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Net weight saved').waitFor();
    await page.getByText('185.50', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Restore previous value' }).first().click();
    await page.getByText('Net weight restored').waitFor();
    await page.getByRole('tab', { name: 'Values' }).click();
    await page.getByText('180', { exact: true }).waitFor();
  });

  test('restores the product as of an earlier time in 3 actions, with a look at what changes', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Restore previous value' }).nth(1).waitFor(); // the earlier list has only one button
    await page.getByRole('button', { name: 'Restore this state' }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Restore the product as of/ });
    await dialog.getByText('185.50', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Restore 1 value' }).click();
    await page.getByText(/^Restored as of/).waitFor();
    await page.getByRole('tab', { name: 'Values' }).click();
    await page.getByText('185.50', { exact: true }).waitFor();
  });
});

describe('A person who has just started the service: composites, imports and keys', { skip: withoutBrowser }, () => {
  test('changes the row of a composite without losing what is nested in it', async () => {
    const before = await storedProduct('olives-green-180');
    await page.getByRole('button', { name: 'Edit Texts' }).click();
    await page.getByRole('gridcell', { name: 'Green olives', exact: true }).click();
    const title = page.getByRole('textbox', { name: 'title, row 1 of Texts' });
    await title.fill('Green olives, new');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Texts saved').waitFor();
    await page.getByText('Green olives, new', { exact: true }).waitFor();
    const after = await storedProduct('olives-green-180');
    assert.deepEqual(after.Texts ?? after.texts, [
      { ...(before.Texts ?? before.texts)[0], title: 'Green olives, new' },
      ...(before.Texts ?? before.texts).slice(1),
    ]);
  });

  test('imports a file and reads its errors in 1 action, and imports the fixed file in 2', async () => {
    const good = { __ID: 'new-1', __NAME: 'New one', netWeight: '12' };
    const file = (products: unknown[]) => ({
      name: 'products.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ products })),
    });
    await page.goto('/imports');
    const choose = async (products: unknown[]) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choose a file' }).click(),
      ]);
      await chooser.setFiles(file(products));
    };
    const first = countActions();
    await first.act(choose([good, { __ID: 'new-2', netWeight: 'heavy' }]));
    await page.getByText('Completed with errors').waitFor();
    await page.getByRole('link', { name: 'new-2' }).waitFor();
    await page.getByText('/products/1/netWeight').waitFor();
    first.atMost(1);
    const again = countActions();
    await again.act(page.getByRole('navigation').getByRole('link', { name: 'Imports' }).click());
    await again.act(choose([good, { __ID: 'new-2', netWeight: '13' }]));
    again.atMost(2);
    await page.getByRole('heading', { name: /^Import of/ }).waitFor();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();
    await page.goto('/products/new-2');
    await page.getByText('13', { exact: true }).waitFor();
  });

  test('creates an attribute with another one inside', async () => {
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'New attribute', exact: true }).click();
    await page.getByRole('textbox', { name: /^ID/ }).fill('certificates');
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Composite' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'New attribute inside certificates' }).click();
    await page.getByRole('textbox', { name: /^ID/ }).fill('body');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit body' }).waitFor();
  });

  test('searches, moves, selects and opens products using only the keyboard', async () => {
    await page.goto('/products');
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ajvar');
    await page.getByText('3 products', { exact: true }).waitFor();
    await page.getByRole('grid').focus();
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/products\/ajvar-mild-190\?client=demo$/);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search products, attributes …').last().fill('fleur');
    await page.getByText('Fleur de sel 125 g').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/products\/fleur-de-sel-125\?client=demo$/);
  });
});

describe('A person who has just started the service: deleting', { skip: withoutBrowser }, () => {
  test('deletes all matching products after their exact count', async () => {
    await page.goto('/products?text=new-');
    await page.getByText('2 products', { exact: true }).waitFor();
    await page.getByLabel('Select all matching products').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete 2' }).click();
    await page.getByText('No product matches').waitFor();
    assert.equal(await storedProduct('new-1'), undefined);
    assert.ok(await storedProduct('capers-100'));
  });

  test('has caused no browser error and no request to another host', () => {
    assert.deepEqual(complaints, []);
  });

  test('runs no inline script: the content security policy only allows files of the service', async () => {
    const { headers } = await fetch(service.baseUrl);
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';/);
    assert.doesNotMatch(readFileSync('packages/console/dist/index.html', 'utf8'), /<script(?![^>]*src=)/);
  });
});
