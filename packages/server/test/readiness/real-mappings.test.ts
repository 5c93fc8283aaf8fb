import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Evaluation } from '../../src/readiness/evaluate/evaluation-result.ts';
import { judgeMapping } from '../../src/standards/mapping/mapping-check-rules.ts';
import {
  type Catalogue,
  type CatalogueName,
  catalogues,
  isThere,
  loadCatalogue,
  mappingDocument,
  picturesOf,
  sharedData,
  standardDocument,
} from './real-catalogue.ts';
import { rulesetOf, shapeOf, standardOf } from './ruleset-fixture.ts';

const standards = ['google-merchant', 'agentic-commerce'] as const;
const names = Object.keys(catalogues) as CatalogueName[]; // `catalogues` has exactly these keys
const skipWithout = (name: CatalogueName) =>
  isThere(name) ? false : `no ${catalogues[name].folder} in ${sharedData}; set PIMENTO_SHARED to its folder`;

/** Targets that are required only in categories to which the mapping assigns no product. */
const ofApparel = ['age_group', 'gender', 'color', 'size'];
/** Required targets without an entry. The food catalogue has no prices, so none of its products is ready where a price is required. */
const unmapped: Record<string, string[]> = {
  'food.google-merchant': ['price', ...ofApparel],
  'electronics.google-merchant': ofApparel,
};
/** Minimum percentage of products that must be ready with each mapping. */
const readyAtLeast: Record<string, number> = {
  'food.google-merchant': 0,
  'food.agentic-commerce': 95,
  'fashion.google-merchant': 95,
  'fashion.agentic-commerce': 100,
  'electronics.google-merchant': 10,
  'electronics.agentic-commerce': 100,
};

function evaluateAll(name: CatalogueName, standard: string, { attributes, products }: Catalogue): Evaluation[] {
  const ruleset = rulesetOf(standardDocument(standard), mappingDocument(`${name}.${standard}`), attributes);
  return products.map((product) => ruleset.evaluate(product, picturesOf(product, name)));
}

/** Counts outcomes and problems. The most frequent problems come first. */
function summaryOf(evaluations: readonly Evaluation[]): { outcomes: Record<string, number>; problems: string[] } {
  const outcomes: Record<string, number> = {};
  const problems = new Map<string, number>();
  for (const { outcome, problems: found } of evaluations) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const kinds = new Set(found.map(({ level, target, code }) => `${level} ${target} ${code}`));
    for (const kind of kinds) problems.set(kind, (problems.get(kind) ?? 0) + 1);
  }
  const top = [...problems].toSorted(([, a], [, b]) => b - a).slice(0, 8);
  return { outcomes, problems: top.map(([kind, count]) => `${kind} × ${count}`) };
}

for (const name of names) {
  const skip = skipWithout(name);
  for (const standard of standards) {
    const id = `${name}.${standard}`;
    test(`The mapping ${id} has no errors, and makes products of the real catalogue ready.`, { skip }, (context) => {
      const catalogue = loadCatalogue(name);
      const check = judgeMapping(mappingDocument(id), {
        standard: standardOf(standardDocument(standard)),
        standardVersion: 1,
        attributes: catalogue.attributes,
        accountFields: new Set(),
      });
      assert.deepEqual([check.problems, check.warnings], [[], []]);
      assert.deepEqual(
        check.unmappedRequired.map(({ target }) => target),
        unmapped[id] ?? [],
      );
      const { outcomes, problems } = summaryOf(evaluateAll(name, standard, catalogue));
      const { ready = 0 } = outcomes;
      const percent = (100 * ready) / catalogue.products.length;
      context.diagnostic(`${id}: ${JSON.stringify(outcomes)}\n${problems.join('\n')}`);
      assert.ok(percent >= (readyAtLeast[id] ?? 100), `${percent} % are ready`);
    });
  }
}

const schemaFile = join(sharedData, 'standards/acp-schema.feed.json');
const skipSchema = existsSync(schemaFile) ? false : `no schema at ${schemaFile}; set PIMENTO_SHARED to its folder`;

for (const name of names) {
  const skip = skipSchema || skipWithout(name);
  test(`Ready products of ${name} are valid by the original schema of the Agentic Commerce Protocol.`, { skip }, () => {
    const formats = { uri: (value: string) => URL.canParse(value), 'date-time': /T/ };
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
    const schema: object = JSON.parse(readFileSync(schemaFile, 'utf8'));
    const validate = ajv.addSchema(schema, 'feed').getSchema('feed#/$defs/Product');
    assert.ok(validate);
    assert.equal(validate({ id: 1 }), false, 'the schema judges');
    const evaluations = evaluateAll(name, 'agentic-commerce', loadCatalogue(name));
    const ready = evaluations.filter(({ outcome }) => outcome === 'ready');
    assert.ok(ready.length > 0);
    for (const evaluation of ready) {
      const shape = shapeOf(evaluation);
      assert.ok(validate(shape), JSON.stringify([validate.errors?.slice(0, 3), shape]).slice(0, 2000));
    }
  });
}
