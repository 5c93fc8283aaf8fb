import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { type Line, linesOf } from '../../src/product/rows/row-lines.ts';
import { mayAct, movedKeys, moveRows, rowOf } from '../../src/product/rows/row-moves.ts';
import { allOpen, containsText, firstOpen, keysAbove, pathsWith } from '../../src/product/rows/row-opening.ts';
import { pasteBlock, readBlock } from '../../src/product/rows/row-paste.ts';
import { changedRow, changedRows, keyOf, type Row, valueAt } from '../../src/product/rows/row-path.ts';
import { pathAt, placeOf, stepTo } from '../../src/product/rows/row-steps.ts';
import { createStructure } from '../../src/session/structure.ts';

const define = (path: string, type = 'string'): AttributeDefinition => {
  const steps = path.split('/');
  const id = steps.at(-1) ?? '';
  return {
    id,
    path,
    name: id,
    compositeAttribute: steps.at(-2) ?? null,
    type: { id: type, multiValue: type === 'composite' },
  };
};
const certificates = define('certificates', 'composite');
const structure = createStructure([
  certificates,
  define('certificates/body'),
  define('certificates/until', 'date'),
  define('certificates/audits', 'composite'),
  define('certificates/audits/auditor'),
  define('certificates/audits/score', 'decimal'),
]);
const rows: Row[] = [
  { body: 'Organic Board', audits: [{ auditor: 'Ms Green', score: '97.50' }, { auditor: 'Mr Brown' }] },
  { body: 'Fair Sea', audits: [{ auditor: 'Ms Blue' }] },
];
const view = (open: string[] = [], whole: string[] = []) => ({ structure, open: new Set(open), whole: new Set(whole) });
const textOf = (line: Line): string => {
  if (line.kind === 'head') return `head ${line.columns.map(({ name }) => name).join(' ')}`;
  if (line.kind === 'row') return `row ${JSON.stringify(line.path)}`;
  if (line.kind === 'field') return `field ${line.label}`;
  if (line.kind === 'section') return `section ${line.names.join(' › ')}`;
  return `more ${line.hidden}`;
};
const textsOf = (all: readonly Row[], open: string[] = [], whole: string[] = []) =>
  linesOf(all, certificates, view(open, whole)).map((line) => `${line.level} ${textOf(line)}`);

describe('values at a path', () => {
  test('are changed without touching other rows, and empty ones are removed', () => {
    const changed = changedRows(rows, [0, 'audits', 1, 'score'], '88');
    assert.equal(valueAt(changed, [0, 'audits', 1, 'score']), '88');
    assert.equal(changed[1], rows[1]);
    assert.equal(valueAt(rows, [0, 'audits', 1, 'score']), undefined);
    assert.equal(JSON.stringify(changedRow({ a: '1', b: '2' }, 'a', '3')), '{"a":"3","b":"2"}');
    assert.deepEqual(changedRow({ a: '1', b: '2' }, 'a', ''), { b: '2' });
    assert.deepEqual(changedRow({ a: ['1'] }, 'a', []), {});
    assert.deepEqual(changedRows([], [0, 'audits', 0, 'auditor'], 'x'), [{ audits: [{ auditor: 'x' }] }]);
  });
});

describe('lines', () => {
  test('show several rows as a table with the filled columns, and open composites below their row', () => {
    assert.deepEqual(textsOf(rows), ['1 head body audits', '1 row [0]', '1 row [1]', '1 more 1']);
    assert.deepEqual(textsOf(rows, [keyOf([0, 'audits'])]), [
      '1 head body audits',
      '1 row [0]',
      '2 section audits',
      '3 head auditor score',
      '3 row [0,"audits",0]',
      '3 row [0,"audits",1]',
      '1 row [1]',
      '1 more 1',
    ]);
  });

  test('show one row as names and values, a new row with all its attributes, and every value without a definition', () => {
    assert.deepEqual(textsOf([{ body: 'A', stranger: 'B' }]), ['1 field body', '1 field stranger', '1 more 2']);
    assert.deepEqual(textsOf([{}]), ['1 field body', '1 field until', '1 section audits']);
    assert.deepEqual(textsOf([{ body: 'A' }], [], ['[]']), [
      '1 field body',
      '1 field until',
      '1 section audits',
      '1 more 0',
    ]);
    assert.deepEqual(textsOf([]), []);
  });

  test('join composites that have nothing but one composite in one row, until their empty attributes are shown', () => {
    const deep = [{ a: [{ b: [{ c: 'x', d: 'y' }] }] }];
    assert.deepEqual(textsOf(deep, ['[0,"a"]']).slice(0, 3), ['1 section a › b', '2 field c', '2 field d']);
    assert.deepEqual(textsOf(deep, ['[0,"a"]'], ['[0,"a"]']).slice(0, 2), ['1 section a', '2 section b']);
  });

  test('are open from the outside inwards as far as they fit, and everywhere a search hits', () => {
    const few = firstOpen(rows, certificates, { structure, whole: new Set() });
    assert.deepEqual([...few], [keyOf([0, 'audits']), keyOf([1, 'audits'])]);
    const many = Array.from({ length: 60 }, () => rows[0] ?? {});
    assert.equal(firstOpen(many, certificates, { structure, whole: new Set() }).size, 0);
    assert.equal(allOpen(many).size, 60);
    assert.deepEqual(pathsWith(rows, 'ms b'), [[1, 'audits', 0, 'auditor']]);
    assert.deepEqual(keysAbove([1, 'audits', 0, 'auditor']), [keyOf([1, 'audits'])]);
    assert.ok(containsText(rows, 'score') && containsText(rows, 'fair') && !containsText(rows, 'red'));
  });
});

describe('steps between cells', () => {
  const lines = linesOf(rows, certificates, view([keyOf([0, 'audits'])]));
  const from = (path: (string | number)[], direction: Parameters<typeof stepTo>[2], count?: number) => {
    const place = placeOf(lines, path);
    return place && pathAt(lines, stepTo(lines, place, direction, count));
  };

  test('skip the heads of tables and stop at the edges', () => {
    assert.deepEqual(from([0, 'audits'], 'down', 2), [0, 'audits', 0, 'score']);
    assert.deepEqual(from([0, 'body'], 'up'), [0, 'body']);
    assert.deepEqual(from([0, 'body'], 'left'), [0, 'body']);
    assert.deepEqual(from([0, 'audits', 1, 'score'], 'next'), [1, 'body']);
    assert.deepEqual(from([1, 'body'], 'previous'), [0, 'audits', 1, 'score']);
    assert.deepEqual(from([0, 'body'], 'last'), ['more']);
    assert.deepEqual(from([0, 'body'], 'down', 99), ['more']);
  });

  test('find a row by its first cell', () => {
    assert.deepEqual(pathAt(lines, placeOf(lines, [1])), [1, 'body']);
    assert.equal(placeOf(lines, [7]), undefined);
  });
});

describe('rows', () => {
  test('are added, duplicated, moved and removed, and what was open stays open', () => {
    const place = { composite: [0, 'audits'], index: 0 };
    const auditors = (act: Parameters<typeof moveRows>[2]) => {
      const moved = moveRows(rows, place, act);
      const audits = valueAt(moved.rows, [0, 'audits']) as Row[] | undefined; // the test has a composite at this path
      return [audits?.map(({ auditor }) => auditor), moved.target];
    };
    assert.deepEqual(auditors('add'), [['Ms Green', undefined, 'Mr Brown'], 1]);
    assert.deepEqual(auditors('duplicate'), [['Ms Green', 'Ms Green', 'Mr Brown'], 1]);
    assert.deepEqual(auditors('down'), [['Mr Brown', 'Ms Green'], 1]);
    assert.deepEqual(auditors('remove'), [['Mr Brown'], 0]);
    assert.deepEqual(rowOf([0, 'audits', 1, 'score']), { composite: [0, 'audits'], index: 1 });
    assert.ok(!mayAct(rows, place, 'up') && mayAct(rows, place, 'down'));
    const { indexes } = moveRows(rows, { composite: [], index: 0 }, 'down');
    const open = new Set([keyOf([0, 'audits']), keyOf([1, 'audits', 0, 'x'])]);
    assert.deepEqual([...movedKeys(open, [], indexes)], [keyOf([1, 'audits']), keyOf([0, 'audits', 0, 'x'])]);
    const removed = moveRows(rows, { composite: [], index: 0 }, 'remove');
    assert.deepEqual([...movedKeys(open, [], removed.indexes)], [keyOf([0, 'audits', 0, 'x'])]);
    assert.deepEqual(moveRows([], { composite: [], index: undefined }, 'add').rows, [{}]);
  });
});

describe('a block of cells from a spreadsheet', () => {
  test('is read with quoted cells, empty cells and any line ends', () => {
    assert.deepEqual(readBlock('a\tb\r\nc\t\r\n'), [
      ['a', 'b'],
      ['c', ''],
    ]);
    assert.deepEqual(readBlock('"a ""b""\nc"\td'), [['a "b"\nc', 'd']]);
    assert.deepEqual(readBlock('5" pipe\tx'), [['5" pipe', 'x']]);
    assert.deepEqual(readBlock('one'), [['one']]);
  });

  test('fills cells to the right and down, adds rows, and leaves out what does not fit', () => {
    const lines = linesOf(rows, certificates, view([keyOf([0, 'audits'])]));
    const block = [
      ['A', '1', 'no column'],
      ['B', '2'],
    ];
    const result = pasteBlock(rows, lines, [0, 'audits', 1, 'auditor'], block);
    assert.deepEqual(valueAt(result.rows, [0, 'audits']), [
      { auditor: 'Ms Green', score: '97.50' },
      { auditor: 'A', score: '1' },
      { auditor: 'B', score: '2' },
    ]);
    assert.deepEqual([result.written, result.skipped], [4, 1]);
    assert.equal(pasteBlock(rows, lines, [0, 'audits'], [['x']]).written, 0);
    const fields = linesOf([{}], certificates, view());
    assert.deepEqual(pasteBlock([{}], fields, [0, 'body'], [['A'], ['2026-01-01']]).rows, [
      { body: 'A', until: '2026-01-01' },
    ]);
  });
});
