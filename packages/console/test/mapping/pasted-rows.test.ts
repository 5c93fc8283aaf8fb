import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPastedEntries } from '../../src/mapping/value-maps/pasted-entries.ts';

const read = (text: string) => {
  const { entries, faults, contradictions } = readPastedEntries(text);
  return { entries: Object.fromEntries(entries), faults, contradictions };
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
  const { entries } = readPastedEntries('__proto__\tx\nconstructor\ty');
  assert.deepEqual(
    [...entries],
    [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ],
  );
});
