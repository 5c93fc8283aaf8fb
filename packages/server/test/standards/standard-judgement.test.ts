import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDemands } from '../../src/standards/judge/category-demands.ts';
import type { CheckedStandard } from '../../src/standards/judge/checked-standard.ts';
import { levelFor } from '../../src/standards/judge/requirement.ts';
import { judgeStandard } from '../../src/standards/judge/standard-judgement.ts';
import { readJsonSource } from '../../src/standards/read/json-source.ts';
import { readLineSource } from '../../src/standards/read/ndjson-source.ts';
import { exampleLines, type ExampleStandard, exampleStandard } from './example-standard.ts';

const now = new Date('2026-11-29T12:00:00Z');

function judge(change: (standard: ExampleStandard) => void = () => undefined) {
  const standard = exampleStandard();
  change(standard);
  return judgeStandard(readJsonSource(standard), now);
}

function accepted(verdict: ReturnType<typeof judgeStandard>): CheckedStandard {
  assert.ok('standard' in verdict, 'problems' in verdict ? JSON.stringify(verdict.problems) : '');
  return verdict.standard;
}

/** Returns the code and the path of every problem. */
function faultsOf(verdict: ReturnType<typeof judgeStandard>): string[] {
  return 'problems' in verdict ? verdict.problems.map(({ code, path }) => `${code} ${path}`) : [];
}

const attribute = (more: object) => ({ id: 'extra', name: 'Extra', type: { id: 'string' }, ...more });

test('The example of the documentation has no problems, and its references are resolved.', () => {
  const standard = accepted(judge());
  assert.equal(standard.targets.get('product_detail/attribute_name')?.parent?.id, 'product_detail');
  assert.deepEqual(
    standard.targets.get('product_detail')?.uniqueBy.map(({ path }) => path),
    ['product_detail/attribute_name'],
  );
  assert.equal(standard.targets.get('shipping_weight')?.units.get('lb')?.rec20, 'LBR');
  assert.equal(standard.targets.get('availability')?.restriction.valueList?.values.size, 3);
  assert.deepEqual(standard.targets.get('image_link')?.restriction.image?.aspectRatio, {
    width: '1',
    height: '1',
    tolerance: '0.05',
  });
  assert.equal(standard.categories.get('1604')?.parent?.parent?.id, 'root');
  assert.equal(standard.hasLeaves, true);
  assert.deepEqual(
    standard.rules.map(({ part }) => part.kind),
    ['oneOf', 'check', 'require'],
  );
});

test('A target that only categories link applies in their descendants, with what the nearest link demands.', () => {
  const standard = accepted(
    judge(({ categories }) => {
      Object.assign(categories[2] ?? {}, {
        attributeLinks: [{ id: 'size', minItems: 1, restriction: { parameters: { maxLength: 3 } } }],
      });
    }),
  );
  const size = standard.targets.get('size');
  assert.ok(size);
  assert.equal(listDemands(standard, undefined).has(size), false);
  assert.equal(listDemands(standard, standard.categories.get('53')).has(size), false);
  const demands = listDemands(standard, standard.categories.get('1604')).get(size);
  assert.equal(demands?.requirement.always, 'required');
  assert.equal(demands?.minItems, 1);
  assert.equal(demands?.restriction.judgeText?.('XXXL')?.code, 'too-long');
});

test('Of several selected purposes the strongest requirement applies.', () => {
  const requirement = accepted(judge()).targets.get('price')?.requirement;
  assert.ok(requirement);
  assert.equal(levelFor(requirement), 'required');
  assert.equal(levelFor(requirement, new Set(['listing'])), 'optional');
  assert.equal(levelFor(requirement, new Set(['listing', 'offer'])), 'required');
});

test('NDJSON and JSON of the same standard get the same verdict.', () => {
  const fromLines = accepted(judgeStandard(readLineSource(exampleLines()), now));
  const fromJson = accepted(judge());
  assert.deepEqual([...fromLines.targets.keys()], [...fromJson.targets.keys()]);
  assert.deepEqual(fromLines.lists, fromJson.lists);
  assert.deepEqual(fromLines.head, fromJson.head);
});

test('A problem in NDJSON has the line, and the pointer into the line.', () => {
  const standard = exampleStandard();
  Object.assign(standard.attributes[1] ?? {}, { restriction: { valueList: 'colors' } });
  const verdict = judgeStandard(readLineSource(`${exampleLines(standard)}\n{"kind":"size"}\nnot json`), now);
  assert.ok('problems' in verdict);
  const places = verdict.problems.map(({ code, path, line }) => ({ code, path, line }));
  const lines = exampleLines(standard).split('\n').length;
  assert.deepEqual(places, [
    { code: 'invalid-field', path: '/kind', line: lines + 1 },
    { code: 'invalid-field', path: '', line: lines + 2 },
    { code: 'unknown-value-list', path: '/restriction/valueList', line: 7 },
  ]);
});

test('All problems of a document are reported together.', () => {
  const verdict = judge(({ attributes, categories, rules, valueLists }) => {
    attributes.push(attribute({ units: ['furlongish'] }));
    categories.push({ id: 'lost', name: 'Lost', parentId: 'nowhere' });
    rules.push({ id: 'r', require: ['nothing'] });
    valueLists.push({ id: 'sizes', values: [{ value: 'S' }, { value: 'S' }] });
  });
  assert.deepEqual(faultsOf(verdict), [
    'duplicate-value /valueLists/1/values/1/value',
    'unknown-unit /attributes/15/units/0',
    'unknown-category /categories/4/parentId',
    'unknown-target /rules/3/require/0',
  ]);
});

test('Problems of attributes hide no others, and cause none in items that refer to these attributes.', () => {
  const verdict = judge(({ attributes, categories, rules, primaryAttributes }) => {
    attributes.push(
      attribute({ type: { id: 'colour' } }),
      attribute({ id: 'title' }),
      attribute({ id: 'code', restriction: { patterns: ['('], valueList: 'colors', dependsOn: 'extra' } }),
    );
    categories.push({
      id: 'x',
      name: 'X',
      attributeLinks: [{ id: 'extra' }, { id: 'code', minItems: 2, maxItems: 1 }],
    });
    rules.push(
      { id: 'named', oneOf: ['extra', 'title'], atLeast: 2 },
      { id: 'some', require: ['extra'], when: 'extra = "red"' },
      { id: 'open', require: ['title'], when: 'title ==== 1' },
    );
    Object.assign(primaryAttributes, { name: 'extra' });
  });
  assert.deepEqual(faultsOf(verdict), [
    'invalid-field /attributes/15/type/id',
    'duplicate-attribute /attributes/16/id',
    'invalid-pattern /attributes/17/restriction/patterns/0',
    'unknown-value-list /attributes/17/restriction/valueList',
    'invalid-restriction /categories/4/attributeLinks/1/minItems',
    'invalid-formula /rules/5/when',
  ]);
});

const single: [fault: string, change: (standard: ExampleStandard) => void][] = [
  ['unsupported-format /format', (s) => Object.assign(s, { format: 'pimento-standard/2' })],
  ['invalid-field /name', (s) => Object.assign(s, { name: 5 })],
  ['future-effective-from /effectiveFrom', (s) => Object.assign(s, { effectiveFrom: '2027-01-31T00:00:00Z' })],
  ['unknown-unit /unitsOfMeasure/st', (s) => Object.assign(s.unitsOfMeasure, { st: { rec20: '???' } })],
  ['unknown-target /primaryAttributes/name', (s) => Object.assign(s.primaryAttributes, { name: 'headline' })],
  [
    'invalid-field /attributes',
    (s) => Object.assign(s, { attributes: {}, categories: [], rules: [], primaryAttributes: {} }),
  ],
  [
    'unknown-parent /attributes/15/compositeAttribute',
    (s) => s.attributes.push(attribute({ compositeAttribute: 'nowhere' })),
  ],
  ['duplicate-attribute /attributes/15/id', (s) => s.attributes.push(attribute({ id: 'title' }))],
  ['invalid-field /attributes/15/type/id', (s) => s.attributes.push(attribute({ type: { id: 'color' } }))],
  ['invalid-character /attributes/15/description', (s) => s.attributes.push(attribute({ description: 'a\u0000b' }))],
  [
    'invalid-field /attributes/15/requirement/delivery',
    (s) => s.attributes.push(attribute({ requirement: { delivery: 'required' } })),
  ],
  [
    'unknown-value-list /attributes/15/restriction/valueList',
    (s) => s.attributes.push(attribute({ restriction: { valueList: 'colors' } })),
  ],
  [
    'unknown-target /attributes/15/restriction/dependsOn',
    (s) => s.attributes.push(attribute({ restriction: { dependsOn: 'colors' } })),
  ],
  [
    'invalid-restriction /attributes/15/restriction/parameters/maxBytes',
    (s) => s.attributes.push(attribute({ restriction: { parameters: { maxBytes: '-1' } } })),
  ],
  [
    'invalid-pattern /attributes/15/restriction/patterns/0',
    (s) => s.attributes.push(attribute({ restriction: { patterns: ['('] } })),
  ],
  [
    'invalid-restriction /attributes/15/restriction/parameters/aspectRatio',
    (s) =>
      s.attributes.push(attribute({ type: { id: 'asset' }, restriction: { parameters: { aspectRatio: 'square' } } })),
  ],
  ['invalid-restriction /attributes/15/minItems', (s) => s.attributes.push(attribute({ minItems: 3, maxItems: 2 }))],
  [
    'unknown-target /attributes/15/uniqueBy/0',
    (s) => s.attributes.push(attribute({ type: { id: 'composite' }, uniqueBy: ['name'] })),
  ],
  [
    'unknown-unit /attributes/15/units/0',
    (s) => s.attributes.push(attribute({ type: { id: 'quantity' }, units: ['furlongish'] })),
  ],
  ['invalid-output /attributes/15/output/as', (s) => s.attributes.push(attribute({ output: { as: 'object' } }))],
  [
    'invalid-output /attributes/15/output/minorUnits',
    (s) => s.attributes.push(attribute({ output: { minorUnits: true } })),
  ],
  [
    'invalid-output /attributes/15/output/template',
    (s) => s.attributes.push(attribute({ type: { id: 'money' }, output: { template: '{currency}' } })),
  ],
  [
    'invalid-output /attributes/15/output/datePattern',
    (s) => s.attributes.push(attribute({ type: { id: 'date' }, output: { datePattern: 'day' } })),
  ],
  [
    'unknown-unit /attributes/15/output/unit',
    (s) => s.attributes.push(attribute({ type: { id: 'quantity' }, output: { unit: 'furlongish' } })),
  ],
  ['invalid-formula /attributes/15/defaultFormula', (s) => s.attributes.push(attribute({ defaultFormula: 'join(' }))],
  [
    'invalid-formula /attributes/15/defaultFormula',
    (s) => s.attributes.push(attribute({ defaultFormula: 'joined(", ", __ID)' })),
  ],
  ['duplicate-value /valueLists/1/id', (s) => s.valueLists.push({ id: 'availability' })],
  ['duplicate-category /categories/4/id', (s) => s.categories.push({ id: '53', name: 'Again' })],
  ['unknown-category /categories/4/parentId', (s) => s.categories.push({ id: 'x', name: 'X', parentId: 'nowhere' })],
  ['category-cycle /categories/4/parentId', (s) => s.categories.push({ id: 'x', name: 'X', parentId: 'x' })],
  [
    'unknown-target /categories/4/attributeLinks/0/id',
    (s) => s.categories.push({ id: 'x', name: 'X', attributeLinks: [{ id: 'color' }] }),
  ],
  ['invalid-rule /rules/3', (s) => s.rules.push({ id: 'r', require: ['title'], forbid: ['title'] })],
  ['invalid-rule /rules/3/id', (s) => s.rules.push({ id: 'identifier', require: ['title'] })],
  ['invalid-rule /rules/3/atLeast', (s) => s.rules.push({ id: 'r', oneOf: ['title'], atLeast: 2 })],
  ['unknown-target /rules/3/forbid/0', (s) => s.rules.push({ id: 'r', forbid: ['color'] })],
  ['unknown-target /rules/3/restrict/color', (s) => s.rules.push({ id: 'r', restrict: { color: {} } })],
  ['unknown-category /rules/3/categories/0', (s) => s.rules.push({ id: 'r', require: ['title'], categories: ['x'] })],
  ['invalid-formula /rules/3/check', (s) => s.rules.push({ id: 'r', check: 'colour = "red"' })],
  ['invalid-formula /rules/3/when', (s) => s.rules.push({ id: 'r', require: ['title'], when: 'upper(title)' })],
];

for (const [fault, change] of single) {
  test(`The fault ${fault} is found: ${String(change).slice(7, 160)}`, () => {
    assert.deepEqual(faultsOf(judge(change)), [fault]);
  });
}

test('Parameters without effect are warnings.', () => {
  const verdict = judge(({ attributes }) => {
    attributes.push(attribute({ restriction: { parameters: { minPixelWidth: 5, sparkle: 'much' } } }));
  });
  assert.ok('warnings' in verdict);
  assert.deepEqual(
    verdict.warnings.map(({ code, path }) => `${code} ${path}`),
    [
      'restriction-without-effect /attributes/15/restriction/parameters',
      'restriction-without-effect /attributes/15/restriction/parameters',
    ],
  );
});

const misspeltHead: object = { enforcment: 'advisory', attribute: [], 'x-origin': 'another tool' };

const misspelt = ({ attributes, categories, rules, valueLists, ...head }: ExampleStandard): ExampleStandard => ({
  ...head,
  ...misspeltHead,
  attributes: [
    ...attributes,
    attribute({
      requirment: 'required',
      restriction: { paramters: {} },
      output: { tmplate: '' },
      $comment: 'kept',
    }),
  ],
  categories: [
    ...categories,
    {
      id: 'c',
      name: 'C',
      parent: 'root',
      attributeLinks: [
        {
          id: 'size',
          optinal: false,
        },
      ],
    },
  ],
  rules: [
    ...rules,
    {
      id: 'r',
      require: ['size'],
      restrict_: {},
      execution: 'late',
    },
  ],
  valueLists: [
    ...valueLists,
    {
      id: 'l',
      values: [
        {
          value: 'S',
          lable: 'Small',
        },
      ],
      unheardOf: 1,
    },
  ],
});

const expectedMembers = [
  ['/enforcment', 'enforcement'],
  ['/attribute', 'attributes'],
  ['/valueLists/1/unheardOf', null],
  ['/valueLists/1/values/0/lable', 'label'],
  ['/attributes/15/requirment', 'requirement'],
  ['/attributes/15/restriction/paramters', 'parameters'],
  ['/attributes/15/output/tmplate', 'template'],
  ['/categories/4/parent', 'parentId'],
  ['/categories/4/attributeLinks/0/optinal', 'optional'],
  ['/rules/3/restrict_', 'restrict'],
];

test('Unknown members of all parts are warnings with their place and the nearest known member.', () => {
  const verdict = judgeStandard(readJsonSource(misspelt(exampleStandard())), now);
  assert.ok('warnings' in verdict, faultsOf(verdict).join(', '));
  assert.deepEqual(
    verdict.warnings.map(({ code, path, params }) => [code, path, params?.['suggestion']]),
    expectedMembers.map(([path, suggestion]) => ['unknown-member', path, suggestion]),
  );
  assert.equal(
    verdict.warnings[0]?.message,
    '"enforcment" has no effect here and is only stored. Did you mean "enforcement"?',
  );
});

test('Unknown members in NDJSON are warnings with their line.', () => {
  const verdict = judgeStandard(readLineSource(exampleLines(misspelt(exampleStandard()))), now);
  assert.ok('warnings' in verdict, faultsOf(verdict).join(', '));
  assert.equal(verdict.warnings.length, expectedMembers.length);
  assert.ok(verdict.warnings.every(({ line }) => line !== undefined));
  const first = verdict.warnings.find(({ path }) => path === '/requirment');
  assert.equal(first?.params?.['suggestion'], 'requirement');
});

test('A name that JavaScript objects inherit is an unknown member, also where every name is allowed.', () => {
  const unit: unknown = JSON.parse('{"__proto__": {"rec20": "ONZ"}}');
  const verdict = judge((standard) => Object.assign(standard, { constructor: 1, unitsOfMeasure: unit }));
  assert.deepEqual('warnings' in verdict && verdict.warnings.map(({ code, path }) => `${code} ${path}`), [
    'unknown-member /unitsOfMeasure/__proto__',
    'unknown-member /constructor',
  ]);
});

test('A document that is not an object is refused as such.', () => {
  for (const [document, found] of [
    [null, 'null'],
    [[], 'array'],
    ['text', 'string'],
  ]) {
    const verdict = judgeStandard(readJsonSource(document), now);
    assert.ok('problems' in verdict);
    assert.deepEqual(
      verdict.problems.map(({ code, path, params }) => [code, path, params]),
      [['invalid-field', '', { kind: 'member', fault: { rule: 'type', expected: 'object', found } }]],
    );
  }
});

test('A long cycle of categories and a chain that is too deep end quickly.', () => {
  const cycle = judge(({ categories }) => {
    for (let index = 0; index < 50_000; index += 1)
      categories.push({ id: `c${index}`, name: 'C', parentId: `c${(index + 1) % 50_000}` });
  });
  assert.ok('problems' in cycle);
  assert.ok(cycle.problems.some(({ code }) => code === 'category-cycle'));
  const deep = judge(({ categories }) => {
    for (let index = 0; index < 33; index += 1)
      categories.push({ id: `c${index}`, name: 'C', parentId: index === 0 ? 'root' : `c${index - 1}` });
  });
  assert.deepEqual(new Set(faultsOf(deep).map((fault) => fault.split(' ')[0])), new Set(['too-many-items']));
});

test('Too many items are refused before any of them is read.', () => {
  const verdict = judge((standard) => {
    standard.rules = Array.from({ length: 5001 }, () => ({}));
  });
  assert.deepEqual(faultsOf(verdict), ['too-many-items /rules']);
});

test('Of very many problems the first thousand are listed, and all are counted.', () => {
  const verdict = judge((standard) => {
    standard.valueLists = [{ id: 'bad', values: Array.from({ length: 100_000 }, () => 5) }];
  });
  assert.ok('problems' in verdict);
  assert.equal(verdict.problems.length, 1000);
  assert.ok(verdict.count >= 100_000);
});
