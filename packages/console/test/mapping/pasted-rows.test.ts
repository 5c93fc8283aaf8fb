import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPastedRows } from '../../src/mapping/lookup/pasted-rows.ts';

const read = (text: string) => {
  const { rows, faults, contradictions } = readPastedRows(text, { columns: 2, mayBeEmpty: false });
  const entries = Object.fromEntries(Array.from(rows, ([value, [, to]]) => [value, to]));
  return { entries, faults, contradictions };
};

test('two columns are read as spreadsheets copy them', () => {
  assert.deepEqual(read('navy\tBlue\r\nanthrazit\t Grey \r\n\r\n'), {
    entries: { navy: 'Blue', anthrazit: 'Grey' },
    faults: [],
    contradictions: [],
  });
});

test('a semicolon separates only if there is no tab', () => {
  assert.deepEqual(read('a;b').entries, { a: 'b' });
  assert.deepEqual(read('a;b\tc').entries, { 'a;b': 'c' });
});

test('cells in quotation marks keep separators, line ends and quotation marks', () => {
  assert.deepEqual(read('"12"" pipe"\t"one\ntwo"\nx\ty').entries, { '12" pipe': 'one\ntwo', x: 'y' });
});

test('lines without two columns are reported by number, also after a cell with a line end', () => {
  assert.deepEqual(read('a\tb\nonly\n\tx\na\tb\tc').faults, [2, 3, 4]);
  assert.deepEqual(read('"a\nb"\tc\nonly').faults, [3]);
});

test('a value with different results is reported, and repeated lines are not', () => {
  assert.deepEqual(read('a\tb\na\tb').contradictions, []);
  assert.deepEqual(read('a\tb\na\tc\na\td').contradictions, ['a']);
});

test('values with names of object members are kept', () => {
  const { rows } = readPastedRows('__proto__\tx\nconstructor\ty', { columns: 2, mayBeEmpty: false });
  assert.deepEqual(
    [...rows.values()],
    [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ],
  );
});

test('rows of a table may have empty cells, but need a key and no more cells than columns', () => {
  const { rows, faults } = readPastedRows('A\t\tx\nB\ty\n\tz\nC\t1\t2\t3\nD\t1\t2\t', { columns: 3, mayBeEmpty: true });
  assert.deepEqual(
    [...rows.values()],
    [
      ['A', '', 'x'],
      ['B', 'y', ''],
      ['D', '1', '2'],
    ],
  );
  assert.deepEqual(faults, [3, 4]);
});
