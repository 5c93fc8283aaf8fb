import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { plainEnvironment } from '../packages/cli/test/command-line.ts';
import { root } from '../tools/root.ts';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { visit } from './support/console-visit.ts';

describe('A person who has typed `npm start` for the first time', { skip: withoutBrowser }, () => {
  let data: string;
  let browser: Browser;
  let printed = '';
  let stop: () => Promise<unknown> = () => Promise.resolve();

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'pimento-first-start-'));
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await stop();
    await rm(data, { recursive: true, force: true });
  });

  test('signs in with the printed login and finds the example catalogue', async () => {
    const started = spawn('npm', ['start', '--', '--port', '0', '--data', join(data, 'data')], {
      cwd: root,
      env: plainEnvironment({ PIMENTO_LOG_LEVEL: 'silent' }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(started, 'close');
    // The signal is sent only to npm, which forwards it. A second signal to the process group would interrupt the graceful shutdown.
    stop = () => {
      started.kill('SIGTERM');
      return ended;
    };
    const ready = Promise.withResolvers<void>();
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('Try it')) ready.resolve();
    });
    void ended.then(() => ready.reject(new Error(`npm start ended: ${printed}`)));
    await ready.promise;
    const address = /running at (\S+)/.exec(printed)?.[1] ?? '';
    const [, email = '', password = ''] = /Operator login\s+(\S+)\s+(\S+)/.exec(printed) ?? [];

    const { page, complaints } = await visit(browser, address);
    await page.goto('/');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hello, Operator' }).waitFor();
    await page.getByRole('row', { name: /Completed/ }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click();
    await page.getByText('40 products', { exact: true }).waitFor();
    await page.getByRole('gridcell', { name: 'olives-green-180', exact: true }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Green olives 180 g' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
