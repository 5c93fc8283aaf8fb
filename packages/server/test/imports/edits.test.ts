import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { startTestService, type TestAnswer, type TestCaller } from '../test-service.ts';
import { assertCounts, problemsOf } from './import-answers.ts';
import { modelDefinitions, modelProduct, type ModelProduct, textOf } from './import-model.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

let clients = 0;
const nextClient = async () => {
  const caller = await service.client(`edits ${clients++}`);
  await caller.define(modelDefinitions);
  return caller;
};

const edit = (caller: TestCaller, product: string, query: string) =>
  caller.importBody(`{"products":[${product}]}`, { query: `?origin=edit${query}` });

/** Sends an edit that an import thread handles, because a body of unknown length is not handled within the request. */
const bulkEdit = (caller: TestCaller, product: string, query: string) =>
  caller.importBody(new Blob([`{"products":[${product}]}`]).stream(), { query: `?origin=edit${query}` });

/**
 * Returns a response without the properties that may differ between the compared jobs: the job's id, times, body length and actor.
 */
function comparable({ status, body }: Pick<TestAnswer, 'status' | 'body'>): unknown {
  const { jobRef: _jobRef, startedAt: _startedAt, finishedAt: _finishedAt, durationMs: _durationMs, ...rest } = body;
  const { bytesTotal: _bytesTotal, actor: _actor, actorName: _actorName, ...same } = rest;
  return { status, same };
}

async function historiesOf(caller: TestCaller, ids: Iterable<string>): Promise<unknown[]> {
  const histories: unknown[] = [];
  for (const id of new Set(ids)) {
    const { body } = await caller.call('GET', `/api/products/v1/products/${encodeURIComponent(id)}/history`);
    histories.push(body.entries?.map(({ kind, changes }: { kind: string; changes: unknown }) => [id, kind, changes]));
  }
  return histories;
}

const membersOf = (product: ModelProduct) => textOf(product).replace(/^\{"__ID":"(?:[^"\\]|\\.)*",?/, '{');

const anyEdit = fc.record({
  product: modelProduct,
  expected: fc.option(fc.oneof(modelProduct.map(membersOf), fc.constantFrom('null', '{}', '7')), { nil: undefined }),
  extra: fc.option(fc.constantFrom('"unknown":"x"', '"__family":"f"', '"text":"a","text":"b"', '"__other":1'), {
    nil: undefined,
  }),
  query: fc.constantFrom('', '', '&importType=REPLACEMENT'),
});

function textOfEdit({
  product,
  expected,
  extra,
}: {
  product: ModelProduct;
  expected?: string | undefined;
  extra?: string | undefined;
}): string {
  const more = [
    ...(expected === undefined ? [] : [`"__EXPECTED":${expected}`]),
    ...(extra === undefined ? [] : [extra]),
  ];
  return `${textOf(product).slice(0, -1)}${more.map((member) => `,${member}`).join('')}}`;
}

test('An edit of one product has the answer, the job, the product, the history and the conflict that an import of it has.', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 5 }), async (edits) => {
      const [direct, bulk] = [await nextClient(), await nextClient()];
      for (const one of edits) {
        const text = textOfEdit(one);
        const answers = [await edit(direct, text, one.query), await bulkEdit(bulk, text, one.query)] as const;
        assert.deepEqual(comparable(answers[0]), comparable(answers[1]), text);
        const [job, bulkJob] = await Promise.all(
          [direct, bulk].map((caller, at) => caller.call('GET', `/api/import/v1/jobs/${answers[at]?.body.jobRef}`)),
        );
        assert.deepEqual(comparable(job!), comparable(bulkJob!), text);
        assert.deepEqual(comparable(job!), comparable(answers[0]), text);
      }
      const ids = edits.map(({ product }) => product.id);
      assert.deepEqual(await direct.exported(), await bulk.exported());
      assert.deepEqual(await historiesOf(direct, ids), await historiesOf(bulk, ids));
    }),
    { numRuns: 20 },
  );
});

test('An edit of one product is one transaction with its history and its job.', async () => {
  const caller = await nextClient();
  await caller.importProducts([{ __ID: 'a', text: 'old' }]);
  const { body } = await edit(caller, '{"__ID":"a","text":"new","__EXPECTED":{"text":"old"}}', '');
  const { rows } = await sql<{ transaction: string }>`
    select product.xmin::text as transaction from product where product.client_id = ${caller.clientId}
    union all
    select product_history.xmin::text from product_history where product_history.client_id = ${caller.clientId}
    union all
    select import_job.xmin::text from import_job where import_job.job_id = ${body.jobRef}::uuid`.execute(
    service.database,
  );
  assert.equal(rows.length, 3);
  assert.equal(new Set(rows.map(({ transaction }) => transaction)).size, 1);
});

test('A body of an edit that is not one product is imported like any other.', async () => {
  const caller = await nextClient();
  const send = (body: string) => caller.importBody(body, { query: '?origin=edit' });
  assertCounts(await send('{"products":[{"__ID":"a"},{"__ID":"b"}]}'), [2, 0, 0, 0]);
  assertCounts(await send('{"products":[]}'), [0, 0, 0, 0]);
  assertCounts(await send('{"products":[{"__ID":"c"}],"note":{"products":[{}]}}'), [1, 0, 0, 0]);
  assertCounts(await send('{"note":[{"products":[1]}],"products":[{"__ID":"d"}]}'), [1, 0, 0, 0]);
  assertCounts(await send('\ufeff{"products":[{"__ID":"e"}]}'), [1, 0, 0, 0]);
  assert.deepEqual(problemsOf(await send('{"products":["f"]}')), ['invalid-product /products/0']);
  for (const broken of ['{"products":[{"__ID":"g"]}', '{"products":[{"__ID":"g"}]', '{"products":[{__ID:"g"}]}', ''])
    assert.equal((await send(broken)).body.code, 'malformed-json', broken);
  assert.deepEqual([...(await caller.exported()).keys()], ['a', 'b', 'c', 'd', 'e']);
});

test('Twenty repeats of an edit with one Idempotency-Key at once store it once and have one answer.', async () => {
  const caller = await nextClient();
  const headers = { 'idempotency-key': 'once' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      caller.importBody('{"products":[{"__ID":"a","text":"x","__EXPECTED":null}]}', { query: '?origin=edit', headers }),
    ),
  );
  for (const answer of answers) assertCounts(answer, [1, 0, 0, 0]);
  assert.equal(new Set(answers.map(({ body }) => body.jobRef)).size, 1);
  const other = await caller.importBody('{"products":[{"__ID":"bb"}]}', { query: '?origin=edit', headers });
  assert.equal(other.body.code, 'idempotency-key-reused');
});

test('Edits wait for an import that holds the definitions, and other requests are answered in the meantime.', async () => {
  const caller = await nextClient();
  let answered = 0;
  let edits: Promise<void>[] = [];
  await service.database.transaction().execute(async (transaction) => {
    await sql`select from structure_state where structure_state.client_id = ${caller.clientId} for update`.execute(
      transaction,
    );
    edits = Array.from({ length: 30 }, async (_, at) => {
      assertCounts(await edit(caller, `{"__ID":"p${at}"}`, ''), [1, 0, 0, 0]);
      answered++;
    });
    for (let round = 0; round < 30; round++)
      assert.equal((await caller.call('GET', '/api/products/v1/products?limit=1')).status, 200);
    assert.equal(answered, 0);
  });
  await Promise.all(edits);
});
