import { cleanIdentifier } from '@pimento/contract/text';
import type { QueryFault } from '@pimento/contract';
import { readQuantityBound, unitScales } from '../../structure/core.ts';
import type { CompiledAttribute, CompiledStructure } from '../../structure/index.ts';
import type { PackagingLink } from '../product/product-types.ts';
import { findReservedField, type ReservedColumn } from '../product/reserved-field-rules.ts';
import {
  type ConditionTest,
  type ConditionText,
  lacksText,
  readPlainCondition,
  readTypedCondition,
} from './condition-text-rules.ts';
import { findTrace, judgeTrace, type TraceCondition } from './trace-condition-rules.ts';
import { isBound, orderKindOf } from './value-order-rules.ts';

/** One condition on a product, with all names resolved. */
export interface Condition {
  /** A column, or the JSON of values or packaging. In the JSON, `path` is the path to the value. */
  target: 'values' | ReservedColumn;
  /** Stored keys from the top down. Empty for a column. */
  path: string[];
  test: ConditionTest;
}

/** A parsed `where`, which is a condition on the product or on its history. */
export type Asked = { of: 'product'; condition: Condition } | { of: 'history'; trace: TraceCondition };

export type Judged<T> = { value: T } | { fault: QueryFault };

const packagingKeys: ReadonlySet<string> = new Set<keyof PackagingLink>(['__ID', 'QUANTITY']);

/** Finds a top-level attribute by id or by unique name. */
export function findTopLevel(structure: CompiledStructure, asked: string): Judged<CompiledAttribute> {
  const name = cleanIdentifier(asked);
  const attribute = structure.byPayloadKey.get(asked) ?? structure.byPayloadKey.get(name);
  if (attribute) return { value: attribute };
  if (structure.ambiguousNames.has(name)) return { fault: { kind: 'ambiguous', name } };
  return { fault: { kind: 'unknown', name } };
}

/**
 * Finds an attribute inside a composite, and the stored keys from the composite to this attribute.
 * @returns a fault if a name does not lead to a child
 */
export function descend(
  attribute: CompiledAttribute,
  names: readonly string[],
): Judged<{ keys: string[]; last: CompiledAttribute }> {
  const keys: string[] = [];
  let last = attribute;
  for (const name of names) {
    const parent = last.name;
    if (last.childrenByRowKey === null) return { fault: { kind: 'not-composite', name, parent } };
    const child = last.childrenByRowKey.get(name) ?? last.childrenByRowKey.get(cleanIdentifier(name));
    if (!child) return { fault: { kind: 'no-child', name, parent } };
    keys.push(child.storageName);
    last = child;
  }
  return { value: { keys, last } };
}

const keys: ReadonlySet<ReservedColumn> = new Set(['productId', 'family', 'category'] as const);

/** Cleans the text that an id, a family or a category must equal, differ from or begin with, because these are stored in cleaned form. */
function ofKey(column: ReservedColumn, test: ConditionTest): ConditionTest {
  if (!keys.has(column)) return test;
  if (test.kind === 'any-of') return { ...test, texts: test.texts.map((text) => cleanIdentifier(text)) };
  return test.kind === 'equals' || test.kind === 'differs' || test.kind === 'begins'
    ? { ...test, text: cleanIdentifier(test.text) }
    : test;
}

function judgeReserved(
  column: ReservedColumn,
  name: string,
  deeper: readonly string[],
  test: ConditionTest,
): Judged<Condition> {
  if (test.kind === 'range') return { fault: { kind: 'not-comparable', name } };
  if (column !== 'packaging') {
    return deeper.length === 0
      ? { value: { target: column, path: [], test: ofKey(column, test) } }
      : { fault: { kind: 'inside-text', name } };
  }
  const known = deeper.length === 0 || (deeper.length === 1 && packagingKeys.has(deeper[0] ?? ''));
  if (!known) return { fault: { kind: 'packaging-part' } };
  if (deeper.length === 0 && comparesText(test)) return { fault: { kind: 'packaging-compared' } };
  return { value: { target: column, path: [...deeper], test } };
}

const comparesText = (test: ConditionTest): boolean => test.kind !== 'empty' && test.kind !== 'present';

/** Adds the conversion of all units to a range of numbers with units. */
function judgeQuantityRange(
  name: string,
  units: readonly string[],
  test: Extract<ConditionTest, { kind: 'range' }>,
): Judged<ConditionTest> {
  const text = readQuantityBound(test.text.trim(), units);
  if (text === undefined) return { fault: { kind: 'bad-quantity', name, bound: test.text, units: [...units] } };
  const scales = unitScales([...units, text.slice(text.indexOf(' ') + 1)]);
  return { value: { ...test, text, order: 'quantity', scales } };
}

/** Adds the order kind of the attribute to a range, and checks that the bound is a valid number or date. */
function judgeRange({ name, typeId, units }: CompiledAttribute, test: ConditionTest): Judged<ConditionTest> {
  if (test.kind !== 'range') return { value: test };
  const order = orderKindOf(typeId);
  if (order === 'quantity') return judgeQuantityRange(name, units ?? [], test);
  if (order !== 'number' && order !== 'date') return { fault: { kind: 'not-comparable', name } };
  const bound = test.text.trim();
  if (!isBound(order, bound)) return { fault: { kind: 'bad-bound', name, bound: test.text } };
  return { value: { ...test, text: bound, order } };
}

function judgeParts(structure: CompiledStructure, text: string, parts: ConditionText | undefined): Judged<Condition> {
  const [first, ...deeper] = parts?.names ?? [];
  if (!parts || first === undefined) {
    return { fault: { kind: 'operator', condition: text } };
  }
  const { test } = parts;
  // every string contains the empty string, so a script with an empty variable would select every product that has a value
  if (lacksText(test)) return { fault: { kind: 'no-text', condition: text } };
  const reserved = findReservedField(cleanIdentifier(first));
  if (reserved) return judgeReserved(reserved.column, reserved.name, deeper, test);
  const top = findTopLevel(structure, first);
  if ('fault' in top) return top;
  const found = descend(top.value, deeper);
  if ('fault' in found) return found;
  const { keys, last } = found.value;
  if (last.childrenByRowKey !== null && comparesText(test)) {
    return { fault: { kind: 'composite-compared', name: last.name } };
  }
  const judged = judgeRange(last, test);
  if ('fault' in judged) return judged;
  return { value: { target: 'values', path: [top.value.id, ...keys], test: judged.value } };
}

/** Parses one `where` on the history. An attribute with the same name takes precedence. @returns undefined for any other condition */
function judgeHistory(structure: CompiledStructure, text: string): Judged<TraceCondition> | undefined {
  const parts = readTypedCondition(text) ?? readPlainCondition(text);
  const [name = '', ...deeper] = parts?.names ?? [];
  const target = deeper.length === 0 && !structure.byPayloadKey.has(name) ? findTrace(name) : undefined;
  if (!parts || target === undefined) return undefined;
  return lacksText(parts.test) ? { fault: { kind: 'no-text', condition: text } } : judgeTrace(target, name, parts.test);
}

/** Parses one `where`, on the product or on its history. */
export function judgeAsked(structure: CompiledStructure, text: string): Judged<Asked> {
  const trace = judgeHistory(structure, text);
  if (trace) return 'value' in trace ? { value: { of: 'history', trace: trace.value } } : trace;
  const judged = judgeCondition(structure, text);
  return 'value' in judged ? { value: { of: 'product', condition: judged.value } } : judged;
}

/**
 * Parses one `where`, which consists of an attribute (by id or name) or a reserved field, an operator and, for most operators, a text.
 */
function judgeCondition(structure: CompiledStructure, text: string): Judged<Condition> {
  const plain = judgeParts(structure, text, readPlainCondition(text));
  const typed = 'fault' in plain ? readTypedCondition(text) : undefined;
  return typed === undefined ? plain : judgeParts(structure, text, typed);
}
