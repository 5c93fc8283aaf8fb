import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { visit } from './support/console-visit.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
const texts = ['true', 'null', '{"a":1}', '["a"]', '662E41', '340123450000000018', '10.50', '1e3', '"quoted"'];

describe('A link from another system', { skip: withoutBrowser }, () => {
  for (const text of texts)
    test(`shows the very text ${text} on every screen with a search`, async () => {
      const { page } = stage;
      for (const path of ['/products', '/assets', '/deleted-products']) {
        await page.goto(`${path}?text=${encodeURIComponent(text)}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const boxes = page.getByRole('main').getByRole('textbox');
        await boxes.first().waitFor();
        assert.equal(await boxes.first().inputValue(), text, path);
      }
    });

  test('filters by the very family, and names the very client', async () => {
    const { page } = stage;
    await page.goto('/products?family=1e3');
    await page.getByText('Family: 1e3', { exact: true }).waitFor();
    await page.goto('/products?client=1e3');
    await page.getByText('You do not have access to the client “1e3”').waitFor();
    await page.goto('/products?client=340123450000000018');
    await page.getByText('You do not have access to the client “340123450000000018”').waitFor();
  });

  test('is answered with status 200 by the server for every route of the console', async () => {
    const router = await readFile(new URL('../packages/console/src/app/router.tsx', import.meta.url), 'utf8');
    const routes = [...router.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path.replaceAll('$', 'any-'));
    const paths = routes.filter((path) => path !== '/design'); // the build does not contain this page
    assert.ok(paths.length > 20, paths.join(' '));
    for (const path of paths) {
      const { status } = await fetch(stage.service.baseUrl + path, { headers: { accept: 'text/html' } });
      assert.equal(status, 200, path);
    }
  });

  test('opens every screen whatever its parameters are', async () => {
    const { page } = stage;
    const odd = 'tab=true&state=null&status=%7B%7D&origin=1&view=2&unused=x&connect=%5B%5D&where=true&columns=null';
    for (const path of [
      '/settings',
      '/channels/example-shop',
      '/gateway/example',
      '/submissions',
      '/imports',
      '/assets',
    ]) {
      await page.goto(`${path}?${odd}&text=a&text=b`);
      await page.getByRole('navigation').first().waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.getByRole('heading', { level: 1, name: 'Error' }).count(), 0, path);
    }
  });

  test('keeps filters in the URL as plain repeated parameters', async () => {
    const { page } = stage;
    await page.goto(`/products?client=demo&where=${encodeURIComponent('["brand~Pimento"]')}`);
    await page.getByRole('grid').waitFor();
    const box = page.getByRole('main').getByRole('textbox').first();
    await box.fill('0017');
    await page.waitForURL(/text=0017/);
    const search = new URL(page.url()).searchParams;
    assert.deepEqual([search.get('text'), search.getAll('where')], ['0017', ['brand~Pimento']]);
  });
});

describe('A start page without the attributes', { skip: withoutBrowser }, () => {
  test('reports the error, and shows their number after "Try again"', async () => {
    const { page } = stage;
    const attributes = '**/datastandards/attributes*';
    await page.route(attributes, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/');
    const figure = page.getByRole('main').locator('dl > *').filter({ hasText: 'Attributes' }).locator('dd');
    await figure.getByText('–', { exact: true }).waitFor();
    await page.unroute(attributes);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await figure.getByText(/^\d+$/).waitFor();
  });
});

describe('A screen whose code cannot be fetched', { skip: withoutBrowser }, () => {
  test('says so inside the navigation, and is shown after "Try again"', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('grid').waitFor();
    await page.route('**/static/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Attributes' }).click();
    await page.getByText('This part of the console could not be loaded').waitFor();
    await page.getByRole('navigation').first().waitFor();
    await page.unroute('**/static/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Attributes' }).waitFor();
  });

  test('says so before signing in as well', async () => {
    const { page } = await visit(stage.browser, stage.service.baseUrl);
    await page.goto('/sign-in');
    const link = page.getByRole('link', { name: 'Forgot password?' });
    await link.waitFor();
    await page.route('**/static/**', (route) => route.abort());
    await link.click();
    await page.getByText('This part of the console could not be loaded').waitFor();
    await page.unroute('**/static/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forgot password' }).waitFor();
    await page.context().close();
  });

  test('or a part of it leaves everything else on the screen, with what was typed', async () => {
    const { page } = stage;
    await page.goto('/products/capers-100');
    await page.getByRole('button', { name: 'Edit Net weight' }).click();
    await page.getByRole('textbox', { name: 'Net weight' }).fill('12');
    await page.route('**/static/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('alert').getByText('This part of the console could not be loaded').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '12');
    await page.getByRole('button', { name: 'Your account' }).waitFor();
    await page.unroute('**/static/**');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Net weight saved').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByText('Profile and password').waitFor();
  });
});
