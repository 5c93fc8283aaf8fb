import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

describe('A person whose products have nested composites', { skip: withoutBrowser }, () => {
  test('defines a composite in a composite, imports rows, sees them nested, and adds one manually', async () => {
    const { page, service } = stage;
    const define = async (open: string, id: string, type?: string) => {
      await page.getByRole('button', { name: open, exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox', { name: /^ID/ }).fill(id);
      if (type !== undefined) {
        await form.getByRole('combobox', { name: 'Type' }).click();
        await form.getByRole('option', { name: type }).click();
      }
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: `Edit ${id}`, exact: true }).waitFor();
    };
    await page.getByRole('navigation').getByRole('link', { name: 'Attributes' }).click();
    await define('New attribute', 'certificates', 'Composite');
    await define('New attribute inside certificates', 'body');
    await define('New attribute inside certificates', 'audits', 'Composite');
    await define('New attribute inside audits', 'auditor');
    await define('New attribute inside audits', 'score', 'Decimal');

    const product = {
      __ID: 'capers-100',
      certificates: [
        {
          body: 'Organic Board',
          audits: [
            { auditor: 'Ms Green', score: '97.50' },
            { auditor: 'Mr Brown', score: '88' },
          ],
        },
        { body: 'Fair Sea', audits: [{ auditor: 'Ms Blue' }] },
      ],
    };
    await page.getByRole('navigation').getByRole('link', { name: 'Imports' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'certificates.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(`${JSON.stringify(product)}\n`),
    });
    await page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();

    await page.goto('/products/capers-100');
    await page.getByLabel('Find an attribute').fill('certificates');
    const row = page.getByRole('row').filter({ hasText: 'Organic Board' });
    await row.getByRole('row', { name: 'Ms Green 97.50' }).waitFor();
    await row.getByRole('row', { name: 'Mr Brown 88' }).waitFor();

    await page.getByRole('button', { name: 'Edit certificates' }).click();
    const first = page.getByRole('textbox', { name: 'body', exact: true }).and(page.locator(':focus'));
    assert.equal(await first.inputValue(), 'Organic Board');
    for (const row of [
      'row 2 of certificates',
      'row 1 of audits (Row 1 of certificates)',
      'row 1 of audits (Row 2 of certificates)',
    ])
      await page.getByRole('button', { name: `Remove ${row}`, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add row to certificates', exact: true }).click();
    await page.getByRole('textbox', { name: 'body', exact: true }).last().fill('Clean Jar');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('certificates saved').waitFor();
    const answer = await fetch(`${service.baseUrl}/api/products/v1/products/capers-100?fields=certificates`, {
      headers: { authorization: `Bearer ${service.secret}` },
    });
    const stored = (await answer.json()) as { product: { certificates: unknown[] } }; // as documented
    assert.deepEqual(stored.product.certificates, [...product.certificates, { body: 'Clean Jar' }]);
  });
});

describe('A person whose products have many nested rows', { skip: withoutBrowser }, () => {
  test('edits a composite with hundreds of rows, of which only those near the screen have inputs', async () => {
    const { page, service } = stage;
    const headers = { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' };
    const audits = Array.from({ length: 5 }, (_, at) => ({ auditor: `Auditor ${at}`, score: String(at) }));
    const certificates = Array.from({ length: 100 }, (_, at) => ({ body: `Board ${at}`, audits }));
    const products = [{ __ID: 'deep', certificates }];
    await fetch(`${service.baseUrl}/api/import/v1/feeds/master`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ products }),
    });
    await page.goto('/products/deep');
    await page.getByRole('button', { name: 'Edit certificates' }).click();
    const bodies = page.getByRole('textbox', { name: 'body', exact: true });
    await bodies.first().and(page.locator(':focus')).waitFor();
    assert.ok((await page.getByRole('textbox').count()) < 200);
    await page.getByRole('group', { name: 'Row 100 of certificates' }).scrollIntoViewIfNeeded();
    const last = page.getByRole('group', { name: 'Row 100 of certificates' }).getByRole('textbox', { name: 'body' });
    await last.fill('Last board');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('certificates saved').waitFor();
    const answer = await fetch(`${service.baseUrl}/api/products/v1/products/deep`, { headers });
    const { product } = (await answer.json()) as { product: { certificates: unknown[] } }; // as documented
    assert.deepEqual(product.certificates, certificates.with(99, { body: 'Last board', audits }));
    assert.deepEqual(stage.complaints, []);
  });
});
