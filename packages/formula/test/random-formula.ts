import fc from 'fast-check';
import { functions } from '../src/functions/function-table.ts';
import type { Parameter } from '../src/functions/parameters.ts';
import { maps, tables } from './formula-fixture.ts';

/** Names of attributes, names of properties of Object.prototype, and names that do not exist. */
const names = fc.constantFrom(
  'brand',
  'stock',
  'tags',
  'numbers',
  'price',
  'specs',
  'launch',
  'gallery',
  'net_weight',
  'ratio',
  '[clothing size]',
  '[price/amount]',
  'product.color',
  'constructor',
  '__proto__',
  'toString',
  'price.amount',
  'PRIMARY_ASSET',
  'hasOwnProperty',
);
const literals = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 12 })
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
    .map(quote),
  fc.constantFrom('"10 g"', '"kg"', '"lb"', '"2026-01-31"', '"1.5"', '"EUR"', '"👨‍👩‍👧 é"', '"<b>x</b>&amp;"', '""'),
  fc.nat({ max: 1_000_000_000_000 }).map(String),
  fc.constantFrom('0', '0.5', '99999999999999999999999.125', 'true', 'false', 'empty', 'it'),
);
const literalOf: Partial<Record<Parameter['kind'], readonly string[]>> = {
  field: ['"shop"'],
  literal: ['"value"'],
  map: [...maps.keys()].map(quote),
  pattern: ['"(a|b)*c"', '"\\\\d+"', '"x*"', '"["'],
  table: [...tables.keys(), 'countries', 'none'].map(quote),
  unit: ['"kg"', '"lb"', '"°C"'],
  zone: ['"UTC"', '"Europe/Berlin"'],
};

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** Generates formulas as text. Most of them can be parsed, and many can be compiled. */
export const randomFormula = fc.letrec<{ node: string; call: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    literals,
    names,
    tie('call'),
    tie('call'),
    fc
      .tuple(
        tie('node'),
        fc.constantFrom('=', '<>', '<', '>=', 'in', '&', '+', '-', '*', '/', 'and', 'or'),
        tie('node'),
      )
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    tie('node').map((node) => `-(${node})`),
    tie('node').map((node) => `not (${node})`),
    tie('node').map((node) => `(${node} | trim | first)`),
  ),
  call: fc
    .constantFrom(...functions.values())
    .chain(({ name, parameters }) =>
      fc.tuple(
        fc.constant(name),
        fc.tuple(...parameters.map((parameter) => argument(parameter, tie('node')))),
        fc.nat({ max: 3 }),
      ),
    )
    .map(([name, given, omitted]) => `${name}(${given.slice(0, Math.max(1, given.length - omitted)).join(', ')})`),
})).node;

function argument({ kind, choices }: Parameter, node: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const possible = choices?.map(quote) ?? literalOf[kind];
  return possible === undefined ? node : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...possible) }, node);
}
