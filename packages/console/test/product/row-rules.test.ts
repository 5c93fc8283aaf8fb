import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { changedRow, estimatedHeight } from '../../src/product/values/row-rules.ts';

const child = (name: string, type = 'string'): AttributeDefinition => ({
  id: name,
  path: `rows/${name}`,
  name,
  compositeAttribute: 'rows',
  type: { id: type, multiValue: type === 'composite' },
});

test('a changed child keeps its position, and an empty one is removed', () => {
  assert.equal(JSON.stringify(changedRow({ a: '1', b: '2' }, 'a', '3')), '{"a":"3","b":"2"}');
  assert.deepEqual(changedRow({ a: '1', b: '2' }, 'a', ''), { b: '2' });
  assert.deepEqual(changedRow({ a: ['1'] }, 'a', []), {});
});

test('the estimated height of a row grows with its inputs and with the rows inside it', () => {
  const few = estimatedHeight({}, [child('a')]);
  const many = estimatedHeight(
    {},
    Array.from({ length: 30 }, (_, at) => child(`c${at}`)),
  );
  assert.ok(few > 0 && many > 5 * few, `${few} ${many}`);
  const nested = (rows: number) =>
    estimatedHeight({ inner: Array.from({ length: rows }, () => ({ x: '1' })) }, [child('inner', 'composite')]);
  assert.ok(nested(20) > (10 * nested(1)) / 2, `${nested(20)} ${nested(1)}`);
});
