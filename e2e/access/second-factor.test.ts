import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { codeOf } from '../../packages/server/test/access/authenticator.ts';
import { launchBrowser, withoutBrowser } from '../support/browser.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from '../support/console-visit.ts';

let service: ConsoleService;
let browser: Browser;
let page: Page;
let key = '';
let recoveryCodes: string[] = [];

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  browser = await launchBrowser();
  ({ page } = await visit(browser, service.baseUrl));
  await signIn(page, service.operator);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

/** Signs out and enters e-mail address and password again. */
async function enterPassword(): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').fill(service.operator.email);
  await page.getByLabel('Password', { exact: true }).fill(service.operator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('A person who protects their sign-in with an authenticator app', { skip: withoutBrowser }, () => {
  test('scans the key, keeps the recovery codes and turns it on with a first code', async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(service.operator.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    key = (await dialog.getByLabel('Key', { exact: true }).textContent()) ?? '';
    recoveryCodes = ((await dialog.getByLabel('Recovery codes').textContent()) ?? '').split('\n');
    assert.equal(recoveryCodes.length, 10);
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('The code is wrong').waitFor();
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(key));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Second factor turned on').waitFor();
  });

  test('is asked for a code after the password, and is not in before it is right', async () => {
    await enterPassword();
    const code = page.getByRole('textbox', { name: 'Code', exact: true });
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    // the message of the first test can still be shown, and is an alert too
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    assert.equal(await page.evaluate(async () => (await fetch('/console/session')).status), 401);
    // the code of these 30 seconds has turned the second factor on
    await code.fill(codeOf(key, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').waitFor();
  });

  test('signs in with a recovery code when the phone is lost, and turns the second factor off', async () => {
    await enterPassword();
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByRole('textbox', { name: 'Recovery code', exact: true }).fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').waitFor();
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill(service.operator.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  });
});
