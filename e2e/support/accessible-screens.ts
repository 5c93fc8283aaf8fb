import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './browser.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './console-visit.ts';
import { exampleStandard } from '../../packages/server/test/standards/example-standard.ts';
import { connectAndSubmit, playAdapter } from './played-adapter.ts';
import { screens } from './screens.ts';
import { judgeEntrances, judgeTrustDialogs, trustTexts } from './trust-screens.ts';

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Waits up to 20 seconds until an expression is true in the page. Playwright's `waitForFunction` evaluates the expression again with `eval`
 * inside the page, which the content security policy forbids.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  for (let tries = 0; !(await page.evaluate<boolean>(expression)); tries++) {
    assert.ok(tries < 200, `this did not become true: ${expression}`);
    await page.waitForTimeout(100);
  }
}

/**
 * Runs axe after transitions have ended, because colours are still mixed while a dialog fades in. Animations that follow the scroll
 * position never end, so this function does not wait for them.
 * @returns one line for each element that violates a rule, at most three lines per rule
 */
export async function violations(page: Page): Promise<string[]> {
  await untilTrue(
    page,
    `document.getAnimations().every(({ playState, timeline, effect }) => playState !== 'running' || timeline !== document.timeline || effect.getComputedTiming().endTime === Infinity)`,
  );
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- the script that was just run defines it
    const { violations } = await (globalThis as any).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`),
    );
  });
}

/** Moves the pointer away, because the button that opened a dialog shows its tooltip while the pointer is on it. */
async function leaveTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}

/** Service, browser and page of the suite. They are set from the first `before` to the last `after`. */
interface ScreenStage {
  service: ConsoleService;
  browser: Browser;
  page: Page;
  submissionId: string;
}

function testScreens(stage: ScreenStage): void {
  test('is free of barriers that axe knows: sign-in', async () => {
    const { page, service } = stage;
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await signIn(page, service.operator);
  });

  for (const screen of screens) {
    test(`is free of barriers that axe knows: ${screen}`, async () => {
      const { page } = stage;
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await violations(page), []);
    });
  }
}

function testDialogs(stage: ScreenStage): void {
  test('is free of barriers that axe knows: preview, history, palette, dialogs', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('gridcell', { name: 'capers-100', exact: true }).click();
    await page.getByRole('region', { name: 'Preview' }).getByText('Net weight').waitFor();
    assert.deepEqual(await violations(page), [], 'preview');
    await page.goto('/products/olives-green-180');
    await page.getByRole('gridcell', { name: 'Green olives', exact: true }).click();
    await page.getByRole('toolbar', { name: 'Rows of Texts' }).waitFor();
    await leaveTooltip(page);
    assert.deepEqual(await violations(page), [], 'cell');
    await page.goto('/products/capers-100');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Created', { exact: true }).waitFor();
    assert.deepEqual(await violations(page), [], 'history');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search products, attributes …').last().fill('olive oil');
    await page.getByText('Case of olive oil 6 × 500 ml').waitFor();
    assert.deepEqual(await violations(page), [], 'palette');
    await page.goto('/settings');
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    assert.deepEqual(await violations(page), [], 'new key');
  });

  test('is free of barriers that axe knows: packaging, a deleted product', async () => {
    const { page } = stage;
    await page.goto('/products/gift-box-spices');
    await page.getByRole('button', { name: 'Edit packaging', exact: true }).click();
    await page.getByRole('combobox', { name: 'Add product' }).waitFor();
    assert.deepEqual(await violations(page), [], 'packaging');
    await page.goto('/products/chilli-flakes-40');
    await page.evaluate(() =>
      fetch('/api/products/v1/products/chilli-flakes-40', {
        method: 'DELETE',
        headers: { 'pimento-client': 'demo' },
      }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Restore product' }).waitFor();
    await page.getByText('Created', { exact: true }).waitFor();
    assert.deepEqual(await violations(page), [], 'deleted product');
    await page.getByRole('button', { name: 'Restore product' }).click();
    await page.getByRole('button', { name: 'Edit packaging', exact: true }).waitFor();
  });

  test('is free of barriers that axe knows: conversion, channel editor, keys of an adapter', async () => {
    const { page } = stage;
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Convert Brand' }).click();
    await page.getByRole('dialog').getByText('Asset IDs', { exact: true }).waitFor();
    await leaveTooltip(page);
    assert.deepEqual(await violations(page), [], 'conversion');
    await page.goto('/gateway/example');
    await page.getByRole('tab', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'New secret' }).waitFor();
    assert.deepEqual(await violations(page), [], 'keys');
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Edit Example shop' }).click();
    await page.getByRole('dialog').getByText('Account fields').waitFor();
    await leaveTooltip(page);
    assert.deepEqual(await violations(page), [], 'channel editor');
  });
}

function testMessages(stage: ScreenStage): void {
  test('is free of barriers that axe knows: a product that is deleted while it is edited, a file that cannot be read', async () => {
    const { page } = stage;
    await page.goto('/products/za-atar-60');
    await page.getByRole('button', { name: 'Edit Net weight' }).click();
    await page.getByRole('textbox', { name: 'Net weight' }).fill('61');
    await page.evaluate(
      "fetch('/api/products/v1/products/za-atar-60', { method: 'DELETE', headers: { 'pimento-client': 'demo' } })",
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Copy my text' }).waitFor();
    await page.getByText(/^Deleted by/).waitFor();
    await leaveTooltip(page);
    assert.deepEqual(await violations(page), [], 'deleted while it is edited');
    await page.getByRole('button', { name: 'Restore product and save' }).click();
    await page.getByRole('button', { name: 'Edit Net weight' }).waitFor();
    await page.goto('/imports');
    const buffer = Buffer.from('{"__ID":"a"}\nid;name');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.ndjson', mimeType: 'text/plain', buffer });
    await page.getByText('The file could not be read to the end').waitFor();
    assert.deepEqual(await violations(page), [], 'broken file');
  });

  test('is free of barriers that axe knows: a submission, and the dialogs about channels', async () => {
    const { page, submissionId } = stage;
    await page.goto(`/submissions/${submissionId}`);
    await page.getByText('Capers in sea salt 100 g').waitFor();
    assert.deepEqual(await violations(page), [], 'submission');
    await page.goto('/channels/example-shop');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Shop URL').fill('shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('The shop URL begins with').waitFor();
    assert.deepEqual(await violations(page), [], 'account with a problem');
    page.once('dialog', (question) => void question.accept());
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Disconnect channel' }).click();
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
    assert.deepEqual(await violations(page), [], 'leaving');
    await page.goto('/products/capers-100');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Comment').waitFor();
    assert.deepEqual(await violations(page), [], 'submitting');
  });
}

function testStandards(stage: ScreenStage): void {
  test('is free of barriers that axe knows: a data standard, a mapping with an error', async () => {
    const { page, service } = stage;
    await (await playAdapter(service)).call('PUT', '/external/channels/example-shop/standard', exampleStandard());
    const channel = '/channels/example-shop';
    for (const part of ['attributes', 'categories', 'lists', 'rules', 'versions']) {
      await page.goto(`${channel}?tab=standard&part=${part}`);
      await page.getByRole('heading', { name: 'Example Shop catalogue' }).waitFor();
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await violations(page), [], part);
    }
    await page.goto(`${channel}?tab=mapping&target=title`);
    const editor = page.getByRole('region', { name: 'Title' });
    await editor.getByText('Formula', { exact: true }).click();
    await editor.getByRole('textbox', { name: 'Formula for Title' }).click();
    await page.keyboard.insertText('brnd');
    await editor.getByRole('button', { name: 'Replace with brand' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await violations(page), [], 'mapping');
    page.once('dialog', (question) => void question.accept());
    await page.goto(`${channel}?tab=mapping&view=maps`);
    await page.getByRole('button', { name: 'New value map' }).waitFor();
    assert.deepEqual(await violations(page), [], 'value maps');
  });
}

function testTrust(stage: ScreenStage, colorScheme: 'light' | 'dark'): void {
  /** Runs axe, and in one of the colour schemes also checks that nothing is wider than a phone. */
  const judge = async (page: Page, what: string) => {
    assert.deepEqual(await violations(page), [], what);
    if (colorScheme === 'dark') return;
    const size = page.viewportSize() ?? assert.fail('a page has a size');
    await page.setViewportSize({ width: 390, height: 800 });
    await untilTrue(page, 'document.documentElement.scrollWidth <= innerWidth');
    await page.setViewportSize(size);
  };

  test('is free of barriers that axe knows, and fits a phone: entrances, and dialogs about people, sign-in and clients', async () => {
    const { page, service, browser } = stage;
    const stranger = (await visit(browser, service.baseUrl, { colorScheme, bypassCSP: true })).page;
    await judgeEntrances(page, stranger, trustTexts.en, judge);
    await judgeTrustDialogs(page, service, trustTexts.en, judge);
  });
}

/** Tests every screen in one colour scheme. Each scheme has its own test file, so that both run in parallel. */
export function judgeEveryScreen(colorScheme: 'light' | 'dark'): void {
  describe(`Every screen, ${colorScheme}`, { skip: withoutBrowser }, () => {
    const stage = {} as ScreenStage; // set before the first test begins
    before(async () => {
      stage.service = await startConsoleService();
      stage.submissionId = await connectAndSubmit(stage.service);
      stage.browser = await launchBrowser();
      const options = { colorScheme, bypassCSP: true };
      stage.page = (await visit(stage.browser, stage.service.baseUrl, options)).page;
    });
    after(async () => {
      await stage.browser?.close();
      await stage.service?.[Symbol.asyncDispose]();
    });
    testScreens(stage);
    testDialogs(stage);
    testMessages(stage);
    testStandards(stage);
    testTrust(stage, colorScheme);
  });
}
