import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import { createThumbnailProcess } from '../../src/assets/preview/thumbnail-process-service.ts';
import { createThumbnailMaker } from '../../src/assets/preview/thumbnail-service.ts';
import { createExporter } from '../../src/catalog/export/export-service.ts';
import { clientIdOf, createLog } from '../../src/platform/index.ts';
import { type AssetServer, assetPath, startAssetServer } from './asset-server.ts';

const server: AssetServer = await startAssetServer({
  concurrency: 8,
  perHost: 8,
  limits: { idleMs: 60_000, totalMs: 60_000, waits: [20] },
});
const origins: Server[] = [];
after(async () => {
  for (const origin of origins) {
    origin.closeAllConnections();
    origin.close();
  }
  await server[Symbol.asyncDispose]();
});

/** Starts a server that sends small files. If `isSlow`, it sends only the beginning of each file and never the rest. */
async function startOrigin(isSlow: boolean): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const origin = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'text/plain' });
    if (isSlow) response.write('x');
    else response.end('a file');
  });
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  origins.push(origin);
  return { url: `http://127.0.0.1:${(origin.address() as AddressInfo).port}`, asked: () => asked };
}

describe('Assets of several clients', () => {
  test('other clients download while the downloads of one client never end', async () => {
    const slow = await Promise.all([startOrigin(true), startOrigin(true), startOrigin(true)]);
    const quick = await startOrigin(false);
    const urls = slow.flatMap(({ url }) => Array.from({ length: 40 }, (_, index) => `${url}/${index}`));
    await server.name(...urls);
    const asked = () => slow.reduce((sum, one) => sum + one.asked(), 0);
    while (asked() < 6) await sleep(20);
    // one client can use at most three quarters of the parallel downloads
    assert.equal(asked(), 6);
    await server.other.importProducts([{ __ID: 'p', picture: `${quick.url}/a` }]);
    for (;;) {
      const { body } = await server.other.call('GET', assetPath(`${quick.url}/a`));
      if (body.status === 'READY') break;
      await sleep(20);
    }
    assert.equal(asked(), 6);
  });

  test('a client that does not read its exports leaves a place to others', async () => {
    await server.other.importProducts([{ __ID: 'exported' }]);
    await server.acme.importProducts([{ __ID: 'exported' }]);
    const limits = { concurrent: 4, stallMs: 600_000, waitMs: 600_000 };
    await using exporter = createExporter(
      { connectionString: server.service.connectionString, log: createLog('silent') },
      limits,
    );
    const own = Array.from({ length: 6 }, () => exporter.open(clientIdOf('acme'), { query: {} }));
    const first = await Promise.all(own.slice(0, 3));
    const other = await exporter.open(clientIdOf('other'), { query: {} });
    other.stream.destroy();
    for (const { stream } of first) stream.destroy();
    for (const { stream } of await Promise.all(own.slice(3))) stream.destroy();
  });
});

const blur = (id: string) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="90"/></filter>`;
const slowPicture = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><defs>${blur('a')}${blur('b')}</defs>${Array.from({ length: 40 }, (_, index) => `<rect width="5000" height="5000" filter="url(#${index % 2 === 0 ? 'a' : 'b'})" fill="red"/>`).join('')}</svg>`;

describe('Thumbnails of several clients', () => {
  const picture = (width: number) =>
    Promise.resolve(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="9"/>`));

  test('are made while pictures of another client take long', async () => {
    await using maker = createThumbnailMaker({ quickMs: 2_000, slowMs: 600_000 });
    const stopping = new AbortController();
    const bytes = () => Promise.resolve(Buffer.from(slowPicture));
    const slow = ['a', 'a', 'b'].map((name) => maker.make(clientIdOf(name), bytes, stopping.signal));
    for (const one of slow) one.catch(() => undefined);
    for (let width = 1; width <= 5; width++) {
      const made = await maker.make(clientIdOf('other'), () => picture(width));
      assert.equal(made.width, width);
    }
    stopping.abort();
    const ends = await Promise.allSettled(slow);
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
  });

  test('a picture that takes longer than the first attempt is made in a second one', async () => {
    await using maker = createThumbnailMaker({ quickMs: 1, slowMs: 60_000 });
    const { width } = await maker.make(clientIdOf('a'), () => picture(7));
    assert.equal(width, 7);
  });
});

describe('The process that makes thumbnails', () => {
  test('is ended when a picture takes too long, and makes the next one', async () => {
    await using pictures = createThumbnailProcess();
    await assert.rejects(pictures.make(Buffer.from(slowPicture), 3_000), { code: 'took-too-long' });
    const { width } = await pictures.make(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      20_000,
    );
    assert.equal(width, 9);
  });

  test('fails only for the picture if it cannot start, and does not wait for ever if its start hangs', async () => {
    const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await using missing = createThumbnailProcess({ maxMs: 3_000, execPath: '/nowhere/node' });
    await assert.rejects(missing.make(picture), { name: 'DecoderUnavailableError' });
    await assert.rejects(
      missing.make(picture),
      { name: 'DecoderUnavailableError' },
      'the next picture starts it again',
    );
    await using hanging = createThumbnailProcess({ maxMs: 3_000, maxStartMs: 100, execPath: '/usr/bin/yes' });
    await assert.rejects(hanging.make(picture), { name: 'DecoderUnavailableError' });
  });

  test('refuses an SVG that multiplies its contents', async () => {
    await using pictures = createThumbnailProcess();
    let shapes = '<g id="g0"><rect width="1" height="1"/></g>';
    for (let depth = 1; depth <= 14; depth++)
      shapes += `<g id="g${depth}"><use href="#g${depth - 1}"/><use href="#g${depth - 1}" x="1"/></g>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><defs>${shapes}</defs><use href="#g14"/></svg>`;
    await assert.rejects(pictures.make(Buffer.from(svg), 20_000), { code: 'unsafe-svg' });
  });
});
