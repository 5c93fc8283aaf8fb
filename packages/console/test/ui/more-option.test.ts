import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMore } from '../../src/ui/fields/more-option.ts';

test('a long list ends with an option that says how many more there are, and cannot be chosen', () => {
  const options = Array.from({ length: 249 }, (_, index) => ({ value: String(index), label: `Country ${index}` }));
  const shown = withMore(options, 100, (count) => `${count} more`);
  assert.equal(shown.length, 101);
  assert.deepEqual(shown.slice(0, 100), options.slice(0, 100));
  const last = shown.at(-1);
  assert.deepEqual([last?.label, last && 'disabled' in last && last.disabled], ['149 more', true]);
  assert.deepEqual(withMore(options.slice(0, 100), 100, String), options.slice(0, 100));
});
