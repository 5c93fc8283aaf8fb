import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './support/browser.ts';
import { inviteColleague } from './support/colleague.ts';
import { countActions } from './support/count-actions.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './support/console-visit.ts';
import { type FileOrigin, redPixel, startFileOrigin } from './support/file-origin.ts';

let service: ConsoleService;
let origin: FileOrigin;
let browser: Browser;
let page: Page;
let complaints: string[];

before(async () => {
  if (withoutBrowser) return;
  service = await startConsoleService({ PIMENTO_DOWNLOAD_ALLOW: '127.0.0.0/8' });
  origin = await startFileOrigin();
  browser = await launchBrowser();
  ({ page, complaints } = await visit(browser, service.baseUrl));
  await signIn(page, service.operator);
  const products = [
    ...Array.from({ length: 12 }, (_, place) => ({
      __ID: `cup-${place}`,
      __NAME: `Cup ${place}`,
      photo: origin.at(place < 2 ? `gone-${place}.png` : `cup-${place}.png`),
    })),
    { __ID: 'cup-by-hand', __NAME: 'Cup by hand', photo: 'by-hand.png' },
    { __ID: 'cup-odd', photo: 'ftp://old.example/odd.png' },
  ];
  const imported = await fetch(`${service.baseUrl}/api/import/v1/feeds/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products }),
  });
  assert.equal(imported.status, 200);
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
  await origin?.[Symbol.asyncDispose]();
});

describe('A person who works with assets: converting and downloading', { skip: withoutBrowser }, () => {
  test('converts an attribute in 3 actions after a preview, and sees its downloads finish', async () => {
    await page.goto('/attributes');
    const { act, atMost } = countActions();
    await act(page.getByLabel('Find an attribute').fill('photo'));
    await act(page.getByRole('button', { name: 'Convert photo' }).click());
    const dialog = page.getByRole('dialog');
    const kind = (name: string) => dialog.getByRole('region', { name });
    await kind('Addresses').getByText('12', { exact: true }).waitFor();
    await kind('Asset IDs').getByText('by-hand.png').waitFor();
    await kind('Other texts').getByText('ftp://old.example/odd.png').waitFor();
    await act(dialog.getByRole('button', { name: 'Convert to Asset' }).click());
    atMost(3);
    await dialog.getByText('Finished').waitFor();
    await dialog.getByText('10 of 14 files ready').waitFor();
    await dialog.getByText('2 files to upload').waitFor();
    await dialog.getByRole('link', { name: 'Failed: 2' }).click();
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor();
    await page.getByText('The server responded with 404.').first().waitFor();
  });

  test('retries all failed downloads and sees them ready', async () => {
    origin.fix();
    await page.getByRole('button', { name: 'Retry 2 failed' }).click();
    await page.getByText('2 downloads will be retried').waitFor();
    await page.goto('/assets?text=gone&view=list');
    await page
      .getByRole('row', { name: /gone-0\.png/ })
      .getByText('Ready')
      .waitFor();
    await page
      .getByRole('row', { name: /gone-1\.png/ })
      .getByText('Ready')
      .waitFor();
  });
});

describe('A person who works with assets: uploading', { skip: withoutBrowser }, () => {
  test('drops files, each of which is sent to the asset of its name, and sees which files match no asset', async () => {
    await page.goto('/assets');
    const files = ['by-hand.png', 'stranger.png', 'creme-poivron-140.jpg'].map((name) => ({
      name,
      mimeType: 'image/png',
      buffer: redPixel,
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('0 of 3 stored').waitFor();
    await uploads.getByText('No matching asset.').waitFor();
    await uploads.getByRole('button', { name: 'Upload 2 files' }).click();
    await uploads.getByText('2 of 3 stored').waitFor();
    await uploads.getByRole('combobox', { name: 'Asset for stranger.png' }).click();
    await uploads.getByRole('combobox', { name: 'Asset for stranger.png' }).fill('chilli-flakes');
    await page.getByRole('option', { name: 'pimento-pantry/chilli-flakes-40.jpg' }).click();
    await uploads.getByRole('button', { name: 'Upload 1 file' }).click();
    await uploads.getByText('3 of 3 stored').waitFor();
    await uploads.getByRole('link', { name: 'by-hand.png' }).click();
    await page.getByRole('heading', { level: 1, name: 'by-hand.png' }).waitFor();
    await page.getByText('image/png').waitFor();
    await page.getByRole('img', { name: 'by-hand.png' }).waitFor();
    await page.getByRole('link', { name: 'Cup by hand' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cup by hand' }).waitFor();
    await page.getByRole('link', { name: 'by-hand.png' }).waitFor();
  });

  test('chooses the asset of a file if several fit its name, and can change it before the file is sent', async () => {
    const products = ['lamp', 'rooms/lamp.jpg', 'vase.jpg', 'rooms/vase.jpg', 'shelf.jpg'].map((id, place) => ({
      __ID: `fit-${place}`,
      PRIMARY_ASSET: id,
    }));
    const send = (path: string, body: string | FormData, type: Record<string, string> = {}) =>
      fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.secret}`, ...type },
        body,
      });
    const json = { 'content-type': 'application/json' };
    assert.equal((await send('/api/import/v1/feeds/master', JSON.stringify({ products }), json)).status, 200);
    for (const id of ['lamp', 'rooms/vase.jpg']) {
      const form = new FormData();
      form.append('file', new Blob([redPixel]), 'x.png');
      assert.equal((await send(`/api/asset/v1/assets/upload?assetId=${encodeURIComponent(id)}`, form)).status, 200);
    }
    await page.goto('/assets');
    await page
      .locator('input[type=file]')
      .setInputFiles(
        ['lamp.jpg', 'vase.jpg', 'shelf.jpg'].map((name) => ({ name, mimeType: 'image/png', buffer: redPixel })),
      );
    const uploads = page.getByRole('region', { name: 'Uploads' });
    const line = (name: string) => uploads.getByRole('group', { name, exact: true });
    await line('lamp.jpg').getByText('2 assets match: choose one').waitFor();
    await line('vase.jpg').getByRole('link', { name: 'vase.jpg', exact: true }).waitFor();
    await line('vase.jpg').getByText('ready to upload').waitFor();
    await line('lamp.jpg').getByRole('combobox').click();
    await page.getByRole('option', { name: /^rooms\/lamp\.jpg/ }).click();
    await line('lamp.jpg').getByText('ready to upload').waitFor();
    await line('shelf.jpg').getByRole('button', { name: 'Choose another asset for shelf.jpg' }).click();
    await line('shelf.jpg').getByRole('combobox').fill('lamp');
    await page.getByRole('option', { name: /^lamp/ }).click();
    await line('shelf.jpg').getByText('already has a file').waitFor();
    await uploads.getByRole('button', { name: 'Upload 2 files' }).click();
    await uploads.getByText('2 of 3 stored').waitFor();
    await page.goto('/assets?text=rooms%2F&view=list');
    await page
      .getByRole('row', { name: /rooms\/lamp\.jpg/ })
      .getByText('Ready')
      .waitFor();
    await page.goto('/assets/shelf.jpg');
    await page.getByText('Waiting for upload').first().waitFor();
  });
});

describe('A person who works with assets: replacing and viewing', { skip: withoutBrowser }, () => {
  test('replaces a file, which keeps its id, and can only delete assets that no product refers to', async () => {
    await page.goto('/assets/by-hand.png');
    await page.getByRole('heading', { level: 1, name: 'by-hand.png' }).waitFor();
    const buffer = Buffer.from('plain text instead');
    await page.locator('input[type=file]').setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer });
    await page.getByText('other.txt stored').waitFor();
    await page.getByText('text/plain').waitFor();
    assert.match(page.url(), /\/assets\/by-hand\.png\?client=demo$/);
    const remove = page.getByRole('button', { name: 'Delete' });
    assert.equal(await remove.getAttribute('aria-disabled'), 'true');
    await fetch(`${service.baseUrl}/api/products/v1/products/cup-by-hand`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.secret}` },
    });
    await page.reload();
    await page.getByText('No product refers to it.').waitFor();
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Asset deleted').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor();
  });

  test('opens an asset whose id is an address directly by the address of its page', async () => {
    await page.goto(`/assets/${encodeURIComponent(origin.at('cup-5.png'))}`);
    await page.getByRole('heading', { level: 1, name: 'cup-5.png' }).waitFor();
    await page.getByRole('button', { name: 'Check for a new version' }).waitFor();
    await page.getByRole('link', { name: 'Cup 5' }).waitFor();
  });

  test('sees why a file has no preview, and no screen that shows files sends a request that fails', async () => {
    const damaged = Buffer.concat([redPixel.subarray(0, 40), Buffer.alloc(300, 0x5a)]);
    const form = new FormData();
    form.append('file', new Blob([damaged]), 'damaged.png');
    const { status } = await fetch(`${service.baseUrl}/api/asset/v1/assets/upload?assetId=vase.jpg`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.secret}` },
      body: form,
    });
    assert.equal(status, 200);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/assets?text=vase&view=list');
    await page.getByText('No preview: the image is damaged or has an unsupported format.').waitFor();
    for (const screen of [
      '/assets',
      '/assets?status=WAITING_FOR_UPLOAD',
      '/products',
      '/products/fit-4',
      '/products/fit-2',
    ]) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.getByText('No preview:').waitFor();
    await page.goto('/products?text=ajvar-mild');
    await page.getByRole('gridcell', { name: 'ajvar-mild-190', exact: true }).waitFor();
    await page.getByRole('grid').locator('img').first().waitFor();
    assert.deepEqual(refused, []);
  });
});

describe('A person who works with assets: converting back, and viewers', { skip: withoutBrowser }, () => {
  test('converts an asset attribute back to text, which deletes no file', async () => {
    await page.goto('/attributes#photo');
    await page.getByRole('button', { name: 'Convert photo' }).click();
    await page.getByRole('button', { name: 'Convert back to text' }).click();
    await page.getByText('photo is text again').waitFor();
    await page.goto(`/assets/${encodeURIComponent(origin.at('cup-5.png'))}`);
    await page.getByText('No product refers to it.').waitFor();
  });

  test('cannot change anything as a viewer, neither in the console nor by calling the service', async () => {
    const login = await inviteColleague(page, { email: 'vera@example.com', name: 'Vera', role: 'viewer' });
    const { page: viewer } = await visit(browser, service.baseUrl);
    await signIn(viewer, login);
    await viewer.goto('/assets');
    await viewer.getByRole('list', { name: 'Assets' }).waitFor();
    assert.equal(await viewer.locator('input[type=file]').count(), 0);
    await viewer.goto(`/assets/${encodeURIComponent(origin.at('cup-5.png'))}`);
    await viewer.getByRole('button', { name: 'Download the original' }).waitFor();
    assert.deepEqual(
      await viewer
        .getByRole('main')
        .getByRole('button', { name: /Replace|new version|Delete/ })
        .all(),
      [],
    );
    await viewer.goto('/attributes');
    await viewer.getByText('photo', { exact: true }).first().waitFor();
    assert.equal(await viewer.getByRole('button', { name: /^Convert/ }).count(), 0);
    const statuses = await viewer.evaluate(async () => {
      const headers = { 'pimento-client': 'demo', 'content-type': 'application/json' };
      const send = async (method: string, path: string) =>
        (await fetch(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })).status;
      return [
        await send('POST', '/console/attributes/photo/conversion'),
        await send('POST', '/console/assets/retry-failed'),
        await send('POST', '/api/asset/v1/assets/upload?assetId=x'),
        await send('DELETE', '/api/asset/v1/assets/x'),
      ];
    });
    assert.deepEqual(statuses, [403, 403, 403, 403]);
  });

  test('has caused no browser error and no request to another host', () => {
    assert.deepEqual(complaints, []);
  });
});
