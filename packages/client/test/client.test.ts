import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  deleteProduct,
  getMetrics,
  getProduct,
  issueToken,
  listClients,
  listProducts,
  type Product,
  putAttributes,
} from '@pimento/contract';
import { AddressError, type Client, createClient, exportProducts, importProducts, ProblemError } from '../src/index.ts';
import { type RunningService, startService } from './running-service.ts';

let service: RunningService;
let client: Client;
before(async () => {
  service = await startService();
  client = createClient({ baseUrl: service.baseUrl, credential: service.key.secret });
});
after(() => service[Symbol.asyncDispose]());

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

function* numbered(prefix: string, count: number): Generator<Product> {
  for (let index = 0; index < count; index += 1) {
    yield {
      __ID: `${prefix}${String(index).padStart(6, '0')}`,
      __NAME: `Ölive ${index}`,
      color: 'grün',
      weight: '10.50',
    };
  }
}

test('imported products can be read individually and as a list', async () => {
  const report = await importProducts(client, numbered('read-', 3));
  assert.ok('created' in report);
  assert.equal(report.created, 3);
  const record = await client.call(getProduct, { params: { productId: 'read-000001' } });
  assert.equal(record.product.__NAME, 'Ölive 1');
  const page = await client.call(listProducts, { query: { text: 'read-', limit: 2 } });
  assert.equal(page.products.length, 2);
  assert.equal(page.hasMore, true);
});

test('ids with slashes, percent signs, blanks, question marks and any script survive as a part of the URL', async () => {
  const ids = ['a/b', 'export', 'changed', '100%', 'a b', 'q?x=1#y', 'ürün', '%2F', 'a+b', '...', '日本/1'];
  await importProducts(
    client,
    ids.map((id) => ({ __ID: id })),
  );
  for (const productId of ids) {
    const record = await client.call(getProduct, { params: { productId } });
    assert.equal(record.productId, productId);
  }
  assert.equal(await client.call(deleteProduct, { params: { productId: 'a/b' } }), undefined);
  await assert.rejects(client.call(getProduct, { params: { productId: 'a/b' } }), { code: 'unknown-product' });
});

test('an id that cannot be a part of a URL is rejected before a request is sent', async () => {
  for (const productId of ['', '.', '..']) {
    await assert.rejects(client.call(deleteProduct, { params: { productId } }), AddressError);
  }
});

test('a refusal contains its problem document', async () => {
  const failure: unknown = await client.call(putAttributes, { body: [{ id: 'x' }] }).catch((error: unknown) => error);
  assert.ok(failure instanceof ProblemError);
  assert.equal(failure.status, 422);
  assert.equal(failure.code, 'invalid-definitions');
  assert.ok((failure.problem.errors?.length ?? 0) > 0);
  assert.equal(failure.message, failure.problem.detail);
});

test('listAll reads every page once, in order', async () => {
  await importProducts(client, numbered('page-', 25));
  const records = await collect(client.listAll(listProducts, { query: { text: 'page-', limit: 10 } }));
  assert.deepEqual(
    records.map((record) => record.productId),
    [...numbered('page-', 25)].map((product) => product.__ID),
  );
});

test('thousands of products are imported as a stream, compressed or not, and exported unchanged', async () => {
  for (const gzip of [false, true]) {
    const prefix = `many-${gzip}-`;
    const report = await importProducts(client, numbered(prefix, 3000), { gzip });
    assert.ok('created' in report);
    assert.equal(report.created, 3000);
    const products = await collect(exportProducts(client, { text: prefix, fields: ['__NAME', 'color', 'weight'] }));
    assert.deepEqual(products, [...numbered(prefix, 3000)]);
  }
});

test('breaking out of an export ends its request cleanly', async () => {
  await importProducts(client, numbered('early-', 2000));
  for await (const product of exportProducts(client, { text: 'early-' })) {
    assert.equal(product.__ID, 'early-000000');
    break;
  }
  assert.equal((await client.call(listProducts, { query: { limit: 1 } })).products.length, 1);
});

test('an error of the product iteration is the error of the import', async () => {
  async function* failing(): AsyncGenerator<Product> {
    yield* numbered('fail-', 5000);
    await Promise.resolve();
    throw new RangeError('the spreadsheet ends here');
  }
  await assert.rejects(importProducts(client, failing()), new RangeError('the spreadsheet ends here'));
});

test('a wrong credential is a ProblemError, even while the body is being sent', async () => {
  const stranger = createClient({ baseUrl: service.baseUrl, credential: 'pimento_client_wrong' });
  await assert.rejects(importProducts(stranger, numbered('no-', 50_000)), {
    name: 'ProblemError',
    code: 'unauthorized',
  });
});

test('options of an import reach the service', async () => {
  const dry = await importProducts(client, numbered('dry-', 2), { dryRun: true, replace: true, atomic: true });
  assert.ok('dryRun' in dry);
  assert.deepEqual([dry.dryRun, dry.importType, dry.atomic], [true, 'REPLACEMENT', true]);
  const first = await importProducts(client, numbered('twice-', 2), { idempotencyKey: 'one' });
  const again = await importProducts(client, numbered('twice-', 2), { idempotencyKey: 'one' });
  assert.deepEqual(again, first);
  const later = await importProducts(client, numbered('later-', 2), { respondAsync: true });
  assert.equal(later.status, 'Importing');
});

test('a key id with its secret and a token of this key have the same rights', async () => {
  const byPair = createClient({ baseUrl: service.baseUrl, credential: service.operator });
  assert.equal((await byPair.call(listClients)).clients[0]?.clientId, 'acme');
  const anyone = createClient({ baseUrl: `${service.baseUrl}/` });
  const { keyId, secret } = service.operator;
  const token = await anyone.call(issueToken, {
    body: { grant_type: 'client_credentials', client_id: keyId, client_secret: secret },
  });
  const byToken = createClient({ baseUrl: service.baseUrl, credential: token.access_token });
  assert.equal((await byToken.call(listClients)).clients.length, 1);
  assert.match(await byToken.call(getMetrics), /^# HELP/);
});

test('an aborted call rejects with the abort reason', async () => {
  const reason = new Error('enough');
  await assert.rejects(client.call(listProducts, { signal: AbortSignal.abort(reason) }), reason);
});
