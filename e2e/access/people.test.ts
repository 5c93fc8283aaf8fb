import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '../support/browser.ts';
import { inviteColleague } from '../support/colleague.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from '../support/console-visit.ts';

let service: ConsoleService;
let browser: Browser;
let operator: Page;
let ada: Page;
const newPassword = 'harbor quartz lemon 77';
const adaLogin = { email: 'ada@example.com', password: 'velvet-otter-canyon-42' };

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  browser = await launchBrowser();
  operator = (await visit(browser, service.baseUrl)).page;
  ada = (await visit(browser, service.baseUrl)).page;
  await signIn(operator, service.operator);
  await inviteColleague(operator, { email: adaLogin.email, name: 'Ada', role: 'editor' });
  await signIn(ada, adaLogin);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

/** Opens the menu for Ada in the list of people and chooses an action. */
async function act(name: string): Promise<void> {
  await operator.getByRole('button', { name: 'Actions for Ada' }).click();
  await operator.getByRole('menuitem', { name, exact: true }).click();
}

describe('People who need help with signing in', { skip: withoutBrowser }, () => {
  test('a person sees where they are signed in, and signs out another browser', async () => {
    const other = (await visit(browser, service.baseUrl)).page;
    await signIn(other, adaLogin);
    await ada.goto('/settings');
    await ada.getByText('this one').waitFor();
    await ada
      .getByRole('button', { name: /^Sign out .*Chrome/ })
      .first()
      .click();
    await ada.getByText('Session ended').first().waitFor();
    const ended = await Promise.all(
      [ada, other].map((page) => page.evaluate(async () => (await fetch('/console/session')).status)),
    );
    assert.ok(ended.includes(200), 'this one stays');
    await ada.getByRole('button', { name: 'Sign out everywhere' }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await ada.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('an operator gives a person a link, with which they set a new password', async () => {
    await operator.goto('/settings?tab=people');
    await operator.getByLabel('Search by name or e-mail address').fill('ada@');
    await operator.getByRole('row', { name: /operator@pimento/ }).waitFor({ state: 'detached' });
    await act('Password link');
    const link = (await operator.getByRole('dialog').getByLabel('Link', { exact: true }).textContent()) ?? '';
    await operator.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await ada.goto(link);
    await ada.getByText('For ada@example.com. You are signed out everywhere.').waitFor();
    await ada.getByLabel('New password').fill(newPassword);
    await ada.getByRole('button', { name: 'Set password' }).click();
    await ada.getByRole('link', { name: 'Sign in' }).click();
    await signIn(ada, { email: 'ada@example.com', password: newPassword });
  });

  test('a disabled person is signed out and cannot sign in again until enabled', async () => {
    await act('Disable');
    await operator.getByText('Ada changed').first().waitFor();
    assert.equal(await ada.evaluate(async () => (await fetch('/console/session')).status), 401);
    await ada.goto('/sign-in');
    await ada.getByLabel('E-mail address').fill('ada@example.com');
    await ada.getByLabel('Password', { exact: true }).fill(newPassword);
    await ada.getByRole('button', { name: 'Sign in' }).click();
    await ada.getByRole('alert').getByText('Wrong e-mail address or password.').waitFor();
    await act('Enable');
    await operator.getByRole('row', { name: /Ada/ }).getByText('disabled').waitFor({ state: 'detached' });
    await signIn(ada, { email: 'ada@example.com', password: newPassword });
  });

  test('who forgot the password learns what to do when the service sends no e-mail', async () => {
    const page = (await visit(browser, service.baseUrl)).page;
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('alert').getByText('Ask an owner or operator for a link').waitFor();
  });

  test('a known person who is invited to another client signs in on the page of the invitation', async () => {
    const link = await operator.evaluate(async () => {
      const headers = { 'content-type': 'application/json', 'pimento-client': 'demo' };
      await fetch('/console/clients', { method: 'POST', headers, body: '{"clientId":"second","name":"Second"}' });
      const body = JSON.stringify({ email: 'ada@example.com', role: 'viewer' });
      const answer = await fetch('/console/invitations', {
        method: 'POST',
        headers: { ...headers, 'pimento-client': 'second' },
        body,
      });
      return ((await answer.json()) as { link: string }).link; // the operation declares this type
    });
    const page = (await visit(browser, service.baseUrl)).page;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Invitation to Second' }).waitFor();
    await page.getByText('I already have a login').click();
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
    await page.getByRole('button', { name: /^Client: / }).click();
    await page.getByRole('menuitem', { name: 'Second' }).waitFor();
  });
});
