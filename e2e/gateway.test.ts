import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { inviteColleague } from './support/colleague.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './support/console-visit.ts';

let service: ConsoleService;
let browser: Browser;
let page: Page;
let complaints: string[];
let secret = '';

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService();
  browser = await launchBrowser();
  ({ page, complaints } = await visit(browser, service.baseUrl));
  await signIn(page, service.operator);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

const send = (method: string, path: string, key: string, body?: unknown) =>
  fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const poll = async (key: string) =>
  (await (await send('GET', '/external/events?limit=100', key)).json()) as { events: { eventId: string }[] }; // the contract declares this type

describe('An operator who adds an adapter: channels, keys and events', { skip: withoutBrowser }, () => {
  test('creates an adapter', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Gateway' }).click();
    await page.getByRole('link', { name: 'Example', exact: true }).waitFor();
    await page.getByRole('button', { name: 'New adapter' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Adapter ID').fill('market');
    await dialog.getByLabel('Name').fill('Market adapter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Market adapter' }).waitFor();
    await page.getByText('No events').waitFor();
  });

  test('creates a channel with account fields, and sees which pattern is not valid', async () => {
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'New channel' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Channel ID').fill('market');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('The market');
    await form.getByLabel('Batch size').fill('250');
    await form.getByRole('button', { name: 'Add field' }).click();
    await form.getByLabel('Field ID').fill('shopUrl');
    await form.getByLabel('Label').fill('Shop address');
    await form.getByLabel('Pattern (RE2)').fill('(?=x)');
    await form.getByRole('button', { name: 'Save' }).click();
    await form
      .getByRole('alert')
      .getByText(/pattern/i)
      .waitFor();
    await form.getByLabel('Pattern (RE2)').fill('^https://');
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /The market/ });
    await row.getByText('250', { exact: true }).waitFor();
    await row.getByText('Shop address').waitFor();
    await row.getByRole('button', { name: 'Edit The market' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Market place');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Market place/ }).waitFor();
  });

  test('creates a key, whose secret is shown once and can poll', async () => {
    await page.getByRole('tab', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Server 1');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    secret = (await dialog.getByLabel('Secret').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    assert.deepEqual((await poll(secret)).events, []);
  });

  test('sees a pending event, reads its payload without the password, and replays it after it was acknowledged', async () => {
    const connected = await send('POST', '/api/channels/v1/channels/market/accounts', service.secret, {
      name: 'Main account',
      properties: { shopUrl: 'https://market.example' },
    });
    assert.equal(connected.status, 201);
    await page.goto('/gateway');
    const line = page.getByRole('row', { name: /Market adapter/ });
    await line.getByText('1', { exact: true }).waitFor();
    await line.getByText('29 days').waitFor();
    await line.getByRole('link', { name: 'Market adapter' }).click();
    const event = page.getByRole('row', { name: /Account to check/ });
    await event.getByText('pending').waitFor();
    await event.getByRole('button', { name: /^Payload of/ }).click();
    await page.getByLabel('Payload', { exact: true }).getByText('Main account').waitFor();
    const [taken] = (await poll(secret)).events;
    assert.ok(taken);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await event.getByText('acknowledged').waitFor();
    assert.deepEqual((await poll(secret)).events, []);
    await event.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The event is pending again').waitFor();
    assert.equal((await poll(secret)).events[0]?.eventId, taken.eventId);
  });
});

describe('An operator who adds an adapter: everyone else', { skip: withoutBrowser }, () => {
  test('is the only person who sees any of this', async () => {
    const login = await inviteColleague(page, { email: 'olga@example.com', name: 'Olga', role: 'owner' });
    const { page: owner } = await visit(browser, service.baseUrl);
    await signIn(owner, login);
    assert.equal(await owner.getByRole('navigation').getByRole('link', { name: 'Gateway' }).count(), 0);
    await owner.goto('/gateway/market');
    await owner.getByText('For operators only').waitFor();
    const status = await owner.evaluate(async () => (await fetch('/console/streams')).status);
    assert.equal(status, 403);
  });

  test('has caused no browser error and no request to another host', () => {
    assert.deepEqual(complaints, []);
  });
});
