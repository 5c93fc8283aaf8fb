import assert from 'node:assert/strict';
import {
  AttributeIndex,
  compileFormula,
  createLookupTable,
  createValueMap,
  type Environment,
  type FormulaAttribute,
  type FormulaError,
  type FormulaScope,
  parseDate,
  parseDecimal,
  Problem,
  type RawRow,
  type RawValue,
  reservedAttributes,
  type Result,
  Run,
  SlotTable,
  toText,
} from '@pimento/formula';

/** Defines an attribute whose key differs from its id, as in a client's definitions. */
export function attribute(
  id: string,
  type: FormulaAttribute['type'] = 'string',
  more: Partial<FormulaAttribute> = {},
): FormulaAttribute {
  return { key: `key of ${id}`, id, storageName: `stored ${id}`, type, isMultiValue: type === 'composite', ...more };
}

/** Defines a child of a composite. Rows store the value under the id of the child. */
export function child(parent: string, id: string, type: FormulaAttribute['type'] = 'string'): FormulaAttribute {
  return attribute(id, type, { key: `key of ${parent}/${id}`, storageName: id });
}

export const attributes: readonly FormulaAttribute[] = [
  ...reservedAttributes,
  attribute('brand'),
  attribute('color', 'string', { name: 'Colour' }),
  attribute('size'),
  attribute('clothing size'),
  attribute('description'),
  attribute('stock', 'integer'),
  attribute('list_price', 'decimal'),
  attribute('sale_price', 'decimal'),
  attribute('net_weight', 'decimal', { units: ['kg'] }),
  attribute('ratio', 'fraction'),
  attribute('launch', 'date'),
  attribute('gallery', 'asset', { isMultiValue: true }),
  attribute('tags', 'string', { isMultiValue: true }),
  attribute('numbers', 'decimal', { isMultiValue: true }),
  attribute('price', 'composite', {
    children: [child('price', 'amount', 'decimal'), child('price', 'currency'), child('price', 'valid from', 'date')],
  }),
  attribute('specs', 'composite', {
    children: [child('specs', 'name'), child('specs', 'value'), child('specs', 'unit')],
  }),
  attribute('constructor'),
  attribute('__proto__'),
  attribute('toString'),
];

export const maps = new Map([
  ['colors', createValueMap(new Map([['navy', 'Blue']]), true)],
  ['exact', createValueMap(new Map([['navy', 'Blue']]), false)],
]);
export const tables = new Map([
  [
    'brands',
    createLookupTable(
      ['key', 'value', 'country'],
      [
        ['ACME', 'Acme', 'DE'],
        ['ACME', 'second', 'FR'],
      ],
    ),
  ],
]);

export function scopeOf(more: Partial<FormulaScope> = {}): FormulaScope {
  return {
    attributes: new AttributeIndex(attributes),
    slots: new SlotTable(),
    maps,
    tables,
    accountFields: new Set(['shop', 'constructor']),
    ...more,
  };
}

const asOf = parseDate('2026-11-29T23:30:00Z');
assert.ok(asOf);

export const environment: Environment = {
  asOf,
  findAsset: (id) =>
    id === 'pen-front'
      ? { width: 1_200, height: 800, type: 'image/png', size: 34_567, address: 'https://files.example/pen.png' }
      : id === 'uploaded'
        ? { address: null }
        : undefined,
  accountFields: new Map([['shop', 'Shop 7']]),
  categoryPath: ['Apparel', 'Clothing'],
  packaging: [
    { id: 'BOX', quantity: parseDecimal('10') ?? assert.fail() },
    { id: 'PALLET', quantity: parseDecimal('2.50') ?? assert.fail() },
  ],
};

/** Returns a product with stored names instead of attribute ids as keys. Reserved fields keep their names. */
export function stored(product: Record<string, RawValue>): RawRow {
  const reserved = new Set(reservedAttributes.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(product).map(([id, value]) => [reserved.has(id) ? id : `stored ${id}`, value]),
  );
}

export function evaluate(text: string, product: Record<string, RawValue> = {}): Result {
  const scope = scopeOf();
  const { formula, errors } = compileFormula(text, scope);
  assert.ok(formula, `${text}: ${JSON.stringify(errors)}`);
  const slots: RawValue[] = [];
  scope.slots.fill(stored(product), slots);
  return formula.evaluate(new Run(slots, environment));
}

/**
 * A result in a form that tests can compare: text, a list, or undefined. `!code` represents a problem, and `<kind>` represents a value
 * without text.
 */
export type Plain = string | undefined | Plain[];

function plainOf(result: Result): Plain {
  if (result instanceof Problem) return `!${result.code}`;
  if (Array.isArray(result)) return result.map(plainOf);
  if (result === undefined) return undefined;
  const text = toText(result);
  return text instanceof Problem ? `<${text.params['actual']}>` : text;
}

export function run(text: string, product: Record<string, RawValue> = {}): Plain {
  return plainOf(evaluate(text, product));
}

export function errorsOf(text: string, scope: FormulaScope = scopeOf()): FormulaError[] {
  return compileFormula(text, scope).errors;
}
