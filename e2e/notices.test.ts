import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { violations } from './support/accessible-screens.ts';
import { withoutBrowser } from './support/browser.ts';
import { inviteColleague } from './support/colleague.ts';
import { signIn, visit } from './support/console-visit.ts';
import { setStage } from './support/stage.ts';

const stage = setStage({ visit: { bypassCSP: true } });

/** Sends an import with a product that is rejected. */
async function rejectProduct(): Promise<void> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}/api/import/v1/feeds/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ __ID: 'noticed', unknownGroup: { text: 'x' } }] }),
  });
  const { rejected } = (await answer.json()) as { rejected: number }; // the API reference documents this type
  assert.equal(rejected, 1);
}

/** Reloads the page until the bell has the given accessible name, which contains the number of unread notices. */
const waitForBell = (page: Page, name: string) => reloadUntil(page, page.getByRole('link', { name, exact: true }));

/** Reloads the page until it shows the element. Notices are created in the background, one after another. */
async function reloadUntil(page: Page, element: Locator): Promise<void> {
  for (let tries = 0; tries < 30; tries += 1) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    if ((await element.count()) > 0) return;
    await page.waitForTimeout(1_000);
  }
  assert.fail(`the page never showed ${element.toString()}`);
}

describe('Notices', { skip: withoutBrowser }, () => {
  test('a person sees a failed import at the bell, opens it, and has read it', async () => {
    const { page } = stage;
    await page.goto('/');
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
    await rejectProduct();
    await waitForBell(page, 'Notices, 1 unread');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/notices');
      await page.getByRole('link', { name: 'An import rejected 1 product' }).waitFor();
      assert.deepEqual(await violations(page), [], colorScheme);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.waitForFunction('document.documentElement.scrollWidth <= innerWidth');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'An import rejected 1 product' }).click();
    await page.waitForURL(/\/imports\/.+/);
    await page.getByRole('link', { name: 'Notices', exact: true }).click();
    await page.getByText('Unread', { exact: true }).click();
    await page.getByText('No unread notices').waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('link', { name: 'An import rejected 1 product' }).waitFor();
  });

  test('several failures are one notice, and all are marked as read at once', async () => {
    const { page } = stage;
    await rejectProduct();
    await rejectProduct();
    await waitForBell(page, 'Notices, 1 unread');
    await page.goto('/notices?unread=true');
    await reloadUntil(page, page.getByRole('link', { name: '2 imports failed or rejected products' }));
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('No unread notices').waitFor();
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
  });
});

describe('How people are notified', { skip: withoutBrowser }, () => {
  test('a person chooses how to be notified, and is told that e-mails need a mail server', async () => {
    const { page } = stage;
    await page.goto('/notices');
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
    await page.getByText('The operator has not set up a mail server.').waitFor();
    await page.getByRole('combobox', { name: 'A file cannot be downloaded' }).click();
    await page.getByRole('option', { name: 'Off' }).click();
    await page.getByLabel(/^Minutes until/).fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    await page.reload();
    assert.equal(await page.getByRole('combobox', { name: 'A file cannot be downloaded' }).inputValue(), 'Off');
    assert.equal(await page.getByLabel(/^Minutes until/).inputValue(), '30');
  });

  test('with a mail server, language and hour of the e-mails can be set, and a rejected address is shown', async () => {
    const { page } = stage;
    await page.route('**/console/notice-settings', async (route) => {
      const response = await route.fetch();
      const settings = (await response.json()) as object; // the API reference documents this type
      await route.fulfill({ response, json: { ...settings, canMail: true, mailProblem: 'rejected' } });
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/settings?tab=notices');
      await page.getByText('The mail server does not accept your address.').waitFor();
      assert.deepEqual(await violations(page), [], colorScheme);
    }
    await page.getByRole('combobox', { name: 'An import fails or rejects products' }).click();
    await page.getByRole('option', { name: 'Also in a daily e-mail' }).click();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('combobox', { name: 'Time of the daily e-mail' }).click();
    await page.getByRole('option', { name: '06:00' }).click();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    const body = (await sent).postDataJSON();
    assert.deepEqual([body.ways['import-failed'], body.language, body.digestHour], ['digest', 'de', 6]);
    await page.getByText('Settings saved').waitFor();
    // The page may be fetching the settings again, so the test waits for running handlers.
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('a viewer marks their own notices, and is not asked about keys and quotas', async () => {
    const { service, browser, page } = stage;
    const login = await inviteColleague(page, { email: 'viewer@example.com', name: 'Vi', role: 'viewer' });
    await rejectProduct();
    const theirs = await visit(browser, service.baseUrl);
    await signIn(theirs.page, login);
    await waitForBell(theirs.page, 'Notices, 1 unread');
    await theirs.page.goto('/notices');
    await theirs.page.getByRole('button', { name: /^Mark as read: / }).click();
    await theirs.page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
    await theirs.page.goto('/settings?tab=notices');
    await theirs.page.getByRole('combobox', { name: 'An adapter stops polling' }).waitFor();
    assert.equal(await theirs.page.getByRole('combobox', { name: /API key/ }).count(), 0);
    assert.deepEqual(theirs.complaints, []);
    assert.deepEqual(stage.complaints, []);
  });
});
