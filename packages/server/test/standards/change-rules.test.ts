import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeHeadChange, judgeItemChange, judgeValueChange } from '../../src/standards/versions/change-rules.ts';
import type { ItemDifference } from '../../src/standards/versions/change-views.ts';

type Side = Record<string, unknown> | null;

const classOf = (kind: ItemDifference['kind'], before: Side, after: Side) =>
  judgeItemChange({ kind, itemId: 'x', before, after }).class;
const target = (more: object = {}) => ({ id: 'x', name: 'X', type: { id: 'string' }, ...more });
const limited = (parameters: object) => target({ restriction: { parameters } });
const linked = (...attributeLinks: object[]) => ({ id: 'c', name: 'C', attributeLinks });

const targets: [expected: string, before: Side, after: Side][] = [
  ['harmless', null, target()],
  ['warning', null, target({ requirement: 'recommended' })],
  ['breaking', null, target({ requirement: 'required' })],
  ['breaking', null, target({ requirement: { offer: 'required' } })],
  ['harmless', null, target({ requirement: 'required', appliesTo: 'linked' })],
  ['breaking', null, target({ defaultFormula: '__ID' })],
  ['idle', target(), null],
  ['harmless', target(), target({ name: 'Y', description: 'text' })],
  ['breaking', target(), target({ type: { id: 'integer' } })],
  ['breaking', target(), target({ output: { as: 'number' } })],
  ['warning', target(), target({ requirement: 'recommended' })],
  ['harmless', target({ requirement: 'required' }), target({ requirement: 'recommended' })],
  ['breaking', target({ requirement: { a: 'required' } }), target({ requirement: { b: 'required' } })],
  ['breaking', limited({ maxLength: 100 }), limited({ maxLength: 50 })],
  ['harmless', limited({ maxLength: 50 }), limited({ maxLength: 100 })],
  ['breaking', limited({}), limited({ minValue: '0' })],
  ['breaking', limited({ minValue: '0' }), limited({ minValue: '0.5' })],
  ['harmless', limited({ minValue: '0' }), limited({})],
  ['breaking', limited({ aspectRatio: '1:1' }), limited({ aspectRatio: '4:3' })],
  ['breaking', target(), target({ restriction: { valueList: 'colors' } })],
  ['harmless', target({ restriction: { valueList: 'colors' } }), target()],
  ['breaking', target({ restriction: { listOfValues: ['a', 'b'] } }), target({ restriction: { listOfValues: ['a'] } })],
  ['harmless', target({ restriction: { listOfValues: ['a'] } }), target({ restriction: { listOfValues: ['b', 'a'] } })],
  ['breaking', target({ units: ['g', 'kg'] }), target({ units: ['kg'] })],
  ['harmless', target({ units: ['g'] }), target({ units: ['g', 'kg'] })],
  ['breaking', target(), target({ maxItems: 5 })],
  ['harmless', target({ minItems: 2 }), target({ minItems: 1 })],
  ['breaking', target({ levels: { aspectRatio: 'warning' } }), target()],
];

for (const [expected, before, after] of targets) {
  test(`A target is ${expected} from ${JSON.stringify(before)} to ${JSON.stringify(after)}.`, () => {
    assert.equal(classOf('attribute', before, after), expected);
  });
}

test('Categories are classified by their place and their links.', () => {
  assert.equal(classOf('category', null, linked()), 'harmless');
  assert.equal(classOf('category', linked(), null), 'breaking');
  assert.equal(classOf('category', linked(), { ...linked(), parentId: 'p' }), 'breaking');
  assert.equal(classOf('category', linked(), { ...linked(), leaf: true }), 'breaking');
  assert.equal(classOf('category', linked(), { ...linked(), name: 'D' }), 'harmless');
  assert.equal(classOf('category', linked(), linked({ id: 'x', requirement: 'recommended' })), 'warning');
  assert.equal(
    classOf('category', linked({ id: 'x', optional: true }), linked({ id: 'x', optional: false })),
    'breaking',
  );
  assert.equal(classOf('category', linked({ id: 'x', requirement: 'required' }), linked()), 'idle');
});

test('Rules are classified by their level, and texts are harmless.', () => {
  const rule = { id: 'r', require: ['x'], message: 'a' };
  assert.equal(classOf('rule', null, rule), 'breaking');
  assert.equal(classOf('rule', null, { ...rule, level: 'warning' }), 'warning');
  assert.equal(classOf('rule', rule, null), 'harmless');
  assert.equal(classOf('rule', rule, { ...rule, message: 'b' }), 'harmless');
  assert.equal(classOf('rule', rule, { ...rule, require: ['x', 'y'] }), 'breaking');
});

test('Values and the head are classified.', () => {
  const value = { listId: 'l', value: 'v', isMoved: false };
  assert.equal(judgeValueChange({ ...value, change: 'added' }).class, 'harmless');
  assert.equal(judgeValueChange({ ...value, change: 'removed' }).class, 'breaking');
  assert.equal(judgeValueChange({ ...value, change: 'changed' }).class, 'harmless');
  assert.equal(judgeValueChange({ ...value, change: 'changed', isMoved: true }).class, 'breaking');
  const head = { format: 'pimento-standard/1', name: 'N' } as const;
  assert.equal(judgeHeadChange(head, head), undefined);
  assert.equal(judgeHeadChange(head, { ...head, name: 'M' })?.class, 'harmless');
  assert.equal(judgeHeadChange(head, { ...head, deliver: 'channel' })?.class, 'breaking');
  assert.equal(judgeHeadChange({ ...head, enforcement: 'advisory' }, head)?.class, 'breaking');
  assert.equal(judgeHeadChange({ ...head, purposes: [{ id: 'p' }] }, head)?.class, 'breaking');
});
