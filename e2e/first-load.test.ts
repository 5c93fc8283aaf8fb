import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { visit } from './support/console-visit.ts';
import { setStage } from './support/stage.ts';

const maxBytes = 250_000;
/** Encodings that are measured. Browsers accept brotli only on localhost and over HTTPS, and gzip otherwise. */
const encodings = ['br', 'gzip'] as const;

describe('The first load', { skip: withoutBrowser }, () => {
  const stage = setStage();

  for (const screen of ['/', '/products']) {
    test(`of ${screen} takes less than 250 kB of compressed scripts`, async () => {
      const storageState = await stage.page.context().storageState();
      const { page } = await visit(stage.browser, stage.service.baseUrl, { storageState });
      const scripts = new Set<string>();
      page.on('response', (response) => {
        if (response.url().endsWith('.js')) scripts.add(response.url());
      });
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const encoding of encodings) {
        const sizes = await Promise.all(
          [...scripts].map(async (url) => {
            const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': encoding } });
            assert.equal(headers.get('content-encoding'), encoding, url);
            return Number(headers.get('content-length'));
          }),
        );
        const sum = sizes.reduce((all, size) => all + size, 0);
        console.log(`${screen}: ${(sum / 1000).toFixed(1)} kB of scripts as ${encoding}`);
        assert.ok(sum > 100_000 && sum < maxBytes, `${sum} bytes as ${encoding}`);
      }
    });
  }

  test('contains nothing of the design page, which exists only in development', async () => {
    const texts = readFileSync('packages/console/src/design/design-texts.ts', 'utf8');
    const title = /designTitle = '([^']+)'/.exec(texts)?.[1] ?? assert.fail('the design page has no title');
    const scripts = globSync('packages/console/dist/static/*.js');
    assert.ok(scripts.length > 10);
    assert.deepEqual(
      scripts.filter((file) => readFileSync(file, 'utf8').includes(title)),
      [],
    );
    await stage.page.goto('/design');
    await stage.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  });
});
