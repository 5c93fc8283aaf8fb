import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { inviteColleague } from './support/colleague.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './support/console-visit.ts';
import { connectAndSubmit } from './support/played-adapter.ts';

let service: ConsoleService;
let browser: Browser;
let page: Page;

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  browser = await launchBrowser();
  const owner = (await visit(browser, service.baseUrl)).page;
  await signIn(owner, service.operator);
  const login = await inviteColleague(owner, { email: 'vera@example.com', name: 'Vera', role: 'viewer' });
  await connectAndSubmit(service);
  ({ page } = await visit(browser, service.baseUrl));
  await signIn(page, login);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

describe('A viewer', { skip: withoutBrowser }, () => {
  test('reads channels, accounts, products and submissions, and finds nothing there to change them with', async () => {
    const changes = /^(Connect|Disconnect|Edit|Check again|Delete|Submit$|Resubmit|Cancel|Remove|Mark|Save|Discard)/;
    const screens: Record<string, RegExp> = {
      '/channels': /Example shop/,
      '/channels/example-shop': /https:\/\/shop\.example/,
      '/channels/example-shop?tab=products': /Capers in sea salt 100 g/,
      '/channels/example-shop?tab=automatic': /Only editors and owners can change these settings/,
      '/submissions': /Example shop/,
      '/products/capers-100': /On channels/,
    };
    for (const [screen, text] of Object.entries(screens)) {
      await page.goto(screen);
      await page.getByRole('main').getByText(text).first().waitFor();
      assert.deepEqual(
        await page.getByRole('main').getByRole('button', { name: changes }).allTextContents(),
        [],
        screen,
      );
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Submissions' }).click();
    await page
      .getByRole('row', { name: /Submitted/ })
      .getByRole('link')
      .click();
    await page.getByText('waiting for the adapter').waitFor();
    assert.equal(await page.getByRole('main').getByRole('button', { name: changes }).count(), 0);
    await page.goto('/products');
    await page.getByRole('grid').focus();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Submit', exact: true }).count(), 0);
  });

  test('changes nothing there by calling the service from the console’s own page either', async () => {
    const statuses = await page.evaluate<number[]>(async () => {
      const headers = { 'pimento-client': 'demo', 'content-type': 'application/json' };
      const channel = '/api/channels/v1/channels/example-shop';
      const { accounts } = (await (await fetch(channel, { headers })).json()) as { accounts: { accountId: string }[] };
      const log = (await (await fetch('/api/submit/v1/submissions', { headers })).json()) as {
        submissions: { submissionId: string }[];
      }; // the API reference documents this type
      const accountPath = `${channel}/accounts/${accounts[0]?.accountId ?? ''}`;
      const submissionPath = `/api/submit/v1/submissions/${log.submissions[0]?.submissionId ?? ''}`;
      const calls: [string, string, unknown?][] = [
        ['DELETE', channel],
        ['POST', `${channel}/accounts`, { name: 'x', properties: {} }],
        ['PATCH', accountPath, { name: 'x' }],
        ['POST', `${accountPath}/validate`],
        ['DELETE', accountPath],
        ['POST', `${channel}/products`, { productIds: ['capers-100'] }],
        ['POST', `${channel}/products/remove`, { productIds: ['capers-100'] }],
        ['PUT', `${channel}/automatic-submit`, {}],
        ['POST', '/api/submit/v1/channels/example-shop/products', ['capers-100']],
        ['POST', `${submissionPath}/cancel`],
        ['POST', `${submissionPath}/resubmit`, {}],
      ];
      const found: number[] = [];
      for (const [method, path, body] of calls) {
        const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        found.push((await fetch(path, request)).status);
      }
      return found;
    });
    assert.deepEqual(
      statuses,
      Array.from({ length: 11 }, () => 403),
    );
  });
});
