import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { deInvitations, deSessions, deSignOn } from '../../packages/console/src/i18n/de-sign-on.ts';
import { deTenancy } from '../../packages/console/src/i18n/de-tenancy.ts';
import { de } from '../../packages/console/src/i18n/de.ts';
import { enInvitations, enSessions, enSignOn } from '../../packages/console/src/i18n/en-sign-on.ts';
import { enTenancy } from '../../packages/console/src/i18n/en-tenancy.ts';
import { en, type Messages } from '../../packages/console/src/i18n/en.ts';
import { codeOf } from '../../packages/server/test/access/authenticator.ts';
import type { ConsoleService } from './console-visit.ts';

/** Checks the current state of a page, for example for accessibility barriers. `what` describes the state in error messages. */
type Judge = (page: Page, what: string) => Promise<void>;

/** The texts of the screens about sign-in, people and clients in one language. */
interface TrustTexts {
  t: Messages;
  signOn: typeof enSignOn;
  tenancy: typeof enTenancy;
  invitations: typeof enInvitations;
  sessions: typeof enSessions;
}
export const trustTexts: Record<'en' | 'de', TrustTexts> = {
  en: { t: en, signOn: enSignOn, tenancy: enTenancy, invitations: enInvitations, sessions: enSessions },
  de: { t: de, signOn: deSignOn, tenancy: deTenancy, invitations: deInvitations, sessions: deSessions },
};

const person = { name: 'Tess', email: 'tess@example.com', password: 'velvet-otter-canyon-42' };
const nextPassword = 'quiet-heron-lantern-57';

/** Sends a request from a page of the console, with its session. */
async function send(
  page: Page,
  [method, path]: readonly [string, string],
  body?: object,
  clientId = 'demo',
): Promise<Record<string, unknown>> {
  const text = await page.evaluate(
    async ([method, path, body, clientId]) => {
      const headers = { 'content-type': 'application/json', 'pimento-client': clientId };
      const answer = await fetch(path, { method, headers, ...(body === '' ? {} : { body }) });
      return answer.ok ? await answer.text() : `{"failed":${answer.status}}`;
    },
    [method, path, body === undefined ? '' : JSON.stringify(body), clientId] as const,
  );
  const answer = JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>; // the operations of the console answer with objects
  assert.equal(answer['failed'], undefined, path);
  return answer;
}

const secretOf = (link: unknown) => new URL(String(link)).hash.slice(1);

/** Opens an address and waits until everything on it is loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/**
 * Judges the pages for a forgotten password: the request for a link, an invalid link, and the form for a new password, with a weak and a
 * strong password.
 */
async function judgeForgotten(operator: Page, stranger: Page, { t }: TrustTexts, judge: Judge): Promise<void> {
  await open(stranger, '/forgot-password');
  await judge(stranger, 'a forgotten password');
  await stranger.getByLabel(t.signIn.email).fill(person.email);
  await stranger.getByRole('button', { name: t.links.sendLink }).click();
  await stranger.getByText(t.links.linkSent).or(stranger.getByRole('alert')).first().waitFor();
  await judge(stranger, 'an answer about the link');
  await open(stranger, '/password#wrong');
  await judge(stranger, 'a link that does not work');
  const { people } = await send(operator, ['GET', `/console/people?text=${person.email}`]);
  const [{ personId }] = people as [{ personId: string }]; // the person was just created
  const { link } = await send(operator, ['POST', `/console/people/${personId}/password-link`]);
  await stranger.goto('about:blank');
  await open(stranger, String(link));
  const field = stranger.locator('input[type=password]');
  const set = stranger.getByRole('button', { name: t.links.setPassword });
  await field.fill('password1234');
  await set.click();
  await stranger.getByRole('alert').first().waitFor();
  await judge(stranger, 'a new password that is easy to guess');
  await field.fill(nextPassword);
  await set.click();
  await stranger.getByText(t.links.wasSet).waitFor();
  await judge(stranger, 'a password that was set');
}

/** Signs in, and judges the pages for sign-in, a wrong password, a first password, the code of a second factor, and a recovery code. */
async function judgeSignIn(stranger: Page, { t }: TrustTexts, judge: Judge): Promise<void> {
  const enter = async (password: string) => {
    await stranger.getByLabel(t.signIn.email).fill(person.email);
    await stranger.getByLabel(t.signIn.password, { exact: true }).fill(password);
    await stranger.getByRole('button', { name: t.signIn.submit }).click();
  };
  await open(stranger, '/sign-in');
  await judge(stranger, 'sign-in');
  await enter('a wrong password');
  await stranger.getByRole('alert').first().waitFor();
  await judge(stranger, 'a wrong password');
  await enter(nextPassword);
  await stranger.getByRole('navigation').first().waitFor();
  // only the first login of an installation must replace its password, so the test changes the response
  await stranger.route('**/console/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as object; // the answer has a session
    await route.fulfill({ response, json: { ...session, mustChangePassword: true } });
  });
  await stranger.goto('/');
  await stranger.getByText(t.links.firstTitle).waitFor();
  await judge(stranger, 'a first password');
  await stranger.unroute('**/console/session');
  const { uri } = await send(stranger, ['POST', '/console/session/second-factor'], { password: nextPassword });
  const key = new URL(String(uri)).searchParams.get('secret') ?? '';
  await send(stranger, ['POST', '/console/session/second-factor/confirm'], { code: codeOf(key) });
  await stranger.context().clearCookies();
  await open(stranger, '/sign-in');
  await enter(nextPassword);
  await stranger.getByRole('textbox', { name: t.secondFactor.code, exact: true }).waitFor();
  await judge(stranger, 'the question for a code');
  await stranger.getByRole('button', { name: t.secondFactor.useRecoveryCode }).click();
  await stranger.getByRole('textbox', { name: t.secondFactor.recoveryCode, exact: true }).waitFor();
  await judge(stranger, 'the question for a recovery code');
}

/**
 * Judges the pages that a person sees before being signed in: invitations, links that do not work, a forgotten password, a new password,
 * sign-in, a first password, and the question for a second factor.
 * @param operator a page with the session of an operator
 */
export async function judgeEntrances(operator: Page, stranger: Page, texts: TrustTexts, judge: Judge): Promise<void> {
  await open(stranger, '/invitation#wrong');
  await judge(stranger, 'an invitation that does not work');
  const { link } = await send(operator, ['POST', '/console/invitations'], { ...person, role: 'viewer' });
  await stranger.goto('about:blank');
  await open(stranger, String(link));
  await judge(stranger, 'an invitation');
  await send(stranger, ['POST', '/console/invitation/accept'], {
    ...person,
    secret: secretOf(link),
    email: undefined,
  });
  await stranger.context().clearCookies();
  await send(operator, ['POST', '/console/clients'], { clientId: 'second', name: 'Second' });
  const again = await send(operator, ['POST', '/console/invitations'], { ...person, role: 'viewer' }, 'second');
  await stranger.goto('about:blank');
  await open(stranger, String(again['link']));
  await judge(stranger, 'an invitation of a known person');
  await judgeForgotten(operator, stranger, texts, judge);
  await judgeSignIn(stranger, texts, judge);
}

/** Opens each dialog about people, keys, sign-in, clients and identity providers, as an operator, and judges it. */
export async function judgeTrustDialogs(
  page: Page,
  service: ConsoleService,
  { t, signOn, tenancy, invitations, sessions }: TrustTexts,
  judge: Judge,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  const openDialog = async (tab: string, button: string) => {
    await page.goto(`/settings?tab=${tab}`);
    await page.getByRole('button', { name: button }).first().click();
    await dialog.waitFor();
    await judge(page, button);
  };
  const choose = async (tab: string, menu: string, item: string) => {
    await page.goto(`/settings?tab=${tab}`);
    await page.getByRole('button', { name: menu }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await dialog.waitFor();
    await judge(page, item);
  };
  await openDialog('profile', t.secondFactor.setUp);
  await dialog.getByLabel(t.settings.currentPassword).fill(service.operator.password);
  await dialog.getByRole('button', { name: t.secondFactor.next }).click();
  await dialog.getByRole('img', { name: t.secondFactor.qr }).waitFor();
  await judge(page, 'the key of an authenticator app');
  for (const [tab, button] of [
    ['profile', sessions.endAll],
    ['profile', signOn.addPasskey],
    ['keys', t.settings.newKey],
    ['keys', t.keys.rotate],
    ['keys', t.settings.revoke],
    ['members', invitations.invite],
    ['people', t.people.newOperator],
    ['sign-on', signOn.add],
  ] as const)
    await openDialog(tab, button);
  for (const item of [invitations.passwordLink, t.people.remove])
    await choose('people', t.people.actions(person.name), item);
  for (const item of [tenancy.quotas, tenancy.start, tenancy.deleteClient])
    await choose('clients', tenancy.actions('').trim(), item);
}
