import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importProducts } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { z } from 'zod';
import { closestIssues, inputFault } from '../../src/platform/http/input-faults.ts';

function faultsOf(schema: z.ZodType, input: unknown) {
  const judged = schema.safeParse(input);
  const issues = judged.success ? [] : judged.error.issues.flatMap(closestIssues);
  return issues.map((issue) => ({ issue, fault: inputFault(issue, input) }));
}

test('What the schema library finds is told as data, in the words that it has itself.', () => {
  const refused: [z.ZodType, unknown][] = [
    [z.object({ name: z.string() }), {}],
    [z.object({ name: z.string() }), { name: null }],
    [z.object({ list: z.array(z.number()) }), { list: [1, '2', []] }],
    [z.enum(['a', 'b']), 'c'],
    [z.literal('a'), 'b'],
    [z.string().min(3), 'ab'],
    [z.string().max(3), 'abcd'],
    [z.array(z.string()).max(1), ['a', 'b']],
    [z.number().min(0), -1],
    [z.number().lt(5), 5],
    [z.number().multipleOf(5), 7],
    [z.string().regex(/^a$/), 'b'],
    [z.uuid(), 'x'],
    [z.iso.datetime(), 'x'],
    [z.strictObject({}), { more: 1, 'and more': 2 }],
    [z.union([z.string(), z.number()]), true],
  ];
  for (const [schema, input] of refused) {
    const faults = faultsOf(schema, input);
    assert.ok(faults.length > 0, JSON.stringify(input));
    for (const { issue, fault } of faults)
      assert.equal(problem('invalid-body', { kind: 'member', fault }).message, issue.message);
  }
});

test('What the contract asks for is told by its name.', () => {
  const [found] = faultsOf(importProducts.query, { importType: 'MERGE' });
  assert.deepEqual(found?.fault, { rule: 'one-of-few', values: ['IMPORTER', 'REPLACEMENT'] });
  assert.equal(found?.issue.message, 'must be IMPORTER or REPLACEMENT');
});
