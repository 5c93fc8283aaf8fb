import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttributeIndex, compileFormula, type RawRow, Run, SlotTable } from '@pimento/formula';
import { attribute, child, environment, errorsOf, run, scopeOf } from './formula-fixture.ts';

test('attributes named like properties of prototypes read what is stored and nothing else', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    assert.equal(run(name, {}), undefined, name);
    assert.equal(run(name, { [name]: 'x' }), 'x', name);
  }
});

test('names of prototypes are neither attributes, children, functions, tables, maps nor options', () => {
  const texts = [
    'hasOwnProperty',
    'valueOf',
    'row(price).constructor',
    'constructor()',
    'hasOwnProperty(brand)',
    'lookup("constructor", brand)',
    'lookup("brands", brand, "__proto__")',
    'mapped("__proto__", brand)',
    'squeeze(brand, "constructor")',
    'account("toString")',
    'money(1, "constructor")',
    'convert("1 kg", "constructor")',
  ];
  for (const text of texts) assert.equal(errorsOf(text).length, 1, text);
  assert.equal(run('account("constructor")'), undefined);
  assert.equal(run('lookup("brands", "constructor")'), '!not-in-table');
  assert.equal(run('lookup("brands", "__proto__")'), '!not-in-table');
  assert.equal(run('mapped("colors", "constructor")'), 'constructor');
  assert.equal(run('unique(list("__proto__", "constructor"))')?.length, 2);
});

test('stored members with such names are read as values, and rows have no prototype', () => {
  const composite = attribute('rows', 'composite', {
    storageName: '__proto__',
    children: [child('rows', 'constructor'), child('rows', '__proto__'), child('rows', 'x')],
  });
  const scope = scopeOf({ attributes: new AttributeIndex([composite]), slots: new SlotTable() });
  const { formula } = compileFormula('let r = first(rows); list(r.constructor, r.[__proto__], r.x)', scope);
  const product = JSON.parse('{"__proto__": [{"__proto__": "a"}]}') as RawRow;
  const slots: RawRow[string][] = [];
  scope.slots.fill(product, slots);
  assert.deepEqual(formula?.evaluate(new Run(slots, environment)), ['a']);
});
