import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operations } from '@pimento/contract';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '../support/browser.ts';
import { countActions } from '../support/count-actions.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from '../support/console-visit.ts';

let service: ConsoleService;
let browser: Browser;
let owner: Page;
let viewer: Page;
const viewerPassword = 'velvet-otter-canyon-42';

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  browser = await launchBrowser();
  owner = (await visit(browser, service.baseUrl)).page;
  viewer = (await visit(browser, service.baseUrl)).page;
  await signIn(owner, service.operator);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

describe('Owners and viewers: what a viewer may do', { skip: withoutBrowser }, () => {
  test('an owner invites a viewer with a link in 5 actions, and the viewer chooses a password of their own', async () => {
    await owner.goto('/settings');
    await owner.getByRole('tab', { name: 'Members' }).click();
    const { act, atMost } = countActions();
    await act(owner.getByRole('button', { name: 'Invite member' }).click());
    const form = owner.getByRole('dialog');
    await act(form.getByLabel('E-mail address').fill('vera@example.com'));
    await act(form.getByRole('combobox', { name: 'Role' }).click());
    await act(form.getByRole('option', { name: 'Viewer' }).click());
    await act(form.getByRole('button', { name: 'Invite member' }).click());
    atMost(5);
    const link = (await form.getByLabel('Link', { exact: true }).textContent()) ?? '';
    await form.getByRole('button', { name: 'Close' }).last().click();
    await owner
      .getByRole('row', { name: /vera@example\.com/ })
      .getByText('link passed on')
      .waitFor();

    await viewer.goto(link);
    await viewer.getByRole('heading', { name: 'Invitation to Demo' }).waitFor();
    await viewer.getByLabel('Your name').fill('Vera');
    await viewer.getByLabel('New password').fill('password1234');
    await viewer.getByRole('button', { name: 'Accept invitation' }).click();
    await viewer.getByRole('alert').getByText('easy to guess').waitFor();
    await viewer.getByLabel('New password').fill(viewerPassword);
    await viewer.getByRole('button', { name: 'Accept invitation' }).click();
    await viewer.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
    await viewer.goto(link);
    await viewer.getByRole('alert').getByText('This link has been used').waitFor();
  });

  test('a viewer finds everything to read and nothing to change', async () => {
    await signIn(viewer, { email: 'vera@example.com', password: viewerPassword });
    await viewer.goto('/products/capers-100');
    await viewer.getByRole('heading', { level: 1, name: 'Capers in sea salt 100 g' }).waitFor();
    await viewer.getByText('Net weight').waitFor();
    assert.equal(await viewer.getByRole('button', { name: /^Edit/ }).count(), 0);
    await viewer.goto('/imports');
    await viewer.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
    assert.equal(await viewer.getByRole('button', { name: 'Choose a file' }).count(), 0);
    await viewer.goto('/settings');
    await viewer.getByRole('tab', { name: 'Profile' }).waitFor();
    assert.deepEqual(await viewer.getByRole('tab').allTextContents(), ['Profile', 'Notices', 'Storage']);
  });

  test('a viewer changes nothing by calling the service from the console’s own page either: no operation lets them', async () => {
    const writes = operations
      .filter(
        ({ method, permission, writesNothing }) =>
          method !== 'GET' && writesNothing !== true && ['client', 'owner', 'operator'].includes(permission.who),
      )
      .map(({ id, method, path }) => ({ id, method, path: path.replaceAll(/\{\w+\}/g, 'capers-100') }));
    assert.ok(writes.length > 30, `${writes.length} operations write`);
    const answers = await viewer.evaluate(async (calls: { id: string; method: string; path: string }[]) => {
      const headers = { 'pimento-client': 'demo', 'content-type': 'application/json' };
      const found: string[] = [];
      for (const { id, method, path } of calls)
        found.push(`${id} ${(await fetch(path, { method, headers, body: '{}' })).status}`);
      return found;
    }, writes);
    assert.deepEqual(
      answers,
      writes.map(({ id }) => `${id} 403`),
    );
    const secrets = await viewer.evaluate(async () => {
      const headers = { 'pimento-client': 'demo' };
      return [
        (await fetch('/console/client-keys', { headers })).status,
        (await fetch('/console/members', { headers })).status,
      ];
    });
    assert.deepEqual(secrets, [403, 403], 'what owners alone read');
  });
});

describe('Owners and viewers: keys, language and sign-out', { skip: withoutBrowser }, () => {
  test('an owner makes a key whose secret is shown once, works, and is useless when revoked', async () => {
    await owner.goto('/settings');
    await owner.getByRole('tab', { name: 'API keys' }).click();
    await owner.getByRole('button', { name: 'New key' }).click();
    const form = owner.getByRole('dialog');
    await form.getByLabel('Name').fill('Web shop');
    await form.getByRole('button', { name: 'Create key' }).click();
    const secret = await form.getByLabel('Secret').textContent();
    await form.getByRole('button', { name: 'Close' }).last().click();
    const read = () =>
      fetch(`${service.baseUrl}/api/products/v1/products?limit=1`, { headers: { authorization: `Bearer ${secret}` } });
    assert.equal((await read()).status, 200);
    await owner
      .getByRole('row', { name: /Web shop/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await owner.getByText('revoked', { exact: true }).waitFor();
    assert.equal((await read()).status, 401);
  });

  test('an owner gives a key a new secret, and the old one ends at once where they say so', async () => {
    await owner.getByRole('button', { name: 'New key' }).click();
    const form = owner.getByRole('dialog');
    await form.getByLabel('Name').fill('Feed');
    await form.getByRole('button', { name: 'Create key' }).click();
    const old = await form.getByLabel('Secret').textContent();
    await form.getByRole('button', { name: 'Close' }).last().click();
    await owner.getByRole('row', { name: /Feed/ }).getByRole('button', { name: 'New secret' }).click();
    await form.getByRole('combobox', { name: 'The old secret expires' }).click();
    await form.getByRole('option', { name: 'immediately' }).click();
    await form.getByRole('button', { name: 'New secret' }).click();
    const fresh = await form.getByLabel('Secret', { exact: true }).textContent();
    await form.getByRole('button', { name: 'Close' }).last().click();
    const read = async (secret: string | null) => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${service.baseUrl}/api/products/v1/products?limit=1`, { headers })).status;
    };
    assert.deepEqual([await read(old), await read(fresh)], [401, 200]);
  });

  test('the console speaks German where the browser does, and remembers another choice', async () => {
    const { page } = await visit(browser, service.baseUrl, { locale: 'de-DE' });
    await page.goto('/');
    await page.getByLabel('E-Mail-Adresse').fill('vera@example.com');
    await page.getByLabel('Passwort', { exact: true }).fill(viewerPassword);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { name: 'Hallo, Vera' }).waitFor();
    await page.getByRole('button', { name: 'Ihr Konto' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
  });

  test('signing out ends the session', async () => {
    await viewer.goto('/');
    await viewer.getByRole('button', { name: 'Your account' }).click();
    await viewer.getByRole('menuitem', { name: 'Sign out' }).click();
    await viewer.getByRole('button', { name: 'Sign in' }).waitFor();
    await viewer.goto('/products');
    await viewer.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
