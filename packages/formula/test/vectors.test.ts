import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './formula-fixture.ts';
import { functionVectors } from './function-vectors.ts';
import { vectors } from './vectors.ts';

for (const [subject, all] of Object.entries({ ...vectors, ...functionVectors })) {
  test(`${subject} give the results of the vectors`, () => {
    const results = all.map(([formula, , product]) => [formula, run(formula, product)]);
    assert.deepEqual(
      results,
      all.map(([formula, result]) => [formula, result]),
    );
  });
}
