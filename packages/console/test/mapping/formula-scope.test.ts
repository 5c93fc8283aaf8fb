import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition, Mapping } from '@pimento/contract';
import { formulaAttributes } from '../../src/mapping/formula/client-attributes.ts';
import { judgeFormula, mappingScope, rowScope } from '../../src/mapping/formula/formula-scope.ts';
import { findSuggestions, suggestionsFor } from '../../src/mapping/formula/suggestions.ts';
import { createStructure } from '../../src/session/structure.ts';

const definition = (path: string, type: string, parent: string | null = null): AttributeDefinition => ({
  id: path.replace('/', '.'),
  path,
  name: `Name of ${path}`,
  compositeAttribute: parent,
  type: { id: type, multiValue: false },
});
const structure = createStructure([
  definition('brand', 'STRING'),
  definition('clothing size', 'string'),
  definition('specs', 'Composite'),
  definition('specs/value', 'string', 'specs'),
  definition('price', 'price'),
]);
const mapping: Mapping = {
  format: 'pimento-mapping/1',
  maps: { colors: {} },
  tables: { brands: { columns: ['key', 'value'], rows: [] } },
};
const scope = mappingScope(formulaAttributes(structure), mapping, ['shopUrl']);
const codes = (text: string, inside = scope) => judgeFormula(text, inside).map(({ code }) => code);

test('formulas read attributes, reserved fields, value maps, tables and account fields', () => {
  assert.deepEqual(
    codes(
      'join(" ", brand, __NAME, mapped("colors", [clothing size]), lookup("brands", brand), account("shopUrl"), price)',
    ),
    [],
  );
  assert.deepEqual(codes('mapped("sizes", brand)'), ['unknown-value-map']);
  assert.deepEqual(codes('account("apiToken")'), ['unknown-field']);
  assert.deepEqual(codes(''), []);
});

test('an error has the place of the exact word and its replacement, also after signs outside of the basic plane', () => {
  const text = 'join("👍👍", brnd)';
  const [error] = judgeFormula(text, scope);
  assert.equal(text.slice(error?.span.start, error?.span.end), 'brnd');
  assert.equal(error?.replacement, 'brand');
});

test('children read the row that the formula of their composite returns', () => {
  assert.deepEqual(codes('value'), ['unknown-attribute']);
  assert.deepEqual(codes('value & brand', rowScope(scope, 'rows(specs)')), []);
  assert.deepEqual(codes('it', rowScope(scope, 'list(brand)')), []);
  assert.equal(rowScope(scope, ' '), scope);
  assert.equal(rowScope(scope, 'rows('), scope);
});

test('names are suggested as formulas write them: those that begin with the word first', () => {
  const all = suggestionsFor(scope);
  assert.deepEqual(
    findSuggestions(all, 'bran').map(({ text }) => text),
    ['brand'],
  );
  assert.ok(findSuggestions(all, 'size').some(({ text }) => text === '[clothing size]'));
  assert.equal(findSuggestions(all, 'concatenate')[0]?.facts?.name, 'join');
  assert.deepEqual(findSuggestions(suggestionsFor(rowScope(scope, 'specs')), 'value')[0]?.attribute?.id, 'value');
});
