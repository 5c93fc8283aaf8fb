import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env['PIMENTO_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const found = places.find((place) => place !== undefined && existsSync(place));

const missing = 'no Chromium here: install it, or name it in PIMENTO_CHROMIUM';
const isOptional = process.env['CI'] === undefined;

/** Reason to skip the browser tests, for the `skip` of a suite; false if a browser was found or the tests are mandatory. */
export const withoutBrowser: string | false = found === undefined && isOptional ? missing : false;

export function launchBrowser(): Promise<Browser> {
  if (found === undefined) throw new Error(missing);
  return chromium.launch({
    executablePath: found,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
