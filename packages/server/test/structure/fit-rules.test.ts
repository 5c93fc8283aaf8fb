import { clientIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertInside, convertValue } from '../../src/structure/values/fit-rules.ts';
import { compileStructure } from '../../src/structure/definitions/structure-compiler.ts';
import type { AttributeTypeId, CompiledAttribute } from '../../src/structure/values/structure-types.ts';
import { scalar, store } from './definition-samples.ts';

const single = { typeId: 'string', multiValue: false } as const;
const several = { typeId: 'string', multiValue: true } as const;
const rows = { typeId: 'composite', multiValue: true } as const;

function target(typeId: AttributeTypeId, multiValue: boolean): CompiledAttribute {
  const attributes = store([], [scalar('a', null, { type: { id: typeId, multiValue } })]);
  const [attribute] = compileStructure(clientIdOf('client'), 1, attributes).topLevel;
  assert.ok(attribute);
  return attribute;
}

function codeOf(fit: ReturnType<typeof convertValue>): string | undefined {
  return 'problem' in fit ? fit.problem.code : undefined;
}

test('A text stays as it is if it fits the new type, and is refused otherwise.', () => {
  assert.deepEqual(convertValue('05.0', single, target('integer', false)), { value: '05.0' });
  assert.equal(codeOf(convertValue('5.5', single, target('integer', false))), 'not-an-integer');
});

test('A scalar becomes an array of one and the reverse; several values do not fit a single-value attribute.', () => {
  assert.deepEqual(convertValue('5', single, target('string', true)), { value: ['5'] });
  assert.deepEqual(convertValue(['5'], several, target('string', false)), { value: '5' });
  assert.deepEqual(convertValue([], several, target('string', false)), { value: undefined });
  assert.equal(codeOf(convertValue(['5', '6'], several, target('string', false))), 'several-values');
  assert.equal(codeOf(convertValue(['5', 'x'], several, target('integer', true))), 'not-an-integer');
});

test('Rows do not become values, and values do not become rows.', () => {
  assert.equal(codeOf(convertValue([{ a: '1' }], rows, target('string', true))), 'expected-scalar');
  assert.equal(codeOf(convertValue('1', single, target('composite', true))), 'expected-rows');
  assert.deepEqual(convertValue([{ a: '1' }], rows, target('composite', true)), { value: [{ a: '1' }] });
});

test('A child is converted in every row at any depth, and the order of cells is kept.', () => {
  const stored = [{ x: '1', in: [{ n: '5', z: 'z' }, { z: 'y' }] }, { in: [{ z: 'w', n: '6' }] }];
  assert.deepEqual(
    JSON.stringify(convertInside(stored, ['in', 'n'], single, target('integer', true))),
    JSON.stringify({
      value: [{ x: '1', in: [{ n: ['5'], z: 'z' }, { z: 'y' }] }, { in: [{ z: 'w', n: ['6'] }] }],
    }),
  );
  assert.equal(
    codeOf(convertInside([{ n: '1' }, { n: 'x' }], ['n'], single, target('integer', false))),
    'not-an-integer',
  );
});
