import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonBody } from '../../src/platform/http/bodies/json-body.ts';

test('the column of a fault does not count a BOM, and its offset does', () => {
  const places = ['', '\ufeff'].map((bom) => {
    try {
      parseJsonBody(Buffer.from(`${bom}{"a":}`), () => ({ offset: 5, reason: { kind: 'not-json', text: 'body' } }));
      return undefined;
    } catch (error) {
      return error instanceof Object && 'extra' in error ? error.extra : error;
    }
  });
  assert.deepEqual(places, [
    { line: 1, column: 6, offset: 5 },
    { line: 1, column: 6, offset: 8 },
  ]);
});
