import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { untilTrue } from './support/accessible-screens.ts';
import { withoutBrowser } from './support/browser.ts';
import { inviteColleague } from './support/colleague.ts';
import { signIn, visit } from './support/console-visit.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.waitFor();
  return field;
};
const delay = (page: Page, ms: number) =>
  page.route(/\/api\/products\/v1\/products\?.*text=/, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    await route.continue();
  });

/** Returns the lowest opacity of the palette's hits during the next second. */
const watchHits = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const element = document.querySelector('[data-hit]').closest('[class*="hits"]');
    let faintest = 1;
    const end = performance.now() + 1000;
    const look = () => {
      faintest = Math.min(faintest, Number(getComputedStyle(element).opacity));
      performance.now() < end ? requestAnimationFrame(look) : resolve(faintest);
    };
    look();
  })`);

describe('A person who finds their way: the palette', { skip: withoutBrowser }, () => {
  test('reaches the first hit by Enter alone, however late it comes', async () => {
    const { page } = stage;
    await delay(page, 700);
    await (await openPalette(page)).pressSequentially('fleur');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Loading').waitFor();
    await page.waitForURL(/\/products\/fleur-de-sel-125\?client=demo$/);
  });

  test('never lands on what was found for an older text', async () => {
    const { page } = stage;
    const field = await openPalette(page);
    await field.fill('ajvar');
    await page.getByRole('button', { name: 'Ajvar hot 190 g ajvar-hot-190' }).waitFor();
    await field.fill('capers');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/products\/capers-100\?client=demo$/);
    await page.unroute(/\/api\/products\/v1\/products\?.*text=/);
  });

  test('cannot choose what was found for an older text, and sees that it is old where the new answer takes long', async () => {
    const { page } = stage;
    const before = page.url();
    const field = await openPalette(page);
    await field.fill('fleur');
    const old = page.getByRole('dialog').getByText('fleur-de-sel-125', { exact: true });
    await page.getByRole('button', { name: 'Fleur de sel 125 g fleur-de-sel-125' }).waitFor();
    const hits = page.getByRole('dialog').locator('[inert]');
    assert.equal(await hits.count(), 0);
    await delay(page, 2000);
    await field.fill('capers-1');
    await hits.waitFor();
    const { x, y } = (await old.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 2, y + 2);
    assert.equal(page.url(), before);
    assert.ok((await watchHits(page)) < 0.5);
    await page.getByRole('button', { name: /^Capers .*capers-100/ }).click();
    await page.waitForURL(/\/products\/capers-100\?client=demo$/);
    await page.unroute(/\/api\/products\/v1\/products\?.*text=/);
  });

  test('sees no flicker in the palette where the answer comes at once', async () => {
    const { page } = stage;
    const field = await openPalette(page);
    await field.fill('ajvar');
    await page.getByRole('button', { name: 'Ajvar hot 190 g ajvar-hot-190' }).waitFor();
    // One of several searches without flicker is enough: some responses are slow when other tests keep the machine busy.
    const seen: number[] = [];
    for (const text of ['ajvar-', 'ajvar-h', 'ajvar-ho', 'ajvar-hot', 'ajvar-hot-']) {
      if (seen.includes(1)) break;
      const faintest = watchHits(page);
      await field.fill(text);
      seen.push(await faintest);
    }
    assert.ok(seen.includes(1), seen.join(' '));
    await page.keyboard.press('Escape');
  });
});

describe('A person who finds their way: the keyboard in the palette', { skip: withoutBrowser }, () => {
  test('types at once, while the code of the palette is still loading, and the screen behind ignores the letters', async () => {
    const { page } = stage;
    await page.goto('/products');
    await page.getByRole('gridcell', { name: 'ajvar-hot-190', exact: true }).waitFor();
    const loading = Promise.withResolvers<undefined>();
    await page.route('**/static/**', async (route) => {
      await loading.promise;
      await route.continue();
    });
    for (const cancel of ['Control+k', 'Escape']) {
      await page.keyboard.press('Control+k');
      await page.keyboard.press('u');
      await page.keyboard.press(cancel);
      await page.getByRole('grid').focus();
      await page.keyboard.press('/'); // the screen handles keys again
      await untilTrue(page, `document.activeElement?.matches('main input')`);
    }
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('xj ajvar');
    loading.resolve(undefined);
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await untilTrue(page, `document.querySelector('[role=dialog] input')?.value === 'xj ajvar'`);
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0);
    await page.keyboard.press('Escape');
  });

  test('chooses another hit by arrow keys', async () => {
    const { page } = stage;
    const field = await openPalette(page);
    await field.fill('ajvar');
    const hits = page.getByRole('dialog').locator('[data-hit]');
    await page.getByRole('button', { name: 'Ajvar hot 190 g ajvar-hot-190' }).waitFor();
    assert.equal(await hits.first().getAttribute('data-selected'), 'true');
    await page.keyboard.press('ArrowDown');
    const second = (await hits.nth(1).innerText()).split('\n').at(-1) ?? '';
    assert.equal(await hits.nth(1).getAttribute('data-selected'), 'true');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/products/${second}`));
  });
});

describe('A person who finds their way: addresses and the home page', { skip: withoutBrowser }, () => {
  test('sees a message at an unknown address, and links to continue', async () => {
    const { page, service } = stage;
    await page.goto('/nowhere/at-all?x=1');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByText('/nowhere/at-all').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Products' }).click();
    await page.getByText('40 products', { exact: true }).waitFor();
    const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      // The request is not sent with `fetch` in the page, because its headers would show that it is not a navigation.
      const answer = await page.context().request.fetch(`${service.baseUrl}${path}`, { headers, method });
      return [answer.status(), answer.headers()['content-type']?.split(';')[0]];
    };
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const problem = [404, 'application/problem+json'];
    assert.deepEqual(await ask('/nowhere', browser), [404, 'text/html']);
    assert.deepEqual(await ask('/products/any', browser), [200, 'text/html']);
    for (const path of ['/products/%E0%A4%A', '/%', '/products/%FF?tab=history']) {
      assert.deepEqual(await ask(path, browser), [404, 'text/html'], path);
      assert.deepEqual(await ask(path, { accept: '*/*' }), problem, path);
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    }
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
    assert.deepEqual(await ask('/nowhere', { accept: '*/*' }), problem);
    assert.deepEqual(await ask('/nowhere', { ...browser, 'sec-fetch-mode': 'no-cors' }), problem);
    assert.deepEqual(await ask('/nowhere', browser, 'POST'), problem);
    for (const path of ['/api/nothing', '/external/nothing', '/console/nothing', '/static/gone.js', '/docs/nothing'])
      assert.deepEqual(await ask(path, browser), problem, path);
    assert.deepEqual(await ask('/api/import/v1/feeds/master', browser), [405, 'application/problem+json']);
  });

  test('finds products by an address with q, as elsewhere', async () => {
    const { page } = stage;
    await page.goto('/products?q=capers-1');
    await page.getByText('1 product', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Search by ID or name').inputValue(), 'capers-1');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('40 products', { exact: true }).waitFor();
  });

  test('sees imports on the home page without manual edits, and both on the imports page', async () => {
    const { page, service } = stage;
    const imported = await fetch(`${service.baseUrl}/api/import/v1/feeds/master`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ products: [{ __ID: 'one-from-system', netWeight: '7' }] }),
    });
    assert.equal(imported.status, 200);
    await page.goto('/products/capers-100');
    for (const weight of ['101', '102']) {
      await page.getByRole('button', { name: 'Edit Net weight' }).click();
      await page.getByRole('textbox', { name: 'Net weight' }).fill(weight);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Edit Net weight' }).waitFor();
      await page.getByText(weight, { exact: true }).waitFor();
    }
    const rows = page.getByRole('group', { name: 'Imports' }).getByRole('row');
    await page.goto('/');
    await rows.nth(1).waitFor();
    const onHome = await rows.count();
    await page.goto('/imports');
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), onHome);
    await page.getByText('Manual edits').click();
    await page.waitForURL(/origin=edit/);
    await page.getByRole('row').nth(2).waitFor();
    assert.equal(await rows.count(), 3);
    await page.getByText('All', { exact: true }).click();
    await page.getByText('manual', { exact: true }).first().waitFor();
    await page.getByRole('row').filter({ hasText: 'manual' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /^Edit of/ }).waitFor();
  });
});

describe('A person who finds their way: appearance', { skip: withoutBrowser }, () => {
  test('chooses lower rows for all tables, and finds them next time', async () => {
    const { page } = stage;
    const choose = async (density: string) => {
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: density }).click();
      await page.keyboard.press('Escape');
    };
    const distance = async () => {
      const [second, third] = [
        page.getByRole('grid').getByRole('row').nth(2),
        page.getByRole('grid').getByRole('row').nth(3),
      ];
      return ((await third.boundingBox())?.y ?? 0) - ((await second.boundingBox())?.y ?? 0);
    };
    await page.goto('/products');
    await page.getByRole('gridcell', { name: 'capers-100', exact: true }).waitFor();
    assert.equal(await distance(), 40);
    await choose('Compact');
    assert.equal(await distance(), 36);
    await page.reload();
    await page.getByRole('gridcell', { name: 'capers-100', exact: true }).waitFor();
    assert.equal(await distance(), 36);
    await choose('Normal');
    assert.equal(await distance(), 40);
  });
});

describe('A person who finds their way: the list', { skip: withoutBrowser }, () => {
  test('sees the preview at the first press on a row, and opens the product by the second', async () => {
    const { page } = stage;
    await page.goto('/products');
    const cell = page.getByRole('gridcell', { name: 'capers-100', exact: true });
    const preview = page.getByRole('region', { name: 'Preview' });
    await cell.click();
    await preview.getByText('Net weight').waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await cell.dblclick();
    await page.waitForURL(/\/products\/capers-100\?client=demo$/);
    await page.getByRole('heading', { level: 1, name: 'Capers in sea salt 100 g' }).waitFor();
  });

  test('moves, selects and clicks in the list while the preview follows, and closes it with the space bar', async () => {
    const { page } = stage;
    await page.goto('/products?text=ajvar');
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.getByRole('gridcell', { name: 'ajvar-hot-190', exact: true }).click();
    await preview.getByText('ajvar-hot-190', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await preview.getByText('ajvar-mild-190', { exact: true }).waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('gridcell', { name: 'case-ajvar-mixed', exact: true }).click();
    await preview.getByText('case-ajvar-mixed', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await preview.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
  });

  test('opens a row in a new tab by its link, selects a range with Shift, and walks through the list from a product', async () => {
    const { page } = stage;
    const link = page.getByRole('grid').getByRole('link', { name: 'Ajvar hot 190 g' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.getByRole('heading', { level: 1, name: 'Ajvar hot 190 g' }).waitFor();
    await tab.close();
    await page.getByLabel('Select ajvar-hot-190').click();
    await page.getByLabel('Select case-ajvar-mixed').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await link.click();
    await page.waitForURL(/\/products\/ajvar-hot-190\?client=demo$/);
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Next product' }).click();
    await page.waitForURL(/\/products\/ajvar-mild-190\?/);
    await page.getByText('2 of 3', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('3 selected').waitFor();
  });
});

describe('A person who finds their way: shortcuts and the palette', { skip: withoutBrowser }, () => {
  test('finds all keyboard shortcuts with ?', async () => {
    const { page } = stage;
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Select all products up to this one').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForURL(/\/attributes\?/);
    const field = page.getByPlaceholder('Find an attribute …');
    await page.getByRole('button', { name: 'Edit GTIN' }).waitFor();
    await page.keyboard.press('g');
    await field.focus();
    await page.keyboard.press('p');
    assert.equal(await field.inputValue(), 'p');
    assert.equal(new URL(page.url()).pathname, '/attributes');
  });

  test('finds commands and settings in the palette', async () => {
    const { page } = stage;
    await (await openPalette(page)).fill('api keys');
    await page.getByRole('button', { name: 'Settings: API keys' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New key' }).waitFor();
    await (await openPalette(page)).fill('notices');
    await page.getByRole('button', { name: 'Settings: Notices' }).waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('invite');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite a member' }).click();
    await page.getByRole('dialog', { name: 'Invite member' }).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/settings\?[^#]*tab=members[^#]*$/);
    await page.goto('/products?text=olives');
    await page.getByRole('grid').waitFor();
    await (await openPalette(page)).fill('new product');
    await page.getByRole('dialog').getByRole('button', { name: 'New product' }).click();
    await page.getByRole('dialog', { name: 'New product' }).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/products\?[^#]*text=olives[^#]*$/);
  });

  test('finds a product by its GTIN, in the palette and in the list', async () => {
    const { page } = stage;
    await (await openPalette(page)).fill('2000700011304');
    await page.getByRole('dialog').locator('[data-hit]').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/products\/ajvar-hot-190\?client=demo$/);
    await page.getByText('2000700011304', { exact: true }).waitFor();
    await page.goto('/products?text=2000700011304');
    await page.getByRole('button', { name: 'Search in GTIN' }).click();
    await page.getByText('1 product', { exact: true }).waitFor();
  });
});

describe('A person who finds their way: imports', { skip: withoutBrowser }, () => {
  test('sees where a file cannot be read and that it must be fixed there, without rates or counts of zero', async () => {
    const { page } = stage;
    const send = async (name: string, text: string) => {
      await page.goto('/imports');
      const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
      await page.locator('input[type=file]').setInputFiles(file);
      const alert = page.getByRole('alert').filter({ hasText: 'The file could not be read to the end' });
      await alert.waitFor();
      assert.doesNotMatch(await page.getByRole('main').innerText(), /to complete|\b0 products/);
      return alert.innerText();
    };
    const lines = await send('lines.ndjson', '{"__ID":"l1"}\n{"__ID":"l2"}\nid;name\n');
    assert.match(lines, /Line 3, column 1 \(byte 28\): a product is written in JSON, like .+: found 'i'\./);
    assert.match(
      lines,
      /after the first 2 products of the file\.\s+Nothing was stored\. Fix the file at this position, then/,
    );
    const frame = await send('frame.json', '{"products":[{"__ID":"f1"};]}');
    assert.match(frame, /Line 1, column 27 .+after the first product of the file/s);
  });

  test('is offered no import as a viewer', async () => {
    const { page, browser, service } = stage;
    const login = await inviteColleague(page, { email: 'vera@example.com', name: 'Vera', role: 'viewer' });
    const { page: viewer } = await visit(browser, service.baseUrl);
    await signIn(viewer, login);
    await viewer.getByRole('heading', { name: 'Recent imports' }).waitFor();
    assert.equal(await viewer.getByRole('main').getByRole('link', { name: 'Import', exact: true }).count(), 0);
    await viewer.goto('/products');
    await viewer.getByRole('grid').waitFor();
    assert.equal(await viewer.getByRole('main').getByRole('link', { name: 'Import', exact: true }).count(), 0);
  });

  test('has caused no browser error', () => {
    assert.deepEqual(stage.complaints, []);
  });
});
