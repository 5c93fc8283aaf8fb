import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importProducts, timeText } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { z } from 'zod';
import { closestIssues, inputFault } from '../../src/platform/http/input-faults.ts';
import { nearestName } from '../../src/platform/http/nearest-name.ts';

function faultsOf(schema: z.ZodType, input: unknown) {
  const judged = schema.safeParse(input);
  const issues = judged.success ? [] : judged.error.issues.flatMap(closestIssues);
  return issues.map((issue) => ({ issue, fault: inputFault(issue, input) }));
}

test('What the schema library finds is told as data, in sentences of our own.', () => {
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
    for (const { issue, fault } of faults) {
      const { message } = problem('invalid-body', { kind: 'member', fault });
      assert.notEqual(message, issue.message);
      assert.match(message, /^(must (be|have|match)|is missing|is not valid|has the unknown members?) ?/);
      assert.doesNotMatch(message, /expected|received|Invalid|>=|<=|undefined/);
    }
  }
});

test('What the contract asks for is told by its name.', () => {
  const [found] = faultsOf(importProducts.query, { importType: 'MERGE' });
  assert.deepEqual(found?.fault, { rule: 'one-of-few', values: ['IMPORTER', 'REPLACEMENT'] });
  assert.equal(found?.issue.message, 'must be IMPORTER or REPLACEMENT');
});

test('A misspelt name means the nearest known one, whatever its letter case and signs.', () => {
  const known = ['importType', 'dryRun', 'atomic', 'origin'];
  for (const [asked, meant] of [
    ['dry_run', 'dryRun'],
    ['dryRun[]', 'dryRun'],
    ['DRYRUN', 'dryRun'],
    ['dyrRun', 'dryRun'],
    ['type', 'importType'],
    ['atomicc', 'atomic'],
    ['orign', 'origin'],
    ['limit', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ] as const)
    assert.equal(nearestName(asked, known), meant, asked.slice(0, 20));
  assert.equal(nearestName('familly', ['family', 'text']), 'family');
});

test('A blank where a plus must be, and an offset without a colon, are read as they are meant.', () => {
  const schema = timeText();
  for (const text of [
    '2026-03-01T12:00:00 02:00',
    '2026-03-01T12:00:00+0200',
    '2026-03-01T12:00:00 0200',
    '2026-03-01T12:00:00+02:00',
  ])
    assert.equal(schema.parse(text).toISOString(), '2026-03-01T10:00:00.000Z', text);
  assert.equal(schema.parse('2026-03-01T12:00:00.5-0330').toISOString(), '2026-03-01T15:30:00.500Z');
  for (const text of ['2026-03-01 12:00', '2026-03-01', '2026-03-01T12:00:00 ', '2026-03-01T12:00:00'])
    assert.equal(schema.safeParse(text).success, false, text);
});
