import assert from 'node:assert/strict';
import type { DataStandard, Mapping } from '@pimento/contract';
import { type FormulaAttribute, parseDate } from '@pimento/formula';
import type { Evaluation } from '../../src/readiness/evaluate/evaluation-result.ts';
import { type ProductFacts, Ruleset } from '../../src/readiness/evaluate/ruleset.ts';
import type { EvaluatedProduct, RulesetInput } from '../../src/readiness/evaluate/ruleset-input.ts';
import { printShape } from '../../src/readiness/values/shape-value.ts';
import { judgeStandard } from '../../src/standards/judge/standard-judgement.ts';
import type { CheckedStandard, ValueList } from '../../src/standards/core.ts';

/** Judges a data standard, which must have no errors. */
export function standardOf(document: Partial<DataStandard>): CheckedStandard {
  const { attributes = [], categories = [], rules = [], valueLists = [], ...head } = document;
  const items = (values: readonly unknown[]) => values.map((value, index) => ({ value, place: { path: `/${index}` } }));
  const source = {
    head: { value: { format: 'pimento-standard/1', name: 'Example Shop', ...head }, place: { path: '' } },
    attributes: items(attributes),
    categories: items(categories),
    rules: items(rules),
    lists: valueLists.map(({ values = [], ...list }) => ({
      value: list,
      place: { path: '' },
      values,
      placeOfValue: () => ({ path: '' }),
    })),
    faults: [],
  };
  const verdict = judgeStandard(source, new Date(0));
  assert.ok('standard' in verdict, JSON.stringify('problems' in verdict && verdict.problems));
  return verdict.standard;
}

/** Returns an attribute of a client. Its values are stored under its id, and it is multi-value if it is a composite. */
export function attribute(
  id: string,
  type: FormulaAttribute['type'] = 'string',
  more: Partial<FormulaAttribute> = {},
): FormulaAttribute {
  return { key: id, id, storageName: id, type, isMultiValue: type === 'composite', ...more };
}

export const noFacts: ProductFacts = { assets: new Map(), overrides: new Map(), categoryOverride: undefined };

export function rulesetOf(
  document: Partial<DataStandard>,
  mapping: Partial<Mapping>,
  attributes: readonly FormulaAttribute[],
  more: Partial<RulesetInput> = {},
): Ruleset {
  const asOf = parseDate('2026-11-29T12:00:00Z');
  assert.ok(asOf);
  return new Ruleset({
    standard: standardOf(document),
    mapping: { format: 'pimento-mapping/1', ...mapping },
    attributes,
    reportedLists: { client: new Map(), account: new Map() },
    accountFields: new Map(),
    asOf,
    ...more,
  });
}

export function productOf(values: Record<string, unknown>, more: Partial<EvaluatedProduct> = {}): EvaluatedProduct {
  return {
    productId: 'PEN-1',
    name: 'Pen',
    family: null,
    category: null,
    primaryAsset: null,
    packaging: null,
    // PostgreSQL prints jsonb with a space after each comma and colon.
    values: JSON.stringify(values, null, 1).replaceAll(/\n\s*/g, ' '),
    ...more,
  };
}

/** Returns the channel shape, parsed from its JSON text. */
export function shapeOf({ shape }: Evaluation): unknown {
  return JSON.parse(printShape(shape));
}

/** Returns code, target and row of each problem. A warning begins with "~". */
export function codesOf({ problems }: Evaluation): string[] {
  return problems.map(
    ({ level, code, target, row }) =>
      `${level === 'warning' ? '~' : ''}${code} ${target ?? '-'}${row === undefined ? '' : ` ${row}`}`,
  );
}

export function listOf(id: string, values: readonly string[]): ValueList {
  return { id, body: { id }, values: new Map(values.map((value) => [value, { value }])) };
}
