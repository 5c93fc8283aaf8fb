import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { untilTrue, violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { visit } from '../support/console-visit.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage({ environment: { PIMENTO_EXAMPLE: 'true' } });
const steps = (page: Page = stage.page) => page.getByRole('region', { name: /first delivery/i });
const step = (title: string) => steps().getByRole('listitem').filter({ hasText: title });

/** Asserts that a screen violates no accessibility rule and fits into wide and narrow windows. */
async function assertAccessible(page: Page): Promise<void> {
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await untilTrue(page, 'document.documentElement.scrollWidth <= innerWidth');
    assert.deepEqual(await violations(page), [], `at ${width} pixels`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe('A person who has just started the service with the example market', { skip: withoutBrowser }, () => {
  test('sees on the start page what is done and what is left', async () => {
    const { page } = stage;
    await page.goto('/');
    await step('Import (done)').getByText('40 products are stored').waitFor();
    await step('Define (done)').getByText('Attributes have types').waitFor();
    await step('Connect (done)').getByText('An account is connected').waitFor();
    await step('Map (done)').getByText('A mapping is published').waitFor();
    await step('Fix (to do)').getByText('12 products have problems').waitFor();
    await step('Submit (to do)').getByText('28 products are ready').waitFor();
    await step('Delivery (later)').getByText('Nothing has been delivered yet').waitFor();
    await steps().getByText('4 of 7 done').waitFor();
    await assertAccessible(page);
  });

  test('finds what needs attention in one list, and each entry leads to the list on which it is fixed', async () => {
    const { page, service } = stage;
    const work = page.getByRole('region', { name: 'Needs attention' });
    const file = { products: [{ __ID: 'capers-100', netWeight: 'heavy' }] };
    const { jobRef } = await askAsClient(service, 'POST', '/api/import/v1/feeds/master', file);
    await page.reload();
    await work.getByRole('link', { name: '1 import with errors' }).click();
    await page.waitForURL((url) => url.pathname === `/imports/${String(jobRef)}`);
    await page.goto('/imports?origin=errors');
    await page.getByRole('row', { name: /1 rejected/ }).waitFor();
    await page.goto('/');
    await work.getByRole('link', { name: '12 products are not ready for Example market' }).press('Enter');
    await page.getByRole('region', { name: 'Most frequent problems' }).waitFor();
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', {
      products: [{ __ID: 'capers-100', netWeight: '100.0' }],
    });
    await page.goto('/');
    await work.getByRole('listitem').first().waitFor();
    assert.equal(await work.getByRole('link', { name: /import with errors/ }).count(), 0);
  });

  test('goes from there to the problems, and fixes one', async () => {
    const { page } = stage;
    await step('Fix').getByRole('link', { name: 'Fix problems' }).click();
    const frequent = page.getByRole('region', { name: 'Most frequent problems' });
    await frequent.getByRole('row', { name: /^Short description Too long 6/ }).waitFor();
    await frequent.getByRole('row', { name: /^Country of origin Not in the value list 3/ }).waitFor();
    await page.getByRole('button', { name: 'Show products: Short description: Too long' }).click();
    await page.getByRole('link', { name: 'Chilli oil 100 ml' }).click();
    await page.getByRole('button', { name: 'Set value: Short description' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Short description' }).fill('Olive oil with whole chillies.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No problems. The product can be submitted to this channel.').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await step('Fix').getByText('11 products have problems').waitFor();
    await step('Submit').getByText('29 products are ready').waitFor();
  });

  test('submits with the keyboard, and finds the products in the feed file', async () => {
    const { page } = stage;
    await step('Submit').getByRole('button', { name: 'Submit products' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('29 products are ready for the channel').waitFor();
    await dialog.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
    await dialog.getByText('29 products submitted').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await steps().getByRole('heading', { name: 'Your first delivery is complete' }).waitFor();
    const place = await steps().locator('pre').innerText();
    const lines = (await readFile(place, 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines.length, 30);
    assert.match(lines.find((line) => line.startsWith('oil-chilli-100,')) ?? '', /,Olive oil with whole chillies\.,/);
    await assertAccessible(page);
  });
});

describe('A person who has completed the first delivery', { skip: withoutBrowser }, () => {
  test('finds the steps without barriers in German and dark colors', async () => {
    const { browser, service, page } = stage;
    const german = await visit(browser, service.baseUrl, { locale: 'de-DE', colorScheme: 'dark' });
    await german.page.context().addCookies(await page.context().cookies());
    await german.page.goto('/');
    await german.page
      .getByRole('region', { name: 'Ihre erste Lieferung ist abgeschlossen' })
      .getByText('29 Produkte eingereicht')
      .waitFor();
    await assertAccessible(german.page);
    assert.deepEqual(german.complaints, []);
    await german.page.context().close();
  });

  test('opens the submission, and dismisses the steps, also after a reload', async () => {
    const { page, complaints } = stage;
    await step('Delivery').getByRole('link', { name: 'Show the submission' }).click();
    await page.getByRole('heading', { level: 1, name: /^Submission of/ }).waitFor();
    await page.goto('/');
    await steps().getByRole('button', { name: 'Dismiss these steps' }).click();
    await steps().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Channels' }).getByRole('link', { name: 'Example market' }).waitFor();
    assert.equal(await steps().count(), 0);
    assert.deepEqual(complaints, []);
  });
});
