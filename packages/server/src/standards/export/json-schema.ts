import type { FormulaTree } from '@pimento/formula';
import type { CheckedRule, CheckedStandard, RulePart, Target, ValueList } from '../judge/checked-standard.ts';
import { levelFor } from '../judge/requirement.ts';
import { type ExportedLists, type JsonSchema, valueSchema } from './value-schema.ts';

type Node = FormulaTree['body'];

interface Omission {
  target?: string;
  rule?: string;
  parts: string[];
}

/** Returns a JSON Schema 2020-12 of the channel shape. Demands that JSON Schema cannot express are listed in `x-not-exported`. */
export function jsonSchemaOf(standard: CheckedStandard): JsonSchema {
  const omissions: Omission[] = [];
  const lists = exportedLists(standard);
  const conditions = standard.rules.flatMap((rule) => ruleSchema(rule, omissions) ?? []);
  const shape = targetsSchema(standard.topLevel, { lists, omissions });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: standard.head.name,
    ...shape,
    ...(conditions.length > 0 && { allOf: conditions }),
    ...(lists.size > 0 && {
      $defs: Object.fromEntries([...lists].map(([id, list]) => [id, list.kept?.schema ?? listSchema(list)])),
    }),
    'x-not-exported': [...omissions, ...categoryOmissions(standard)],
  };
}

interface SchemaContext {
  lists: ExportedLists;
  omissions: Omission[];
}

/** Maximum number of list values in a schema, counted over all lists. */
const maxEnumValues = 200_000;

/**
 * Returns the value lists that the schema contains, in the order of the standard. Omits empty lists, and each list whose values would
 * exceed `maxEnumValues` together with those of the included lists before it.
 */
function exportedLists({ lists }: CheckedStandard): ExportedLists {
  const exported = new Map<string, ValueList>();
  let left = maxEnumValues;
  for (const [id, list] of lists) {
    const size = list.kept?.count ?? list.values.size;
    if (size === 0 || size > left) continue;
    left -= size;
    exported.set(id, list);
  }
  return exported;
}

const listSchema = ({ values }: ValueList): JsonSchema => ({ enum: [...values.keys()] });

function categoryOmissions({ categories }: CheckedStandard): Omission[] {
  const linked = [...categories.values()].filter(({ links }) => links.size > 0).length;
  return linked === 0 ? [] : [{ parts: [`attribute links of ${linked} categories`] }];
}

function targetsSchema(targets: readonly Target[], context: SchemaContext): JsonSchema {
  const required = targets.filter((target) => !target.isLinked && levelFor(target.requirement) === 'required');
  return {
    type: 'object',
    properties: Object.fromEntries(targets.map((target) => [target.shapeName, targetSchema(target, context)])),
    ...(required.length > 0 && { required: required.map(({ shapeName }) => shapeName) }),
    additionalProperties: false,
  };
}

function targetSchema(target: Target, context: SchemaContext): JsonSchema {
  const one = target.typeId === 'composite' ? targetsSchema(target.children, context) : scalarSchema(target, context);
  if (target.uniqueBy.length > 0) context.omissions.push({ target: target.path, parts: ['uniqueBy'] });
  const described = { title: target.name, ...(target.body.description && { description: target.body.description }) };
  if (!target.isMultiValue) return { ...described, ...one };
  const { minItems, maxItems } = target;
  return {
    ...described,
    type: 'array',
    items: one,
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

function scalarSchema(target: Target, { lists, omissions }: SchemaContext): JsonSchema {
  const { schema, omitted } = valueSchema(target, lists);
  if (omitted.length > 0) omissions.push({ target: target.path, parts: omitted });
  return schema;
}

const isTopLevel = (target: Target) => target.parent === undefined;

/**
 * Returns the JSON Schema of a rule. Adds the rule to `omissions` instead if it has categories, purposes or a level other than `error`, or
 * if its condition or demand cannot be expressed.
 */
function ruleSchema(
  { id, part, when, categories, purposes, level }: CheckedRule,
  omissions: Omission[],
): JsonSchema | undefined {
  const condition = when === undefined ? undefined : conditionSchema(when.body);
  const isPlain =
    (when === undefined || condition !== undefined) &&
    categories === undefined &&
    purposes === undefined &&
    level === 'error';
  if (isPlain && 'targets' in part && part.targets.every(isTopLevel)) {
    const demand = demandSchema(part);
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    if (demand !== undefined) return condition === undefined ? demand : { if: condition, then: demand };
  }
  omissions.push({ rule: id, parts: [part.kind] });
  return undefined;
}

function demandSchema(part: Extract<RulePart, { targets: readonly Target[] }>): JsonSchema | undefined {
  const needs = part.targets.map(({ shapeName }) => ({ required: [shapeName] }));
  if (part.kind === 'require') return { allOf: needs };
  if (part.kind === 'forbid') return { not: { anyOf: needs } };
  return part.kind === 'oneOf' && part.atLeast === 1 ? { anyOf: needs } : undefined;
}

/** Returns the schema of a condition of the form `target = "text"` or `filled(target)`. @returns undefined for any other condition */
function conditionSchema(node: Node): JsonSchema | undefined {
  if (node.kind === 'comparison' && node.sign === '=' && node.left.kind === 'reference' && node.right.kind === 'text') {
    const { path } = node.left;
    return { properties: { [path]: { const: node.right.text } }, required: [path] };
  }
  if (node.kind !== 'call' || node.name !== 'filled') return undefined;
  const [argument] = node.arguments;
  return argument?.kind === 'reference' ? { required: [argument.path] } : undefined;
}
