import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env['PIMENTO_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const found = places.find((place) => place !== undefined && existsSync(place));

const missing = 'no Chromium here: install it, or name it in PIMENTO_CHROMIUM';
const isOptional = process.env['CI'] === undefined;

/** Reason to skip the browser tests, for the `skip` of a suite, or false if a browser was found or the tests are mandatory. */
export const withoutBrowser: string | false = found === undefined && isOptional ? missing : false;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the browser that all test files share. Returns undefined if no browser is installed. */
export async function startBrowserServer(): Promise<(AsyncDisposable & { address: string }) | undefined> {
  if (found === undefined) return undefined;
  const server = await chromium.launchServer({ executablePath: found, args });
  return { address: server.wsEndpoint(), [Symbol.asyncDispose]: () => server.close() };
}

/**
 * Connects to the shared browser, or starts a browser if the test file runs alone. Closing a connection to the shared browser closes only
 * the pages of the caller.
 */
export function launchBrowser(): Promise<Browser> {
  const shared = process.env['PIMENTO_E2E_BROWSER'];
  if (shared !== undefined) return chromium.connect(shared);
  if (found === undefined) throw new Error(missing);
  return chromium.launch({ executablePath: found, args });
}
