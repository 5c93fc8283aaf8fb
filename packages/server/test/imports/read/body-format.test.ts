import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { startTestService } from '../../test-service.ts';
import { assertCounts } from '../import-answers.ts';
import { openWireImport } from '../import-wire.ts';

const limits = { bodyBytes: 50_000_000, productBytes: 1_000_000, atomicProducts: 3_000 };
const service = await startTestService({ importLimits: limits });
after(() => service[Symbol.asyncDispose]());

const caller = await service.client('transport');
const ndjson = { 'content-type': 'application/x-ndjson' };
const bodyOf = (products: unknown[]) => JSON.stringify({ products });

test('A product a line is taken like a list of products, whatever the line ends are.', async () => {
  const answer = await caller.importBody('\ufeff{"__ID":"n1"}\n\r\n  \n{"__ID":"n2","a":"x"} \r\n{"__ID":"n3"}', {
    headers: ndjson,
  });
  assertCounts(answer, [3, 0, 0, 0]);
  for (const type of ['application/ndjson', 'application/jsonl; charset=utf-8', 'Application/X-NDJSON']) {
    assertCounts(await caller.importBody('{"__ID":"n1"}\n', { headers: { 'content-type': type } }), [0, 0, 1, 0]);
  }
  assertCounts(await caller.importBody('', { headers: ndjson }), [0, 0, 0, 0]);
});

test('Bodies may be compressed with gzip, deflate, brotli or zstd, in either format.', async () => {
  const products = Array.from({ length: 2_500 }, (_, at) => ({ __ID: `z${at}`, text: `value ${at}` }));
  const encoders = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  for (const [place, [encoding, encode]] of Object.entries(encoders).entries()) {
    const [json, lines] = [bodyOf(products), products.map((product) => JSON.stringify(product)).join('\n')];
    const count = products.length;
    const answer = await caller.importBody(new Uint8Array(encode(json)), { headers: { 'content-encoding': encoding } });
    assertCounts(answer, place === 0 ? [count, 0, 0, 0] : [0, 0, count, 0]);
    assert.equal(answer.body.bytesReceived, json.length);
    const again = await caller.importBody(new Uint8Array(encode(lines)), {
      headers: { ...ndjson, 'content-encoding': encoding.toUpperCase() },
    });
    assertCounts(again, [0, 0, count, 0]);
  }
  const two = Buffer.concat([gzipSync('{"products":[{"__ID":"m1"},'), gzipSync('{"__ID":"m2"}]}')]);
  assertCounts(await caller.importBody(new Uint8Array(two), { headers: { 'content-encoding': 'gzip' } }), [2, 0, 0, 0]);
});

/** Compresses with a checksum, because without one zstd does not detect corrupt content. */
const zstdWithChecksum = (text: string) => zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });

test('Compression that is broken, ends early or was never there is a malformed body, and says so.', async () => {
  const random = Array.from({ length: 300 }, (_, at) => ({
    __ID: `broken ${at}`,
    text: createHash('md5').update(String(at)).digest('base64'),
  }));
  for (const [encoding, encode] of Object.entries({
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdWithChecksum,
  })) {
    const whole = encode(bodyOf(random));
    const spoiled = Buffer.from(whole);
    spoiled.fill(0xa5, whole.length >> 1, (whole.length >> 1) + 40);
    for (const [how, bytes] of Object.entries({
      spoiled,
      cut: whole.subarray(0, whole.length - 20),
      plain: Buffer.from(bodyOf(random)),
      none: Buffer.alloc(0),
    })) {
      const answer = await caller.importBody(new Uint8Array(bytes), { headers: { 'content-encoding': encoding } });
      assert.equal(answer.status, 400, `${encoding} ${how}: ${answer.text}`);
      assert.deepEqual([answer.body.code, answer.body.handled], ['malformed-json', 0], `${encoding} ${how}`);
    }
  }
  assert.equal(await caller.product('broken 0'), undefined);
});

test('A small body that unpacks to more than the limit is refused without being held in memory.', async () => {
  const bomb = gzipSync(
    Buffer.concat([Buffer.from('{"x":[1'), Buffer.alloc(200_000_000, 0x20), Buffer.from('],"products":[]}')]),
  );
  const answer = await caller.importBody(new Uint8Array(bomb), { headers: { 'content-encoding': 'gzip' } });
  assert.equal(answer.status, 413, answer.text);
});

test('A content type or encoding that is not known is refused with 415, before the body is looked at.', async () => {
  for (const type of [
    'text/csv',
    'application/xml',
    'application/json; charset=latin1',
    'multipart/form-data; boundary=x',
    'nonsense',
    'constructor',
  ]) {
    const answer = await caller.importBody('{"products":[]}', { headers: { 'content-type': type } });
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported-content-type'], type);
  }
  const none = await caller.call('POST', '/api/import/v1/feeds/master');
  assert.equal(none.status, 415);
  for (const encoding of ['compress', 'gzip, br', 'constructor']) {
    const answer = await caller.importBody('{"products":[]}', { headers: { 'content-encoding': encoding } });
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported-encoding'], encoding);
  }
});

test('Any feed but master is unknown, and parameters out of range are named.', async () => {
  for (const feed of ['other', 'Master', 'master%2F', '%00', 'a'.repeat(300)]) {
    const answer = await caller.call('POST', `/api/import/v1/feeds/${feed}`, {
      headers: { 'content-type': 'application/json' },
      body: '{"products":[]}',
    });
    assert.deepEqual([answer.status, answer.body.code], [404, 'unknown-feed'], feed);
  }
  for (const [query, parameter] of [
    ['importType=FOO', 'importType'],
    ['dryRun=maybe', 'dryRun'],
    ['atomic=2', 'atomic'],
    ['importType=IMPORTER&importType=REPLACEMENT', 'importType'],
  ]) {
    const answer = await caller.importProducts([], `?${query}`);
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.parameter],
      [400, 'invalid-parameter', parameter],
      query,
    );
  }
});

test('A body whose Content-Length is over the limit is refused before any of it is read.', async () => {
  const wire = await openWireImport(service.port, caller, { length: limits.bodyBytes + 1 });
  const answer = await wire.answer();
  assert.deepEqual([answer.status, answer.body.code], [413, 'body-too-large']);
});

test('A product over the limit is refused with its place, and what came before it in whole batches is stored.', async () => {
  const large = { __ID: 'large', text: 'x'.repeat(limits.productBytes) };
  const first = await caller.importProducts([{ __ID: 'before large' }, large]);
  assert.deepEqual([first.status, first.body.code, first.body.handled], [413, 'product-too-large', 0]);
  assert.deepEqual([first.body.line, first.body.column, first.body.offset], [1, 38, 37]);
  assert.equal(await caller.product('before large'), undefined);
  const fits = { __ID: 'fits', text: 'x'.repeat(limits.productBytes - 100) };
  assertCounts(await caller.importProducts([fits]), [1, 0, 0, 0]);
  const line = await caller.importBody(`{"__ID":"a"}\n${JSON.stringify(large)}\n`, { headers: ndjson });
  assert.deepEqual([line.status, line.body.line, line.body.column], [413, 2, 1]);
});

test('A body without products is imported like any other.', async () => {
  assertCounts(await caller.importProducts([]), [0, 0, 0, 0]);
  assertCounts(await caller.importBody(' { "products" : [ ] , "more" : { "a" : [ 1 ] } } \n'), [0, 0, 0, 0]);
  assertCounts(await caller.importBody('\ufeff{"meta":"x","products":[]}'), [0, 0, 0, 0]);
});

test('A body of another form is refused with line, column and offset.', async () => {
  const cases: [string, number, number][] = [
    ['', 1, 1],
    ['[]', 1, 1],
    ['{}', 1, 2],
    ['null', 1, 1],
    ['{"products":{}}', 1, 13],
    ['{"product":[]}', 1, 14],
    ['{"products":[],"products":[]}', 1, 16],
    ['{"products":[]}x', 1, 16],
    ['{"products":[{"__ID":"a"},]}', 1, 27],
    ['{"products":[{"__ID":"a"}', 1, 26],
    ['{"products":\n[{"__ID":"a"}\n{"__ID":"b"}]}', 3, 1],
    ['{"products":[{"__ID":"a","b":tru}]}', 1, 33],
    ['{"products":[{"__ID":"a",\n  "b":01}]}', 2, 8],
    ['{"products":[{"__ID":0017}]}', 1, 23],
    ['{"products":[{"__ID":"a\u0001"}]}', 1, 24],
    ["{'products':[]}", 1, 2],
  ];
  for (const [body, line, column] of cases) {
    const answer = await caller.importBody(body === '' ? new Uint8Array() : body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed-json'], body);
    assert.deepEqual(
      [answer.body.line, answer.body.column, answer.body.handled],
      [line, column, 0],
      `${body}: ${answer.body.detail}`,
    );
    assert.equal(answer.body.message, answer.body.detail);
    const job = await caller.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}`);
    assert.deepEqual([job.body.status, job.body.handled, job.body.fault.code], ['Failed', 0, 'malformed-json']);
  }
});

test('A line or an element that is no JSON at all is said to be no product, with its place and how many products come before it.', async () => {
  const lines = { headers: { 'content-type': 'application/x-ndjson' } };
  const cases: [string, string, { headers: Record<string, string> } | undefined][] = [
    ['Hello world', "found 'H'", lines],
    ['nonsense', "found 'n'", lines],
    ["'single'", 'found "\'"', lines],
    ['id;name;color', "found 'i'", lines],
    ['[{"__ID":"x"}', "found '['", lines],
    ['nothing', "found 'n'", undefined],
  ];
  for (const [text, found, options] of cases) {
    const products = ['{"__ID":"before-1"}', '{"__ID":"before-2"}', text, '{"__ID":"after"}'];
    const body = options ? products.join('\n') : `{"products":[${products.join(',\n')}]}`;
    for (const query of ['', '?dryRun=true', '?atomic=true']) {
      const { status, body: answer } = await caller.importBody(body, { ...options, query });
      assert.deepEqual([status, answer.code, answer.handled], [400, 'malformed-json', 0]);
      assert.deepEqual([answer.line, answer.column, answer.productsBefore], [3, 1, 2]);
      assert.equal(
        answer.detail,
        `Line 3, column 1 (byte ${answer.offset}): a product is written in JSON, like {"__ID":"4711"}, but here something else begins: ${found}.`,
      );
      const job = await caller.call('GET', `/api/import/v1/jobs/${answer.jobRef}`);
      assert.deepEqual([job.body.fault.line, job.body.fault.productsBefore], [3, 2]);
    }
  }
  const frame = await caller.importBody('{"products":[{"__ID":"a"},\n{"__ID":"b"}\n{"__ID":"c"}]}');
  assert.deepEqual([frame.body.line, frame.body.column, frame.body.productsBefore], [3, 1, 2]);
  const first = await caller.importBody('id;name');
  assert.deepEqual([first.body.line, first.body.column, first.body.productsBefore], [1, 1, 0]);
});

test('Bytes that are not UTF-8 are refused with their offset.', async () => {
  for (const bad of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    const body = Buffer.concat([
      Buffer.from('{"products":[{"__ID":"é"},{"__ID":"'),
      Buffer.from(bad),
      Buffer.from('"}]}'),
    ]);
    const answer = await caller.importBody(new Uint8Array(body));
    assert.deepEqual([answer.status, answer.body.code, answer.body.offset], [400, 'malformed-json', 36], answer.text);
  }
  assert.equal(await caller.product('é'), undefined);
});
