import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { setStage } from './support/stage.ts';

describe('A person whose products have nested composites', { skip: withoutBrowser }, () => {
  const stage = setStage();

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
      assert.equal(await page.getByRole('button', { name: `Remove ${row}`, exact: true }).count(), 1);
    await page.getByRole('button', { name: 'Add row to certificates', exact: true }).click();
    await page.getByRole('textbox', { name: 'body', exact: true }).last().fill('Clean Jar');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('certificates saved').waitFor();
    const answer = await fetch(`${service.baseUrl}/api/products/v1/products/capers-100?fields=certificates`, {
      headers: { authorization: `Bearer ${service.secret}` },
    });
    const stored = (await answer.json()) as { product: { certificates: unknown[] } }; // as documented
    assert.deepEqual(stored.product.certificates, [...product.certificates, { body: 'Clean Jar' }]);
    assert.deepEqual(stage.complaints, []);
  });
});
