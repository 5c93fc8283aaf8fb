import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { startTestIssuer, type TestIssuer } from '../../packages/server/test/access/test-issuer.ts';
import { withoutBrowser } from '../support/browser.ts';
import { signIn, visit } from '../support/console-visit.ts';
import { setStage } from '../support/stage.ts';

/** Returns the service's address with a host name, because passkeys do not work at IP addresses. */
const named = (baseUrl: string) => baseUrl.replace('127.0.0.1', 'localhost');

/** Adds a virtual authenticator to the browser, which stores passkeys and confirms every request for user verification. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
  await page.waitForLoadState('networkidle');
}

describe('A person with a passkey', { skip: withoutBrowser }, () => {
  const stage = setStage({ isSignedOut: true });
  let page: Page;
  before(async () => {
    if (withoutBrowser) return;
    ({ page } = await visit(stage.browser, named(stage.service.baseUrl)));
    await addAuthenticator(page);
    await signIn(page, stage.service.operator);
  });

  test('is led to set it up by a client that demands a second factor, and is in at once', async () => {
    await page.goto('/settings?tab=clients');
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/second-factor-demand'));
    await page
      .getByRole('switch', { name: /Require a second factor$/ })
      .first()
      .click({ force: true });
    await saved;
    await page.getByText(/^Required(; \d+ members? ha(s|ve) none yet)?$/).waitFor();
    await page.goto('/products');
    await page.getByRole('heading', { name: /requires a second factor$/ }).waitFor();
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Laptop').waitFor();
    await page.goto('/products');
    await page.getByRole('grid').waitFor();
  });

  test('signs in without a password', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('navigation').waitFor();
    await page.goto('/products');
    await page.getByRole('grid').waitFor();
  });

  test('renames and deletes it, after which it no longer signs in', async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Rename Laptop' }).click();
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Old laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Delete Old laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Passkey deleted').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The passkey was not accepted').waitFor();
  });
});

describe('A company with single sign-on', { skip: withoutBrowser }, () => {
  const stage = setStage({ environment: { PIMENTO_ISSUER_ALLOW: '127.0.0.0/8' } });
  let issuer: TestIssuer;
  before(async () => {
    if (withoutBrowser) return;
    issuer = await startTestIssuer(`${stage.service.baseUrl}/console/session/provider/callback`);
    issuer.people.set('ada', { name: 'Ada', email: 'ada@corp.example', email_verified: true });
  });
  after(() => issuer?.[Symbol.asyncDispose]());

  test('is set up and tested by an operator', async () => {
    const { page } = stage;
    await page.goto('/settings?tab=sign-on');
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'ID', exact: true }).fill('corp');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Corp');
    await dialog.getByLabel('Issuer').fill(issuer.issuer);
    await dialog.getByLabel('Client ID').fill(issuer.clientId);
    await dialog.getByLabel('Client secret').fill(issuer.secret);
    await dialog.getByLabel('E-mail domains').fill('corp.example');
    await dialog.getByRole('switch', { name: /Single sign-on only/ }).click({ force: true });
    await dialog.getByRole('button', { name: 'Add client' }).click();
    await dialog.getByRole('combobox', { name: 'Client', exact: true }).click();
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('textbox', { name: 'Groups', exact: true }).fill('nonsense');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must have the form group = role').waitFor();
    await dialog.getByRole('textbox', { name: 'Groups', exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test Corp' }).click();
    await page.getByText('Corp can be reached').waitFor();
    await page.getByRole('button', { name: 'Edit Corp' }).click();
    await page.getByRole('dialog').getByText('/console/session/provider/callback').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  test('sends its people from the password to the provider, and back into the console', async () => {
    const { page } = await visit(stage.browser, stage.service.baseUrl);
    await page.goto('/sign-in?to=/products');
    await page.getByLabel('E-mail address').fill('ada@corp.example');
    await page.getByLabel('Password', { exact: true }).fill('anything');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('sign in with Corp only').waitFor();
    await page.getByRole('button', { name: 'Continue with Corp' }).click();
    await page.getByRole('grid').waitFor();
    assert.equal(new URL(page.url()).pathname, '/products');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByText('ada@corp.example').waitFor();
  });

  test('is found by e-mail address, and the reason of a refusal is shown', async () => {
    issuer.people.clear();
    issuer.people.set('eve', { email: 'eve@corp.example' });
    const { page } = await visit(stage.browser, stage.service.baseUrl);
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Single sign-on' }).click();
    await page.getByLabel('Single sign-on: E-mail address').fill('eve@corp.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The provider has not verified your e-mail address.').waitFor();
  });
});
