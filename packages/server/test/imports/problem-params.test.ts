import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type CatalogCode, openApiDocument, problem, problemParams } from '@pimento/contract';
import { sql } from 'kysely';
import { startTestService } from '../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

interface Answered {
  code: CatalogCode;
  message: string;
  params: Record<string, unknown>;
}

/** Asserts the parameters of a problem, and asserts that its message is the catalogue's sentence with these parameters. */
function assertCoded(answered: Answered, params: Record<string, unknown>): void {
  assert.deepEqual(answered.params, params, JSON.stringify(answered));
  assert.ok(problemParams[answered.code].safeParse(params).success, answered.code);
  assert.equal(problem(answered.code, params as never).message, answered.message); // the schema has accepted the parameters above
}

test('Problems and warnings of products have the parameters of their messages, in the answer and in the pages of the job.', async () => {
  const caller = await service.client('params');
  await caller.define([{ id: 'weight', name: 'Weight', type: { id: 'decimal', multiValue: false } }]);
  const answer = await caller.importProducts([
    { __ID: 'a', weight: 'heavy' },
    { __ID: 'b', color: { red: 'a\u0000b' } },
    { __ID: 'c' },
    { __ID: 'c' },
  ]);
  const [value, composite] = answer.body.errors;
  assertCoded(value, { attribute: 'weight', value: 'heavy' });
  assertCoded(composite, { attribute: 'color' });
  assertCoded(answer.body.warnings[0], { productId: 'c', firstIndex: 2, index: 3 });

  const page = await caller.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}/errors`);
  assert.deepEqual(page.body.errors, answer.body.errors);
  const job = await caller.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}`);
  assert.deepEqual(job.body.warnings, answer.body.warnings);
});

test('Errors that were stored before they had parameters are read as they were.', async () => {
  const caller = await service.client('params before');
  const { body: report } = await caller.importProducts([{ name: 'no id' }]);
  await sql`update import_error set params = null where job_id = ${report.jobRef}::uuid`.execute(service.database);
  const { body: page } = await caller.call('GET', `/api/import/v1/jobs/${report.jobRef}/errors`);
  assert.deepEqual(page.errors, [
    { code: 'missing-id', path: '/products/0', message: 'The product has no __ID.', index: 0 },
  ]);
});

test('The fault of a body has them, in the refusal and in its job.', async () => {
  const caller = await service.client('params fault');
  const refused = await caller.importBody('{"products":[{"__ID":"1"};');
  const params = {
    kind: 'position',
    line: 1,
    column: 26,
    offset: 25,
    fault: {
      kind: 'expected',
      expected: 'comma-or-list-end-after-product',
      found: { character: ';', codePoint: 'U+003B' },
    },
  };
  assertCoded(refused.body, params);
  const job = await caller.call('GET', `/api/import/v1/jobs/${refused.body.jobRef}`);
  assertCoded(job.body.fault, params);
});

test('A refused request and each of its errors have them, and a repeated one still has.', async () => {
  const caller = await service.client('params request');
  assertCoded((await caller.call('GET', '/api/products/v1/products/none')).body, {
    kind: 'catalog',
    productId: 'none',
  });
  const definitions = await caller.define([{ id: 'x' }]);
  assertCoded(definitions.body, { count: 2 });
  assertCoded(definitions.body.errors[0], {});
  for (let times = 0; times < 2; times++) {
    const again = await caller.importBody('[]', { headers: { 'idempotency-key': 'once' } });
    assert.equal(again.body.params.fault.expected, 'products-body');
  }
});

test('The OpenAPI document names the parameters of problems.', () => {
  const { components } = openApiDocument() as unknown as {
    components: { schemas: Record<string, { properties: Record<string, { type: string }> }> };
  }; // the OpenAPI document describes problems in this way
  for (const name of ['Problem', 'ItemProblem', 'ImportWarning', 'DefinitionWarning'])
    assert.equal(components.schemas[name]?.properties['params']?.type, 'object', name);
});
