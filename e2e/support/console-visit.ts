import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startService, type StartedService } from '../../packages/cli/test/started-service.ts';
import { createTestDatabase } from '../../packages/server/test/test-database.ts';
import { watchPage } from './failed-test.ts';

export interface Login {
  email: string;
  password: string;
}

export interface ConsoleService extends StartedService {
  operator: Login;
  /** The secret of the demo client's first key. */
  secret: string;
}

/**
 * Starts a service with the example catalogue, an operator and the console. Creating these takes several seconds, so the service uses
 * copies of a database and a data folder that already contain them, unless the environment selects a different example.
 */
export async function startConsoleService(environment: Record<string, string> = {}): Promise<ConsoleService> {
  const isFirstStart = environment['PIMENTO_EXAMPLE'] !== undefined;
  const database = await createTestDatabase(isFirstStart ? undefined : process.env['PIMENTO_E2E_TEMPLATE']);
  const settings = { PIMENTO_DATABASE_URL: database.connectionString, ...environment };
  const before = isFirstStart ? undefined : process.env['PIMENTO_E2E_DATA'];
  const service = await startService(settings, before, true);
  const firstRun = JSON.parse(await readFile(join(service.data, 'first-run.json'), 'utf8')) as {
    operator: Login;
    client: { secret: string };
  }; // written by the service
  return {
    ...service,
    operator: firstRun.operator,
    secret: firstRun.client.secret,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

export interface Visit {
  page: Page;
  /** Errors in the browser, and URLs that the page requested from other hosts. */
  complaints: string[];
}

/** A long timeout, because several test files share the cores with the servers and databases that they have started. */
const patienceMs = 20_000;

/** Opens a page in a separate browser context, in English by default. */
export async function visit(browser: Browser, baseUrl: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser logs every response with a status of 400 or above, and tests cause some of these on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(baseUrl))
      complaints.push(`asked ${request.url()}`);
  });
  watchPage(page, complaints);
  return { page, complaints };
}

export async function signIn(page: Page, { email, password }: Login): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
}

/**
 * Signs in with a request instead of the form, and opens the start page. Only journeys that test signing in use the form, because loading
 * and sending it takes 0.5 s of processor time.
 */
export async function enter(page: Page, baseUrl: string, { email, password }: Login): Promise<void> {
  const headers = { origin: baseUrl, 'user-agent': await page.evaluate(() => navigator.userAgent) };
  const answer = await page.request.post('/console/session', { data: { email, password }, headers });
  assert.equal(answer.status(), 200, await answer.text());
  await page.goto('/');
  await page.getByRole('navigation').waitFor();
}
