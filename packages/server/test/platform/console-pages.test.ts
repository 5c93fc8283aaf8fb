import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import { addConsolePages } from '../../src/platform/index.ts';

test('files of the console are served compressed and for one year, and nothing else of the disk is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-console-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'static/deep'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<title>Console</title>');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const script = 'export const text = "a script";';
  await writeFile(join(folder, 'static/Start-1.js'), script);
  await writeFile(join(folder, 'static/Start-1.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'static/deep/file.js'), script);
  const app = fastify();
  t.after(() => app.close());
  await addConsolePages(app, folder);
  await writeFile(join(folder, 'static/later.js'), script);
  const get = (url: string, encoding = 'br', method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { 'accept-encoding': encoding } });

  const plain = await get('/static/Start-1.js', 'identity');
  assert.deepEqual([plain.statusCode, plain.body, plain.headers['content-encoding']], [200, script, undefined]);
  const packed = await get('/static/Start-1.js');
  assert.deepEqual([packed.statusCode, packed.headers['content-encoding']], [200, 'br']);
  assert.deepEqual(packed.rawPayload, brotliCompressSync(script));
  const { 'cache-control': caching, vary, 'content-type': type } = packed.headers;
  assert.deepEqual([caching, vary], ['public, max-age=31536000, immutable', 'accept-encoding']);
  assert.match(String(type), /^(application|text)\/javascript/);
  assert.equal((await get('/static/Start-1.js', 'br', 'HEAD')).statusCode, 200);
  const missing = ['later.js', 'start-1.js', 'deep', 'deep/file.js', '..%2fsecret.txt', '%2e%2e/secret.txt', ''];
  for (const name of missing) assert.equal((await get(`/static/${name}`)).statusCode, 404, name);
});
