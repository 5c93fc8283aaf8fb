import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, composite, keysOf, refuse, scalar, store } from './definition-samples.ts';
import * as contract from '@pimento/contract';
import { attributeTypeIds } from '../../src/structure/values/structure-types.ts';

test('the service knows exactly the types of the contract', () => {
  assert.deepEqual(attributeTypeIds, contract.attributeTypeIds);
});

test('Parents and children may be in any order, and a child may name a stored parent.', () => {
  const stored = store([], [scalar('price.amount', 'price'), composite('price')]);
  assert.deepEqual(keysOf(stored), ['price > price.amount', 'price']);
  assert.deepEqual(keysOf(store(stored, [scalar('price.currency', 'price')])).slice(2), ['price > price.currency']);
});

test('Two composites may each have a child with the same id.', () => {
  const payload = [composite('a'), composite('b'), scalar('code', 'a'), scalar('code', 'b')];
  assert.deepEqual(keysOf(store([], payload)), ['a', 'b', 'a > code', 'b > code']);
});

test('A parent may be a child itself and is named by its id at any depth.', () => {
  const payload = [scalar('a.b.c', 'a.b'), composite('a.b', 'a'), composite('a')];
  assert.deepEqual(keysOf(store([], payload)), ['a > a.b > a.b.c', 'a > a.b', 'a']);
});

test('A parent is found by its path if several composites have its id; the id is refused.', () => {
  const stored = store([], [composite('a'), composite('c'), composite('b', 'a'), composite('b', 'c'), composite('b')]);
  assert.deepEqual(refuse(stored, [scalar('x', 'b')]), ['ambiguous-parent /0/compositeAttribute']);
  const added = store(stored, [scalar('x', 'a/b'), scalar('x', '/c/b'), scalar('x', '/b')]);
  assert.deepEqual(keysOf(added).slice(5), ['a > b > x', 'c > b > x', 'b > x']);
});

test('A child may be given as Parent/Child with an external id, with or without its parent in the payload.', () => {
  const payload = [
    composite('A'),
    scalar('A/x', null, { externalId: 'ext-x', compositeAttribute: undefined }),
    scalar('A/y', 'A', { externalId: 'ext-y' }),
    composite('A/B', null, { externalId: 'ext-b' }),
    scalar('A/B/z', null, { externalId: 'ext-z' }),
  ];
  assert.deepEqual(keysOf(store([], payload)), ['A', 'A > A/x', 'A > A/y', 'A > A/B', 'A > A/B > A/B/z']);
  assert.deepEqual(refuse([], [scalar('A/x', null, { externalId: 'e' })]), ['unknown-parent /0/id']);
  assert.deepEqual(refuse([], [scalar('A'), scalar('A/x', null, { externalId: 'e' })]), ['parent-not-composite /1/id']);
});

test('A child is the same if its id is sent or stored with or without the id of its parent in front.', () => {
  const stored = store([], [composite('A'), scalar('x', 'A'), scalar('A/y', 'A')]);
  const { definitions } = accept(stored, [
    scalar('A/x', null, { name: 'x', externalId: 'e' }),
    scalar('y', 'A', { name: 'A/y' }),
  ]);
  assert.deepEqual(
    definitions.map(({ outcome, attribute }) => [outcome, attribute.id]),
    [
      ['updated', 'x'],
      ['unchanged', 'A/y'],
    ],
  );
});

test('A slash in a top-level id is an ordinary character if no composite is named like the part before it.', () => {
  const stored = store([], [scalar('w/h')]);
  assert.deepEqual(keysOf(stored), ['w/h']);
  const withComposite = store(stored, [composite('w'), scalar('w/h'), scalar('w/d')]);
  assert.deepEqual(keysOf(withComposite), ['w/h', 'w', 'w > w/d']);
});

test('All problems of a payload are returned at once, each with its path.', () => {
  const payload = [
    7,
    { name: 'n', type: { id: 'string', multiValue: false } },
    { id: 'x' },
    scalar('a', 'nowhere'),
    scalar('b', 'plain'),
    scalar('plain'),
    composite('c', 'd'),
    composite('d', 'c'),
    scalar('inside', 'd'),
    composite('single', null, { type: { id: 'composite', multiValue: false } }),
    scalar('twice'),
    scalar('twice'),
    scalar('colour', null, { type: { id: 'color', multiValue: false } }),
    scalar('yes', null, { type: { id: 'string', multiValue: 'maybe' } }),
    scalar('__own'),
    scalar('QUANTITY'),
    scalar('quantity'),
    scalar('bad\u0001id', null, { name: 'n' }),
    scalar('long', null, { name: 'é'.repeat(256) }),
    scalar('nul', null, { description: 'a\u0000b' }),
    scalar('seq', null, { displaySequence: 1.5, units: 'mm' }),
  ];
  assert.deepEqual(refuse([], payload), [
    'not-an-object /0',
    'id-missing /1/id',
    'name-missing /2/name',
    'type-missing /2/type',
    'unknown-parent /3/compositeAttribute',
    'parent-not-composite /4/compositeAttribute',
    'composite-cycle /6/compositeAttribute',
    'composite-cycle /7/compositeAttribute',
    'composite-not-multi-value /9/type/multiValue',
    'duplicate-attribute /11/id',
    'unknown-type /12/type/id',
    'invalid-multi-value /13/type/multiValue',
    'reserved-name /14/id',
    'reserved-name /15/id',
    'invalid-id /17/id',
    'invalid-name /18/name',
    'invalid-character /19/description',
    'invalid-field /20/displaySequence',
    'invalid-field /20/units',
  ]);
});

test('A composite that contains itself, directly or through others, is refused.', () => {
  assert.deepEqual(refuse([], [composite('a', 'a')]), ['composite-cycle /0/compositeAttribute']);
  assert.deepEqual(refuse([], [composite('a', 'b/a')]), ['unknown-parent /0/compositeAttribute']);
  const threefold = [composite('a', 'c'), composite('b', 'a'), composite('c', 'b'), scalar('x', 'b')];
  assert.deepEqual(
    refuse([], threefold),
    [0, 1, 2].map((index) => `composite-cycle /${index}/compositeAttribute`),
  );
});

test('Attributes may be nested in at most 32 composites.', () => {
  const levels = Array.from({ length: 32 }, (_, level) => composite(`c${level}`, level === 0 ? null : `c${level - 1}`));
  const leaf = scalar('leaf', 'c31');
  assert.equal(store([], [leaf, ...levels.toReversed()]).length, 33);
  assert.deepEqual(refuse([], [...levels, composite('c32', 'c31')]), ['nesting-too-deep /32/compositeAttribute']);
  const endless = Array.from({ length: 500 }, (_, level) =>
    composite(`c${level}`, level === 0 ? null : `c${level - 1}`),
  );
  assert.ok(refuse([], endless.toReversed()).every((problem) => problem.startsWith('nesting-too-deep')));
});

test('Ids whose key is too long for an index are refused instead of failing in the database.', () => {
  const long = (letter: string): string => letter.repeat(255);
  const payload = [
    composite(long('製')),
    composite(long('品'), long('製')),
    composite(long('名'), long('品')),
    composite(long('号'), long('名')),
  ];
  assert.deepEqual(refuse([], payload), ['identity-too-long /3/id']);
});

test('A row key means exactly one child.', () => {
  const parent = composite('p');
  const named = (id: string, name: string, more: object = {}): unknown => scalar(id, 'p', { name, ...more });
  assert.deepEqual(refuse([], [parent, named('a', 'same'), named('b', 'same')]), ['duplicate-sibling-name /2/name']);
  assert.deepEqual(refuse([], [parent, named('a', 'A'), named('b', 'a')]), ['ambiguous-row-key /2/name']);
  assert.deepEqual(refuse([], [parent, named('p.a', 'A'), named('p/a', 'B')]), ['ambiguous-row-key /2/id']);
  assert.deepEqual(refuse([], [parent, named('a', 'A'), named('b', 'B', { externalId: 'A' })]), [
    'ambiguous-row-key /2/externalId',
  ]);
  const stored = store([], [parent, named('a', 'A')]);
  assert.deepEqual(refuse(stored, [named('b', 'A')]), ['duplicate-sibling-name /0/name']);
  assert.deepEqual(refuse([], [parent, named('a', '__proto__')]), ['reserved-name /1/name']);
});

test('Absent fields stay as stored, null and empty ones are cleared, unknown ones are ignored.', () => {
  const full = {
    externalId: 'e',
    description: 'd',
    units: ['mm'],
    groupIds: ['g'],
    displaySequence: 3,
    restriction: { patterns: ['^a'] },
  };
  const stored = store([], [scalar('a', null, full)]);
  assert.equal(accept(stored, [scalar('a', null, { novelty: true })]).definitions[0]?.outcome, 'unchanged');
  const cleared = {
    externalId: null,
    description: '',
    units: [],
    groupIds: null,
    displaySequence: null,
    restriction: {},
  };
  const [attribute] = store(stored, [scalar('a', null, cleared)]);
  assert.deepEqual(
    [
      attribute?.externalId,
      attribute?.description,
      attribute?.units,
      attribute?.groupIds,
      attribute?.displaySequence,
      attribute?.restriction,
    ],
    [null, null, null, null, null, null],
  );
});

test('An update returns the kind of change and whether products must be judged again.', () => {
  const stored = store([], [scalar('a')]);
  const change = (more: object): unknown[] => {
    const { definitions, raisesJudgedVersion } = accept(stored, [scalar('a', null, more)]);
    return [definitions[0]?.outcome, definitions[0]?.change, raisesJudgedVersion];
  };
  const none = { typeChange: false, multiValueChange: false, restrictionChange: false };
  assert.deepEqual(change({ description: 'd' }), ['updated', none, false]);
  assert.deepEqual(change({ name: 'A' }), ['updated', none, true]);
  assert.deepEqual(change({ type: { id: 'INTEGER', multiValue: false } }), [
    'updated',
    { ...none, typeChange: true },
    true,
  ]);
  assert.deepEqual(change({ type: { id: 'string', multiValue: true } }), [
    'updated',
    { ...none, multiValueChange: true },
    true,
  ]);
  assert.deepEqual(change({ restriction: { parameters: { maxLength: 3 } } }), [
    'updated',
    { ...none, restrictionChange: true },
    true,
  ]);
  assert.deepEqual(change({}), ['unchanged', undefined, false]);
});

test('A composite with children stays a composite; without children it may get another type.', () => {
  const stored = store([], [composite('a'), scalar('x', 'a'), composite('b')]);
  assert.deepEqual(refuse(stored, [scalar('a')]), ['composite-has-children /0/type/id']);
  assert.equal(accept(stored, [scalar('b')]).definitions[0]?.change?.typeChange, true);
});

test('A renamed child keeps its storage name, and a new child with the old name gets another.', () => {
  const stored = store([], [composite('p'), scalar('a', 'p', { name: 'old' })]);
  const renamed = store(stored, [
    scalar('a', 'p', { name: 'new' }),
    scalar('b', 'p', { name: 'old' }),
    scalar('c', 'p', { name: 'old~2' }),
  ]);
  assert.deepEqual(
    renamed.map(({ name, storageName }) => `${name}: ${storageName}`),
    ['p: p', 'new: old', 'old: old~3', 'old~2: old~2'],
  );
});

test('An invalid restriction is refused; a restriction without effect is a warning.', () => {
  const judged = (type: string, restriction: unknown): string[] =>
    refuse([], [scalar('a', null, { type: { id: type, multiValue: false }, restriction })]);
  const parameters = (values: object): object => ({ parameters: values });
  assert.deepEqual(judged('string', parameters({ minLength: 'x', maxLength: -1 })), [
    'invalid-restriction /0/restriction/parameters/maxLength',
    'invalid-restriction /0/restriction/parameters/minLength',
  ]);
  assert.deepEqual(judged('string', parameters({ minLength: 3, maxLength: '2' })), [
    'invalid-restriction /0/restriction/parameters/minLength',
  ]);
  assert.deepEqual(judged('integer', parameters({ minValue: 'low' })), [
    'invalid-restriction /0/restriction/parameters/minValue',
  ]);
  assert.deepEqual(judged('decimal', parameters({ minValue: '1e2', maxValue: '99.9' })), [
    'invalid-restriction /0/restriction/parameters/minValue',
  ]);
  assert.deepEqual(judged('integer', { listOfValues: ['1', { value: 'two' }] }), [
    'invalid-restriction /0/restriction/listOfValues/1',
  ]);
  assert.deepEqual(judged('string', { patterns: ['ok', '(?=no)', '(', 'x'.repeat(1001), '(a?){1000}'] }), [
    'invalid-pattern /0/restriction/patterns/1',
    'invalid-pattern /0/restriction/patterns/2',
    'invalid-pattern /0/restriction/patterns/3',
    'invalid-pattern /0/restriction/patterns/4',
  ]);
  assert.deepEqual(judged('string', { patterns: [{ message: 'no pattern' }], listOfValues: {} }), [
    'invalid-restriction /0/restriction/listOfValues',
    'invalid-restriction /0/restriction/patterns/0',
  ]);
  const { warnings } = accept([], [scalar('a', null, { restriction: parameters({ maxLenght: 3, minValue: 'x' }) })]);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['restriction-without-effect', 'restriction-without-effect'],
  );
});

test('Ids and names are stored in NFC, so both encodings of a letter mean one attribute.', () => {
  const stored = store([], [scalar('cafe\u0301')]);
  assert.equal(stored[0]?.key, 'caf\u00e9');
  assert.equal(accept(stored, [scalar('caf\u00e9')]).definitions[0]?.outcome, 'unchanged');
});
