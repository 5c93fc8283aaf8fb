import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listDemands } from '../../src/standards/judge/category-demands.ts';
import { judgeStandard } from '../../src/standards/judge/standard-judgement.ts';
import type { CheckedStandard } from '../../src/standards/judge/checked-standard.ts';
import { jsonSchemaOf } from '../../src/standards/export/json-schema.ts';
import { readJsonSource } from '../../src/standards/read/json-source.ts';

const repository = join(import.meta.dirname, '../../../..');
const folder = join(repository, 'standards');

function load(name: string): CheckedStandard {
  const verdict = judgeStandard(readJsonSource(JSON.parse(readFileSync(join(folder, name), 'utf8'))), new Date(0));
  assert.ok('standard' in verdict, JSON.stringify('problems' in verdict ? verdict.problems : ''));
  assert.deepEqual(verdict.warnings, []);
  return verdict.standard;
}

test('Every example standard is accepted without a warning.', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  assert.deepEqual(names.toSorted(), ['agentic-commerce.json', 'google-merchant.json']);
  for (const name of names) load(name);
});

test('Apparel needs larger images, and more targets than other products.', () => {
  const standard = load('google-merchant.json');
  const required = (category: string) => {
    const demands = listDemands(standard, standard.categories.get(category));
    return [...demands].filter(([, { requirement }]) => requirement.always === 'required').map(([{ path }]) => path);
  };
  assert.deepEqual(
    required('clothing').filter((path) => !required('general').includes(path)),
    ['age_group', 'gender', 'color', 'size'],
  );
  const image = standard.targets.get('image_link');
  assert.ok(image);
  const widthOf = (category: string) =>
    listDemands(standard, standard.categories.get(category)).get(image)?.restriction.image?.minPixelWidth;
  assert.deepEqual([widthOf('general'), widthOf('shoes')], [100, 250]);
  assert.equal(
    listDemands(standard, standard.categories.get('shoes')).get(image)?.restriction.image?.maxMegapixels,
    '64',
  );
});

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

const shared = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');
const original = join(shared, 'standards/acp-schema.feed.json');
const skip = existsSync(original) ? false : `no schema at ${original}; set PIMENTO_SHARED to its folder`;

/**
 * Asserts that the standard's schema fits the original schema. It must have the same types, all required properties, and no property that
 * the original schema does not have.
 */
function compare(own: Schema, theirs: Schema, defs: Record<string, Schema>, path: string): void {
  const target = theirs.$ref === undefined ? theirs : (defs[theirs.$ref.split('/').at(-1) ?? ''] ?? {});
  assert.equal(own.type, target.type, path);
  for (const [name, schema] of Object.entries(own.properties ?? {})) {
    const other = target.properties?.[name];
    assert.ok(other, `${path}/${name} is not in the original`);
    compare(schema, other, defs, `${path}/${name}`);
  }
  for (const name of target.required ?? []) assert.ok(own.required?.includes(name), `${path}/${name} is required`);
  if (own.items !== undefined) compare(own.items, target.items ?? {}, defs, `${path}[]`);
}

test('The agentic commerce standard has the shape of its source.', { skip }, () => {
  const { $defs = {} } = JSON.parse(readFileSync(original, 'utf8')) as Schema; // the file contains a JSON Schema
  compare(jsonSchemaOf(load('agentic-commerce.json')), { $ref: '#/$defs/Product' }, $defs, '');
});
