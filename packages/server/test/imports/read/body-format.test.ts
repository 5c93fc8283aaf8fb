import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { readdir } from 'node:fs/promises';
import { makeTemporaryFolder } from '../../platform/temporary-folder.ts';
import { startTestService } from '../../test-service.ts';
import { assertCounts } from '../import-answers.ts';
import { openWireImport } from '../import-wire.ts';

const limits = { bodyBytes: 50_000_000, productBytes: 1_000_000, atomicProducts: 3_000 };
const spool = await makeTemporaryFolder();
const service = await startTestService({ importLimits: limits, spoolFolder: spool.path });
after(async () => {
  await service[Symbol.asyncDispose]();
  await spool[Symbol.asyncDispose]();
});

const caller = await service.client('transport');
const ndjson = { 'content-type': 'application/x-ndjson' };
const bodyOf = (products: unknown[]) => JSON.stringify({ products });

test('One product per line is imported like a list of products, whatever the line ends are.', async () => {
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

/** Compresses with a checksum, because zstd does not detect corrupt content without one. */
const zstdWithChecksum = (text: string) => zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });

test('Compression that is broken, ends early or is missing is reported as a malformed body.', async () => {
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

test('All members and frames of a compressed body are read, and none is read without its rest.', async () => {
  const parts = ['{"__ID":"f1"}\n', '{"__ID":"f2"}\n'];
  const skippable = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);
  const framed = {
    gzip: parts.map((part) => gzipSync(part)),
    zstd: [skippable, ...parts.map((part) => zstdCompressSync(part)), skippable],
  };
  const send = (bytes: Uint8Array, encoding: string, prefer = 'wait=10') =>
    caller.importBody(new Uint8Array(bytes), { headers: { ...ndjson, 'content-encoding': encoding, prefer } });
  for (const [encoding, pieces] of Object.entries(framed)) {
    const answer = await send(Buffer.concat(pieces), encoding);
    assert.deepEqual([answer.status, answer.body.received], [200, 2], `${encoding}: ${answer.text}`);
  }
  for (const [encoding, encode] of Object.entries({ deflate: deflateSync, br: brotliCompressSync })) {
    const answer = await send(Buffer.concat(parts.map((part) => encode(part))), encoding);
    assert.deepEqual([answer.status, answer.body.code, answer.body.handled], [400, 'malformed-json', 0], encoding);
  }
  for (const [encoding, pieces] of Object.entries(framed)) {
    for (const rest of ['hello', '\0', '\0hello']) {
      const answer = await send(Buffer.concat([...pieces, Buffer.from(rest)]), encoding);
      assert.deepEqual([answer.status, answer.body.params.kind], [400, 'encoding'], `${encoding} ${rest}`);
    }
  }
  const later = await send(Buffer.concat(framed.zstd), 'zstd', 'respond-async');
  for (;;) {
    const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${later.body.jobRef}`);
    if (job.status === 'Importing') continue;
    assert.deepEqual([job.status, job.received], ['Completed', 2]);
    break;
  }
});

test('A small body that expands to hundreds of megabytes is refused at once, whatever it contains.', async () => {
  const blanks = Buffer.concat([Buffer.from('{"products":[]'), Buffer.alloc(45_000_000, 0x20), Buffer.from('}')]);
  const answer = await caller.importBody(new Uint8Array(gzipSync(blanks)), { headers: { 'content-encoding': 'gzip' } });
  assert.deepEqual([answer.status, answer.body.code, answer.body.params.kind], [413, 'body-too-large', 'expansion']);
});

test('A body in another format is named by its first bytes.', async () => {
  const text = bodyOf([{ __ID: 'foreign' }]);
  const swapped = (bytes: Buffer, size: 2 | 4) => {
    const copy = Buffer.from(bytes);
    return size === 2 ? copy.swap16() : copy.swap32();
  };
  const utf16 = Buffer.from(text, 'utf16le');
  const utf32 = Buffer.concat(text.split('').map((character) => Buffer.from([character.charCodeAt(0), 0, 0, 0])));
  const bom16 = Buffer.from([0xff, 0xfe]);
  const bom32 = Buffer.from([0xff, 0xfe, 0, 0]);
  const bodies: [string, Buffer][] = [
    ['utf-16', utf16],
    ['utf-16', swapped(utf16, 2)],
    ['utf-16', Buffer.concat([bom16, utf16])],
    ['utf-16', swapped(Buffer.concat([bom16, utf16]), 2)],
    ['utf-32', utf32],
    ['utf-32', swapped(utf32, 4)],
    ['utf-32', Buffer.concat([bom32, utf32])],
    ['utf-32', swapped(Buffer.concat([bom32, utf32]), 4)],
    ['gzip', gzipSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['zstd', Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]), zstdCompressSync(text)])],
    ['zip', Buffer.from('PK\u0003\u0004 and so on')],
  ];
  for (const [format, bytes] of bodies) {
    for (const headers of [{}, ndjson]) {
      const { status, body } = await caller.importBody(new Uint8Array(bytes), { headers });
      assert.deepEqual(
        [status, body.code, body.params?.fault],
        [400, 'malformed-json', { kind: 'foreign-format', format }],
      );
      assert.deepEqual([body.line, body.column, body.offset, body.handled], [1, 1, 0, 0]);
    }
  }
});

test('A small body that unpacks to more than the limit is refused without being held in memory.', async () => {
  const bomb = gzipSync(
    Buffer.concat([Buffer.from('{"x":[1'), Buffer.alloc(200_000_000, 0x20), Buffer.from('],"products":[]}')]),
  );
  const answer = await caller.importBody(new Uint8Array(bomb), { headers: { 'content-encoding': 'gzip' } });
  assert.equal(answer.status, 413, answer.text);
});

test('A body whose decoded size is over the limit is refused, and never stored in part.', async () => {
  const text = randomBytes(450_000).toString('hex');
  const lines = Array.from({ length: 60 }, (_, at) => `{"__ID":"over ${at}","text":"${text}"}\n`);
  const body = new Uint8Array(gzipSync(lines.join(''), { level: 1 }));
  assert.ok(body.length < limits.bodyBytes && lines.join('').length > limits.bodyBytes);
  const headers = { ...ndjson, 'content-encoding': 'gzip' };
  for (const more of [{}, { 'idempotency-key': 'over', prefer: 'respond-async' }]) {
    const answer = await caller.importBody(body, { headers: { ...headers, ...more } });
    assert.deepEqual([answer.status, answer.body.code, answer.body.params.kind], [413, 'body-too-large', 'decoded']);
    const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}`);
    assert.deepEqual([job.status, job.fault.code], ['Failed', 'body-too-large']);
  }
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

test('A body without an end is refused at the limit, even if it is written to a file first, and no file is left.', async () => {
  const chunk = Buffer.alloc(10_000_000, 0x20);
  for (const query of ['?dryRun=true', '?atomic=true']) {
    const wire = await openWireImport(service.port, caller, { query });
    // Only one byte is beyond the limit, so that nothing is being written when the service closes the connection.
    for (let left = limits.bodyBytes; left > 0; left -= chunk.length) await wire.write(chunk.subarray(0, left));
    await wire.write(' ');
    const { status, body } = await wire.answer();
    assert.deepEqual([status, body.code, body.params.kind], [413, 'body-too-large', 'sent'], query);
    const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${body.jobRef}`);
    assert.deepEqual([job.status, job.fault.code], ['Failed', 'body-too-large']);
    assert.ok(
      job.bytesReceived > limits.bodyBytes / 2 && job.bytesReceived <= limits.bodyBytes,
      `${job.bytesReceived}`,
    );
    assert.deepEqual(await readdir(spool.path), []);
  }
});

test('A product over the limit is listed with its place and its id, and its neighbours are imported.', async () => {
  const large = { color: 'red', __ID: 'large', text: 'x'.repeat(limits.productBytes) };
  const late = { text: 'x'.repeat(limits.productBytes), __ID: 'late' };
  const list = [{ __ID: 'before large' }, large, late, { __ID: 'after large', color: 'blue' }];
  const first = await caller.importProducts(list);
  assertCounts(first, [2, 0, 0, 2]);
  const { code, path, index, productId, params } = first.body.errors[0];
  assert.deepEqual([code, path, index, productId], ['product-too-large', '/products/1', 1, 'large']);
  assert.deepEqual(params, { line: 1, column: 38, offset: 37, part: 'product', maxBytes: limits.productBytes });
  assert.deepEqual([first.body.errors[1].index, first.body.errors[1].productId], [2, undefined]);
  assert.deepEqual(await caller.product('after large'), { __ID: 'after large', color: 'blue' });
  assert.equal(await caller.product('large'), undefined);
  const lines = list.map((product) => JSON.stringify(product)).join('\n');
  const again = await caller.importBody(lines, { headers: ndjson });
  assertCounts(again, [0, 0, 2, 2]);
  assert.deepEqual([again.body.errors[0].params.line, again.body.errors[0].params.part], [2, 'line']);
  assertCounts(await caller.importProducts(list, '?atomic=true'), [0, 0, 2, 2]);
  const fits = { __ID: 'fits', text: 'x'.repeat(limits.productBytes - 100) };
  assertCounts(await caller.importProducts([fits]), [1, 0, 0, 0]);
});

test('An asynchronous import lists a product over the limit in its job.', async () => {
  const list = [{ __ID: 'async large', text: 'x'.repeat(limits.productBytes) }, { __ID: 'async after' }];
  const accepted = await caller.importBody(bodyOf(list), { headers: { prefer: 'respond-async' } });
  for (;;) {
    const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${accepted.body.jobRef}`);
    if (job.status === 'Importing') continue;
    assert.deepEqual([job.status, job.created, job.rejected], ['Completed', 1, 1]);
    assert.deepEqual(job.errorCounts, { 'product-too-large': 1 });
    assert.equal(job.errors[0].productId, 'async large');
    break;
  }
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
        `Line 3, column 1 (byte ${answer.offset}): a product is written in JSON, like {"__ID":"4711"}, but something else begins here: ${found}.`,
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
