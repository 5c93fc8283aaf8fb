import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Route } from 'playwright-core';
import { root } from '../../tools/root.ts';
import { launchBrowser, withoutBrowser } from '../support/browser.ts';

/** No service has this address. The browser gets all files from `serve`. */
const origin = 'https://formulas.test';
/** The only functions of `node:assert/strict` that the fixture of the vectors calls. */
const assertions =
  'export default { ok(value) { if (!value) throw Error("not ok"); }, fail() { throw Error("failed"); } };';
const imports = {
  'node:assert/strict': `data:text/javascript,${encodeURIComponent(assertions)}`,
  '@pimento/formula': '/packages/formula/src/index.ts',
  re2js: '/node_modules/re2js/build/index.js',
};
const page = `<script type="importmap">${JSON.stringify({ imports })}</script>`;

/** Answers requests of the page with files of the repository, in which types are replaced by spaces. */
async function serve(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: page });
  const source = await readFile(join(root, pathname), 'utf8');
  const body = pathname.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  return route.fulfill({ contentType: 'text/javascript', body });
}

interface Vectors {
  [subject: string]: readonly (readonly [formula: string, result: unknown, product?: object])[];
}

describe('Formulas in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('give the results of all vectors, as in the service and on the command line', async () => {
    const tab = await browser.newPage();
    await tab.route(`${origin}/**`, serve);
    await tab.goto(origin);
    const { count, differences } = await tab.evaluate(async (folder) => {
      const [first, second, fixture] = (await Promise.all(
        ['vectors.ts', 'function-vectors.ts', 'formula-fixture.ts'].map((file) => import(`${folder}/${file}`)),
      )) as [{ vectors: Vectors }, { functionVectors: Vectors }, { run(formula: string, product?: object): unknown }]; // the three files export these
      const all = Object.values({ ...first.vectors, ...second.functionVectors }).flat();
      const found = all.filter(
        ([formula, result, product]) => JSON.stringify(fixture.run(formula, product)) !== JSON.stringify(result),
      );
      return { count: all.length, differences: found };
    }, '/packages/formula/test');
    await tab.close();
    assert.deepEqual(differences, []);
    assert.ok(count > 250, `${count} vectors`);
  });
});
