import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { startTestService } from '../test-service.ts';

const service = await startTestService({ jsonBodyLimit: 100_000 });
after(() => service[Symbol.asyncDispose]());
const caller = await service.client('encoded');

const path = '/api/datastandards/v1/datastandards/attributes';
const definitionsOf = (id: string) =>
  JSON.stringify([{ id, name: id, compositeAttribute: null, type: { id: 'string', multiValue: false } }]);
const put = (body: Uint8Array, headers: Record<string, string>) =>
  caller.call('PUT', path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(body),
  });

test('An operation with a JSON body takes it in every encoding, in several members and frames.', async () => {
  const encoders = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  for (const [encoding, encode] of Object.entries(encoders)) {
    const answer = await put(encode(definitionsOf(`by ${encoding}`)), { 'content-encoding': encoding.toUpperCase() });
    assert.deepEqual([answer.status, answer.body.created], [200, 1], `${encoding}: ${answer.text}`);
  }
  for (const encoding of ['gzip', 'zstd'] as const) {
    const text = definitionsOf(`in parts ${encoding}`);
    const body = Buffer.concat([encoders[encoding](text.slice(0, 9)), encoders[encoding](text.slice(9))]);
    const answer = await put(body, { 'content-encoding': encoding });
    assert.deepEqual([answer.status, answer.body.created], [200, 1], answer.text);
  }
  assert.equal((await put(Buffer.from(definitionsOf('plain')), { 'content-encoding': 'identity' })).status, 200);
});

test('An encoding that is unknown, broken, cut or followed by other bytes is refused.', async () => {
  const whole = gzipSync(definitionsOf('refused'));
  const unknown = await put(whole, { 'content-encoding': 'compress' });
  assert.deepEqual([unknown.status, unknown.body.code], [415, 'unsupported-encoding']);
  const bodies = [
    whole.subarray(0, -9),
    Buffer.concat([whole, Buffer.from('\0x')]),
    Buffer.from(definitionsOf('refused')),
  ];
  for (const body of bodies) {
    const answer = await put(body, { 'content-encoding': 'gzip' });
    assert.deepEqual([answer.status, answer.body.code, answer.body.params.kind], [400, 'malformed-json', 'encoding']);
    assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  }
  assert.equal((await caller.call('GET', `${path}/refused`)).status, 404);
});

test('The limit of a body applies to its decoded bytes.', async () => {
  const body = gzipSync(definitionsOf('x').padEnd(100_001));
  assert.ok(body.length < 1_000);
  const answer = await put(body, { 'content-encoding': 'gzip' });
  assert.deepEqual([answer.status, answer.body.code], [413, 'body-too-large']);
  assert.equal((await put(gzipSync(definitionsOf('x').padEnd(100_000)), { 'content-encoding': 'gzip' })).status, 200);
});

test('A JSON body in another format is named by its first bytes.', async () => {
  const text = definitionsOf('foreign');
  const bodies: [string, Uint8Array][] = [
    ['utf-16', Buffer.from(text, 'utf16le')],
    ['utf-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-32', Buffer.from([0, 0, 0, 0x5b, 0, 0, 0, 0x5d])],
    ['gzip', gzipSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['zip', Buffer.from('PK\u0003\u0004')],
  ];
  for (const [format, body] of bodies) {
    const answer = await put(body, {});
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed-json']);
    assert.deepEqual([answer.body.params.fault, answer.body.offset], [{ kind: 'foreign-format', format }, 0]);
  }
});
