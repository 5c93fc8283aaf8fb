import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './browser.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './console-visit.ts';
import { exampleStandard } from '../../packages/server/test/standards/example-standard.ts';
import { connectAndSubmit, playAdapter } from './played-adapter.ts';
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

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs axe after transitions have ended, because colors are still mixed while a dialog fades in. Does not wait for animations that never
 * end: those that repeat forever or follow the scroll position.
 * @param runOnly names of groups of rules, or of single rules
 * @returns one line for each element that violates a rule, at most three lines per rule
 */
export async function violations(page: Page, runOnly = allRules): Promise<string[]> {
  await untilTrue(
    page,
    `document.getAnimations().every(({ playState, timeline, effect }) => playState !== 'running' || timeline !== document.timeline || effect.getComputedTiming().endTime === Infinity)`,
  );
  // defining axe takes 0.1 s
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- the script that was just run defines it
    const { violations } = await (globalThis as any).axe.run({ runOnly });
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`),
    );
  }, runOnly);
}

/** Changes the preferred colors of the browser, and waits until the page has them. */
async function showColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await untilTrue(page, `document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`);
}

/**
 * Asserts that axe finds no barrier in light colors, and none that depends on colors in dark ones. All other rules give the same result in
 * both, and opening each screen a second time took 90 seconds.
 */
export async function assertNoBarriers(page: Page, what?: string): Promise<void> {
  await showColors(page, 'light');
  assert.deepEqual(await violations(page), [], what);
  await showColors(page, 'dark');
  assert.deepEqual(
    await violations(page, ['color-contrast', 'link-in-text-block']),
    [],
    `${what ?? ''} in dark colors`,
  );
}

/** Moves the pointer away, because the button that opened a dialog shows its tooltip while the pointer is on it. */
async function leaveTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}

/** Service, browser, page and submission that the tests of a suite share. Set in `before`. */
interface ScreenStage {
  service: ConsoleService;
  browser: Browser;
  page: Page;
  submissionId: string;
}

function testSignIn(stage: ScreenStage): void {
  test('is free of barriers that axe knows: sign-in', async () => {
    const { page, service } = stage;
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await assertNoBarriers(page);
    await signIn(page, service.operator);
  });
}

function testDialogs(stage: ScreenStage): void {
  test('is free of barriers that axe knows: preview, history, palette, dialogs', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('gridcell', { name: 'capers-100', exact: true }).click();
    await page.getByRole('region', { name: 'Preview' }).getByText('Net weight').waitFor();
    await assertNoBarriers(page, 'preview');
    await page.goto('/products/olives-green-180');
    await page.getByRole('gridcell', { name: 'Green olives', exact: true }).click();
    await page.getByRole('toolbar', { name: 'Rows of Texts' }).waitFor();
    await leaveTooltip(page);
    await assertNoBarriers(page, 'cell');
    await page.goto('/products/capers-100');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Created', { exact: true }).waitFor();
    await assertNoBarriers(page, 'history');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search products, attributes …').last().fill('olive oil');
    await page.getByText('Case of olive oil 6 × 500 ml').waitFor();
    await assertNoBarriers(page, 'palette');
    await page.goto('/settings');
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await assertNoBarriers(page, 'new key');
  });

  test('is free of barriers that axe knows: packaging, a deleted product', async () => {
    const { page } = stage;
    await page.goto('/products/gift-box-spices');
    await page.getByRole('button', { name: 'Edit packaging', exact: true }).click();
    await page.getByRole('combobox', { name: 'Add product' }).waitFor();
    await assertNoBarriers(page, 'packaging');
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
    await assertNoBarriers(page, 'deleted product');
    await page.getByRole('button', { name: 'Restore product' }).click();
    await page.getByRole('button', { name: 'Edit packaging', exact: true }).waitFor();
  });

  test('is free of barriers that axe knows: conversion, channel editor, keys of an adapter', async () => {
    const { page } = stage;
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'Convert Brand' }).click();
    await page.getByRole('dialog').getByText('Asset IDs', { exact: true }).waitFor();
    await leaveTooltip(page);
    await assertNoBarriers(page, 'conversion');
    await page.goto('/gateway/example');
    await page.getByRole('tab', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'New secret' }).waitFor();
    await assertNoBarriers(page, 'keys');
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Edit Example shop' }).click();
    await page.getByRole('dialog').getByText('Account fields').waitFor();
    await leaveTooltip(page);
    await assertNoBarriers(page, 'channel editor');
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
    await assertNoBarriers(page, 'deleted while it is edited');
    await page.getByRole('button', { name: 'Restore product and save' }).click();
    await page.getByRole('button', { name: 'Edit Net weight' }).waitFor();
    await page.goto('/imports');
    const buffer = Buffer.from('{"__ID":"a"}\nid;name');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.ndjson', mimeType: 'text/plain', buffer });
    await page.getByText('The file could not be read to the end').waitFor();
    await assertNoBarriers(page, 'broken file');
  });

  test('is free of barriers that axe knows: a submission, and the dialogs about channels', async () => {
    const { page, submissionId } = stage;
    await page.goto(`/submissions/${submissionId}`);
    await page.getByText('Capers in sea salt 100 g').waitFor();
    await assertNoBarriers(page, 'submission');
    await page.goto('/channels/example-shop');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Shop URL').fill('shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('The shop URL begins with').waitFor();
    await assertNoBarriers(page, 'account with a problem');
    page.once('dialog', (question) => void question.accept());
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Disconnect channel' }).click();
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
    await assertNoBarriers(page, 'leaving');
    await page.goto('/products/capers-100');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Comment').waitFor();
    await assertNoBarriers(page, 'submitting');
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
      await assertNoBarriers(page, part);
    }
    await page.goto(`${channel}?tab=mapping&target=title`);
    const editor = page.getByRole('region', { name: 'Title' });
    await editor.getByText('Formula', { exact: true }).click();
    await editor.getByRole('textbox', { name: 'Formula for Title' }).click();
    await page.keyboard.insertText('brnd');
    await editor.getByRole('button', { name: 'Replace with brand' }).waitFor();
    await page.keyboard.press('Escape');
    await assertNoBarriers(page, 'mapping');
    page.once('dialog', (question) => void question.accept());
    await page.goto(`${channel}?tab=mapping&view=maps`);
    await page.getByRole('button', { name: 'New value map' }).waitFor();
    await assertNoBarriers(page, 'value maps');
  });
}

function testTrust(stage: ScreenStage): void {
  /** Runs axe, and checks that nothing is wider than the window of a phone. */
  const judge = async (page: Page, what: string) => {
    await assertNoBarriers(page, what);
    const size = page.viewportSize() ?? assert.fail('a page has a size');
    await page.setViewportSize({ width: 390, height: 800 });
    await untilTrue(page, 'document.documentElement.scrollWidth <= innerWidth');
    await page.setViewportSize(size);
  };

  test('is free of barriers that axe knows, and fits a phone: entrances, and dialogs about people, sign-in and clients', async () => {
    const { page, service, browser } = stage;
    const stranger = (await visit(browser, service.baseUrl, { bypassCSP: true })).page;
    await judgeEntrances(page, stranger, trustTexts.en, judge);
    await judgeTrustDialogs(page, service, trustTexts.en, judge);
  });
}

/** Describes tests that share a service and a page. The page shows the sign-in screen when the first test begins. */
function describeStage(name: string, describeTests: (stage: ScreenStage) => void): void {
  describe(name, { skip: withoutBrowser }, () => {
    const stage = {} as ScreenStage; // set before the first test begins
    before(async () => {
      stage.service = await startConsoleService();
      stage.submissionId = await connectAndSubmit(stage.service);
      stage.browser = await launchBrowser();
      stage.page = (await visit(stage.browser, stage.service.baseUrl, { bypassCSP: true })).page;
    });
    after(async () => {
      await stage.browser?.close();
      await stage.service?.[Symbol.asyncDispose]();
    });
    describeTests(stage);
  });
}

/** Tests dialogs, messages and other states of screens in light and dark colors. */
export function judgeDialogs(): void {
  describeStage('Every dialog, light and dark', (stage) => {
    testSignIn(stage);
    testDialogs(stage);
    testMessages(stage);
    testTrust(stage);
    testStandards(stage);
  });
}
