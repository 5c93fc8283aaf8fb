import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AttributeIndex,
  compileFormula,
  type FormulaAttribute,
  parseFormula,
  printFormula,
  restoreFormula,
  storeFormula,
} from '@pimento/formula';
import { attributes, scopeOf } from './formula-fixture.ts';

const renamed = (attribute: FormulaAttribute): FormulaAttribute => ({
  ...attribute,
  id: `new ${attribute.id}`,
  ...(attribute.children && { children: attribute.children.map(renamed) }),
});

function treeOf(text: string) {
  const parsed = parseFormula(text);
  assert.ok('tree' in parsed, text);
  return parsed.tree;
}

test('a stored formula is printed with the present ids of its attributes', () => {
  const text = [
    'let color = upper(Colour);',
    'join(" ", color, [color], product.size, [price/amount], row(price, currency = "EUR").[valid from], rows(specs, filled(value)).unit)',
  ].join('\n');
  const stored = storeFormula(treeOf(text), scopeOf());
  const restored = restoreFormula(stored, new AttributeIndex(attributes.map(renamed)));
  assert.equal(
    restored,
    [
      'let color = upper([new color]);',
      'join(" ", color, [new color], product.[new size], [new price/new amount], ' +
        'row([new price], [new currency] = "EUR").[new valid from], rows([new specs], filled([new value])).[new unit])',
    ].join('\n'),
  );
  const { errors } = compileFormula(restored, scopeOf({ attributes: new AttributeIndex(attributes.map(renamed)) }));
  assert.deepEqual(errors, []);
  assert.equal(restoreFormula(stored, new AttributeIndex(attributes)), text.replace('Colour', 'color'));
});

test('a deleted attribute keeps its former name, so that the error names it', () => {
  const stored = storeFormula(treeOf('brand & size'), scopeOf());
  const index = new AttributeIndex(attributes.filter(({ id }) => id !== 'brand'));
  const text = restoreFormula(stored, index);
  assert.equal(text, 'brand & size');
  assert.equal(compileFormula(text, scopeOf({ attributes: index })).errors[0]?.params['name'], 'brand');
});

test('the canonical text has canonical names, few parentheses, pipes and comments', () => {
  const cases: [string, string][] = [
    ['UPPER( brand )', 'upper(brand)'],
    ['concatenate("a",brand)', 'join("", "a", brand)'],
    ['(brand|squeeze)|truncate( 5 )', 'brand | squeeze | truncate(5)'],
    ['(brand | trim) & "x"', '(brand | trim) & "x"'],
    ['((1+2))*3-(4-5)', '(1 + 2) * 3 - (4 - 5)'],
    ['not(a and b) or(c)', 'not (a and b) or c'],
    ['-(-a)', '--a'],
    ['[brand] & [clothing size] & [and] & [a\\]b]', 'brand & [clothing size] & [and] & [a\\]b]'],
    ['"a\\u{200b}\\tb"', '"a\\u{200b}\\tb"'],
    ['let x=1; # why\n x', 'let x = 1;\n# why\nx'],
    ['isblank(brand)', 'not filled(brand)'],
    ['product.brand & [product]', 'product.brand & [product]'],
  ];
  for (const [text, canonical] of cases) assert.equal(printFormula(treeOf(text)), canonical, text);
});

test('a formula names what it reads', () => {
  const text =
    'list(brand, [price/amount], image(PRIMARY_ASSET, "width"), lookup("brands", size), mapped("colors", color), account("shop"), formatDate(today("Europe/Berlin"), "dd"), packaging("count"), categoryPath())';
  const { formula } = compileFormula(text, scopeOf());
  assert.deepEqual(formula?.dependencies, {
    attributes: new Set(['key of brand', 'key of price/amount', 'PRIMARY_ASSET', 'key of size', 'key of color']),
    tables: new Set(['brands']),
    maps: new Set(['colors']),
    accountFields: new Set(['shop']),
    zones: new Set(['Europe/Berlin']),
    readsAssets: true,
    readsPackaging: true,
    readsCategory: true,
  });
});
