import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { codeOf } from '../../packages/server/test/access/authenticator.ts';
import type { ConsoleService } from './console-visit.ts';

/** Judges what a page shows at this moment, and names it in its complaint. */
type Judge = (page: Page, what: string) => Promise<void>;

const person = { name: 'Tess', email: 'tess@example.com', password: 'velvet-otter-canyon-42' };

/** Sends a request from a page of the console, with its session. */
async function post(page: Page, path: string, body: object): Promise<Record<string, unknown>> {
  const text = await page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json', 'pimento-client': 'demo' };
      const answer = await fetch(path, { method: 'POST', headers, body });
      return answer.ok ? await answer.text() : `{"failed":${answer.status}}`;
    },
    [path, JSON.stringify(body)] as const,
  );
  const answer = JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>; // the operations of the console answer with objects
  assert.equal(answer['failed'], undefined, path);
  return answer;
}

/**
 * Judges the pages that a person sees before being signed in: links that are wrong, an invitation, a forgotten password, and the question
 * for a second factor.
 * @param operator a page with the session of an operator
 */
export async function judgeEntrances(operator: Page, stranger: Page, judge: Judge): Promise<void> {
  const { link } = await post(operator, '/console/invitations', { ...person, role: 'viewer' });
  for (const [address, heading] of [
    ['/forgot-password', 'Forgot password'],
    ['/invitation#wrong', /./],
    ['/password#wrong', /./],
    [String(link), /^Invitation to/],
  ] as const) {
    await stranger.goto(address);
    await stranger.getByRole('heading', { name: heading }).waitFor();
    await stranger.waitForLoadState('networkidle');
    await judge(stranger, address.split('#', 1)[0] ?? address);
  }
  await post(stranger, '/console/invitation/accept', {
    ...person,
    secret: new URL(String(link)).hash.slice(1),
    email: undefined,
  });
  const { uri } = await post(stranger, '/console/session/second-factor', { password: person.password });
  const key = new URL(String(uri)).searchParams.get('secret') ?? '';
  await post(stranger, '/console/session/second-factor/confirm', { code: codeOf(key) });
  await stranger.context().clearCookies();
  await stranger.goto('/sign-in');
  await stranger.getByLabel('E-mail address').fill(person.email);
  await stranger.getByLabel('Password', { exact: true }).fill(person.password);
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  await stranger.getByRole('textbox', { name: 'Code', exact: true }).waitFor();
  await judge(stranger, 'the question for a code');
}

/** Opens each dialog about people, sign-in, clients and identity providers, as an operator, and judges it. */
export async function judgeTrustDialogs(page: Page, service: ConsoleService, judge: Judge): Promise<void> {
  const dialog = page.getByRole('dialog');
  const open = async (tab: string, button: string) => {
    await page.goto(`/settings?tab=${tab}`);
    await page.getByRole('button', { name: button }).first().click();
    await dialog.waitFor();
    await judge(page, button);
  };
  const choose = async (tab: string, menu: string, item: string) => {
    await page.goto(`/settings?tab=${tab}`);
    await page.getByRole('button', { name: menu }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await dialog.waitFor();
    await judge(page, item);
  };
  await open('profile', 'Set up authenticator app');
  await dialog.getByLabel('Current password').fill(service.operator.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await judge(page, 'the key of an authenticator app');
  for (const [tab, button] of [
    ['profile', 'Sign out everywhere'],
    ['profile', 'Add passkey'],
    ['members', 'Invite member'],
    ['people', 'New operator'],
    ['sign-on', 'Add provider'],
  ] as const)
    await open(tab, button);
  await choose('people', `Actions for ${person.name}`, 'Password link');
  for (const item of ['Quotas', 'Export everything', 'Delete client']) await choose('clients', 'Actions for', item);
}
