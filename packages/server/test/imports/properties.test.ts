import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { startTestService, type TestAnswer } from '../test-service.ts';
import { jsonBody, jsonText, ndjsonBody, spoiled } from './read/body-arbitrary.ts';
import { applyBody, modelDefinitions, modelProduct, type ModelState, textOf } from './import-model.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const ndjson = { 'content-type': 'application/x-ndjson' };
let clients = 0;
const nextClient = () => service.client(`client ${clients++}`);

const step = fc.record({
  products: fc.array(modelProduct, { maxLength: 12 }),
  query: fc.constantFrom(
    '',
    '',
    '?importType=REPLACEMENT',
    '?atomic=true',
    '?dryRun=true',
    '?importType=REPLACEMENT&atomic=true',
  ),
  form: fc.constantFrom('json', 'ndjson', 'pretty'),
});

function bodyOf(texts: readonly string[], form: string): string {
  if (form === 'ndjson') return texts.join('\n');
  return form === 'json' ? `{"products":[${texts.join(',')}]}` : `{ "products" : [\n${texts.join(' ,\n')}\n] }\n`;
}

function printed(state: ModelState): Map<string, Record<string, unknown>> {
  return new Map([...state].map(([id, members]) => [id, { __ID: id, ...Object.fromEntries(members) }]));
}

test('Whatever is sent, in any mode, exactly the accepted products are stored, every product is counted once, and a repeat changes nothing.', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const caller = await nextClient();
      await caller.define(modelDefinitions);
      const state: ModelState = new Map();
      for (const { products, query, form } of steps) {
        const replacement = query.includes('REPLACEMENT');
        const body = bodyOf(products.map(textOf), form);
        const send = () => caller.importBody(body, { query, headers: form === 'ndjson' ? ndjson : {} });
        for (const repeat of [false, true]) {
          const target: ModelState = query.includes('dryRun') ? structuredClone(state) : state;
          const expected = applyBody(target, products, replacement);
          const answer = await send();
          assert.equal(answer.status, 200, answer.text);
          const { received, created, updated, unchanged, rejected } = answer.body;
          assert.deepEqual(
            { created, updated, unchanged, rejected },
            expected,
            `${repeat ? 'repeated ' : ''}${query} ${body}`,
          );
          assert.equal(received, products.length);
          assert.deepEqual(await caller.exported(), printed(state));
        }
      }
    }),
    { numRuns: 20 },
  );
});

/** Asserts that the response to any body is not a server error, and that its counts add up. */
function assertSound(answer: TestAnswer): void {
  assert.ok([200, 400, 413].includes(answer.status), answer.text);
  if (answer.status !== 200) {
    assert.ok(Number.isInteger(answer.body.handled), answer.text);
    return;
  }
  const { received, created, updated, unchanged, rejected } = answer.body;
  assert.equal(created + updated + unchanged + rejected, received);
}

test('No body, right or wrong, is answered with a fault of the service.', async () => {
  const caller = await nextClient();
  const body = fc.oneof(
    spoiled(jsonBody).map((bytes) => ({ bytes, headers: {} })),
    spoiled(ndjsonBody).map((bytes) => ({ bytes, headers: ndjson })),
    fc
      .array(jsonText, { maxLength: 5 })
      .map((texts) => ({ bytes: Buffer.from(`{"products":[${texts.join(',')}]}`), headers: {} })),
    fc
      .tuple(fc.array(modelProduct, { maxLength: 5 }), fc.nat(400), fc.uint8Array({ maxLength: 3 }))
      .map(([products, at, noise]) => {
        const right = Buffer.from(bodyOf(products.map(textOf), 'json'));
        return { bytes: Buffer.concat([right.subarray(0, at), noise, right.subarray(at)]), headers: {} };
      }),
  );
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom('', '?atomic=true', '?dryRun=true'), async ({ bytes, headers }, query) => {
      assertSound(await caller.importBody(new Uint8Array(bytes), { query, headers }));
    }),
    { numRuns: 120 },
  );
});

test('Objects with any names and values are accepted or rejected one by one, and what was accepted comes back when it is sent again.', async () => {
  const caller = await nextClient();
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
  const product = fc
    .record({ __ID: fc.constantFrom('a', 'b', 'c', '1') })
    .chain((base) =>
      fc
        .dictionary(fc.string({ unit: 'binary', maxLength: 4 }), value, { maxKeys: 5, noNullPrototype: true })
        .map((more) => ({ ...more, ...base })),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(product, { maxLength: 6 }), async (products) => {
      const answer = await caller.importProducts(products);
      assert.equal(answer.status, 200, answer.text);
      assertSound(answer);
      assert.equal(answer.body.received, products.length);
      const exported = await caller.exported();
      const again = await caller.importProducts([...exported.values()]);
      assert.deepEqual([again.body.unchanged, again.body.rejected], [exported.size, 0], again.text);
    }),
    { numRuns: 120 },
  );
});
