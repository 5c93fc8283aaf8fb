import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type AssetServer, assetPath, startAssetServer } from './asset-server.ts';
import { listRealFiles, readRealFile, type RealFile, realFilesMissing } from './real-files.ts';

/** Expected content types by file extension. The service detects the types from the bytes, without the extension. */
const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  heic: 'image/heif',
  avif: 'image/avif',
  jxl: 'image/jxl',
  jp2: 'image/jp2',
  psd: 'image/vnd.adobe.photoshop',
  stl: 'model/stl',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const exceptions: Record<string, string> = { 'fixture-json.webp': 'application/json' };

function typeOf({ name }: RealFile): string {
  return exceptions[name] ?? types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '?';
}

const turned = new Set([5, 6, 7, 8]);

let server: AssetServer;
let files: RealFile[];
let origin: AsyncDisposable & { url: string };

before(async () => {
  if (realFilesMissing) return;
  server = await startAssetServer();
  files = await listRealFiles();
  const http = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname.slice(1));
    const file = files.find((file) => file.name === name);
    if (!file) response.writeHead(404).end();
    else void readRealFile(file).then((bytes) => response.end(bytes));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo; // a listening server has a port
  origin = {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
    },
  };
});
after(async () => {
  if (realFilesMissing) return;
  await server[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
});

async function assertKept(assetId: string, file: RealFile): Promise<void> {
  const { body: asset } = await server.asset(assetId);
  assert.equal(asset.status, 'READY', `${file.name}: ${asset.statusInfo}`);
  assert.equal(asset.size, file.bytes, file.name);
  assert.equal(asset.sha256, file.sha256, file.name);
  assert.equal(asset.contentType, typeOf(file), file.name);
  assert.equal(asset.name, file.name);
  const response = await fetch(server.service.baseUrl + assetPath(assetId, '/content'), {
    headers: { authorization: server.acme.secret },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256, file.name);
  if (file.width === undefined || file.height === undefined || (file.format === 'webp' && (file.pages ?? 1) > 1))
    return;
  const isTurned = turned.has(file.orientation ?? 1);
  const upright = [asset.width, asset.height];
  const raw = [file.width, file.height];
  assert.deepEqual(upright, isTurned ? raw.toReversed() : raw, `${file.name} ${file.orientation ?? ''}`);
}

describe('the real files', { skip: realFilesMissing }, () => {
  test('are READY after an upload with their type, size, hash and measures, byte for byte', async () => {
    await server.name(...files.map(({ name }) => `upload ${name}`));
    for (const file of files) {
      const { status, text } = await server.upload(`upload ${file.name}`, [
        { bytes: await readRealFile(file), name: file.name },
      ]);
      assert.equal(status, 200, text);
    }
    await server.service.assetRunner.drain();
    for (const file of files) await assertKept(`upload ${file.name}`, file);
  });

  test('are READY after a download with their type, size, hash and measures, byte for byte', async () => {
    const urlOf = ({ name }: RealFile) => `${origin.url}/${encodeURIComponent(name)}?v=1`;
    await server.name(...files.map(urlOf));
    await server.service.assetRunner.drain();
    for (const file of files) await assertKept(urlOf(file), file);
  });

  test('get thumbnails that are upright and have no metadata, and files without a picture get none', async () => {
    const { default: sharp } = await import('sharp');
    const outcomes = new Map<string, string>();
    for (const file of files) {
      const path = assetPath(`upload ${file.name}`, '/thumbnail?size=small');
      const response = await fetch(server.service.baseUrl + path, { headers: { authorization: server.acme.secret } });
      const bytes = Buffer.from(await response.arrayBuffer());
      outcomes.set(file.name, String(response.status));
      if (response.status !== 200) continue;
      const { width, height, exif, icc, orientation } = await sharp(bytes).metadata();
      assert.deepEqual([exif, icc, orientation], [undefined, undefined, undefined], file.name);
      const { body: asset } = await server.asset(`upload ${file.name}`);
      assert.equal(width >= height, asset.width >= asset.height, `${file.name} ${width} x ${height}`);
    }
    const without = [...outcomes].filter(([, status]) => status === '404').map(([name]) => name);
    const isHopeless = ({ decode, name }: RealFile) => decode !== undefined || /^truncated|^65536|[.]heic$/.test(name);
    assert.deepEqual(
      without.sort(),
      files
        .filter(isHopeless)
        .map(({ name }) => name)
        .sort(),
    );
    assert.equal([...outcomes.values()].filter((status) => status === '200').length, files.length - without.length);
  });
});
