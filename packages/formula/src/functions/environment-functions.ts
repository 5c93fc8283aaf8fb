import { toText } from '../values/convert-value.ts';
import { wholeNumber } from '../values/decimal.ts';
import { Problem, shown } from '../values/problem.ts';
import { type Result, textValue, type Value } from '../values/value.ts';
import { define } from './definition.ts';
import { listValue } from './list-functions.ts';
import type { AssetFacts, Run } from './run.ts';

const facts = ['width', 'height', 'type', 'size', 'address'] as const;
const links = ['count', 'ids', 'quantities'] as const;

export const environmentFunctions = [
  define('lookup', {
    parameters: [
      { name: 'table', kind: 'table' },
      { name: 'key', kind: 'any' },
      { name: 'column', kind: 'literal', isOptional: true, fallback: '"value"' },
      { name: 'fallback', kind: 'any', isOptional: true },
    ],
    result: { of: 'text' },
    readsEmpty: true,
    apply: (_run, table, key, column = 'value', ...[fallback]) => {
      const text = toText(key);
      if (typeof text !== 'string' || text === '') return text === '' ? undefined : text;
      const row = table.rows.get(text);
      if (row === undefined) return fallback ?? new Problem('not-in-table', { value: shown(text) });
      return textValue(row[table.columns.indexOf(column)] ?? '');
    },
  }),
  define('mapped', {
    parameters: [
      { name: 'map', kind: 'map' },
      { name: 'v', kind: 'any' },
    ],
    result: { of: 'text' },
    readsEmpty: true,
    apply: (_run, map, value) => {
      const text = toText(value);
      return typeof text === 'string' ? textValue(map.find(text) ?? text) : text;
    },
  }),
  define('image', {
    parameters: [
      { name: 'a', kind: 'asset' },
      { name: 'what', kind: 'choice', choices: facts },
    ],
    result: { anyFrom: 2 },
    apply: (run, asset, what) => {
      const found = run.environment.findAsset(asset.id);
      return found === undefined
        ? new Problem('asset-not-ready', { asset: shown(asset.id) })
        : factOf(found, what, asset.id);
    },
  }),
  define('packaging', {
    parameters: [{ name: 'what', kind: 'choice', choices: links }],
    result: { anyFrom: 1 },
    apply: (run, what) => packagingOf(run, what),
  }),
  define('account', {
    parameters: [{ name: 'field', kind: 'field' }],
    result: { of: 'text' },
    apply: (run, field) => textValue(run.environment.accountFields.get(field) ?? ''),
  }),
  define('categoryPath', {
    parameters: [{ name: 'sep', kind: 'text', isOptional: true, fallback: '" > "' }],
    result: { of: 'text' },
    readsEmpty: true,
    apply: (run, separator = ' > ') => {
      const path = run.environment.categoryPath.join(separator);
      return run.countText(path.length) ?? textValue(path);
    },
  }),
];

function factOf(asset: AssetFacts, what: string, id: string): Result {
  switch (what) {
    case 'width':
      return numberOf(asset.width, id);
    case 'height':
      return numberOf(asset.height, id);
    case 'size':
      return numberOf(asset.size, id);
    case 'type':
      return asset.type ?? new Problem('asset-not-ready', { asset: shown(id) });
    default:
      return asset.address ?? new Problem('no-public-address', { asset: shown(id) });
  }
}

function numberOf(value: number | undefined, id: string): Result {
  return value === undefined ? new Problem('asset-not-ready', { asset: shown(id) }) : wholeNumber(value);
}

function packagingOf(run: Run, what: string): Result {
  const { packaging } = run.environment;
  if (what === 'count') return wholeNumber(packaging.length);
  return listValue(
    run,
    packaging.map(({ id, quantity }): Value => (what === 'ids' ? id : quantity)),
  );
}
