import type { StoredRow, StoredValue } from '../../catalog/core.ts';
import { cleanIdentifier } from '@pimento/contract/text';
import type { CompiledAttribute } from '../../structure/core.ts';
import { judgeAssetText } from './identifier-judge.ts';
import {
  addProblem,
  addValueProblem,
  countMembers,
  isCleared,
  isObject,
  isStorable,
  type JudgeContext,
  scalarText,
} from './judge-context.ts';

/** Judges a scalar of an attribute and returns the string to store. If it is invalid, adds a problem and returns undefined. */
function judgeScalar(context: JudgeContext, attribute: CompiledAttribute, value: unknown): string | undefined {
  const text = scalarText(context, value);
  if (text === undefined) {
    countMembers(context, value);
    const found = Array.isArray(value) ? 'array' : value === null ? 'null' : 'object';
    addProblem(context, 'expected-scalar', { kind: 'attribute', attribute: attribute.name, found });
    return undefined;
  }
  if (!isStorable(context, text)) return undefined;
  // If the exact text of a number is lost, the value is judged later, when the product is judged again with exact numbers.
  const problem = context.lostNumber ? undefined : attribute.judgeText?.(text);
  if (problem) addValueProblem(context, problem);
  if (problem) return undefined;
  return attribute.typeId === 'asset' ? judgeAssetText(context, text) : text;
}

function judgeList(context: JudgeContext, attribute: CompiledAttribute, list: unknown[]): string[] {
  const texts: string[] = [];
  for (let at = 0; at < list.length; at++) {
    context.steps.push(at);
    const text = judgeScalar(context, attribute, list[at]);
    if (text !== undefined) texts.push(text);
    context.steps.pop();
  }
  return texts;
}

/**
 * Judges one row. Returns it with the storage names of the attribute's children as keys. Returns the same object if nothing has to be
 * changed for storage.
 */
function judgeRow(context: JudgeContext, composite: CompiledAttribute, row: Record<string, unknown>): StoredRow {
  const stored: StoredRow = {};
  let asSent = true;
  for (const key of Object.keys(row)) {
    context.members++;
    const value = row[key];
    const child = composite.childrenByRowKey?.get(key) ?? composite.childrenByRowKey?.get(cleanIdentifier(key));
    context.steps.push(key);
    if (!child) {
      countMembers(context, value);
      addProblem(context, 'unknown-child', { composite: composite.name, child: key });
    } else if (Object.hasOwn(stored, child.storageName)) {
      countMembers(context, value);
      addProblem(context, 'duplicate-field', { kind: 'child', key, child: child.name });
    } else {
      const judged = judgeValue(context, child, value);
      if (judged !== null) stored[child.storageName] = judged;
      asSent &&= judged !== null && judged === value && child.storageName === key;
    }
    context.steps.pop();
  }
  // If `asSent`, every value is already in the storage format, so the row is a StoredRow.
  return asSent ? (row as StoredRow) : stored;
}

function judgeRows(context: JudgeContext, composite: CompiledAttribute, value: unknown): StoredRow[] {
  if (!Array.isArray(value)) {
    countMembers(context, value);
    addProblem(context, 'expected-array', { kind: 'composite', composite: composite.name });
    return [];
  }
  const rows: StoredRow[] = [];
  for (let at = 0; at < value.length; at++) {
    const row: unknown = value[at];
    context.steps.push(at);
    if (isObject(row)) rows.push(judgeRow(context, composite, row));
    else {
      countMembers(context, row);
      addProblem(context, 'expected-row', { composite: composite.name });
    }
    context.steps.pop();
  }
  return rows.every((row, at) => row === value[at]) ? (value as StoredRow[]) : rows; // returns the original array if no row was changed
}

/**
 * Judges the value of an attribute. Returns it in the storage format without its invalid parts. Returns null if the payload clears the
 * value. If the value is invalid as a whole, returns null, or [] for a composite. Adds problems to the context.
 */
export function judgeValue(context: JudgeContext, attribute: CompiledAttribute, value: unknown): StoredValue | null {
  if (isCleared(value)) return null;
  if (attribute.typeId === 'composite') return judgeRows(context, attribute, value);
  if (!attribute.multiValue) return judgeScalar(context, attribute, value) ?? null;
  if (Array.isArray(value)) return judgeList(context, attribute, value);
  countMembers(context, value);
  if (typeof value === 'number') context.lostNumber = true;
  addProblem(context, 'expected-array', { kind: 'attribute', attribute: attribute.name });
  return null;
}

/**
 * Judges the first value of an attribute that has no definition yet. Accepts a scalar, an array of scalars, or a value that means "no
 * value" (see `isCleared`).
 */
export function judgeUnknownValue(
  context: JudgeContext,
  name: string,
  value: unknown,
): { value: StoredValue | null; multiValue: boolean } {
  const asAttribute = { name, judgeText: undefined };
  if (isCleared(value)) return { value: null, multiValue: Array.isArray(value) };
  const isComposite =
    isObject(value) || (Array.isArray(value) && value.some((item) => isObject(item) || Array.isArray(item)));
  if (isComposite) {
    countMembers(context, value);
    addProblem(context, 'composite-not-defined', { attribute: name });
    return { value: null, multiValue: false };
  }
  // judgeScalar reads only `name`, `judgeText` and `typeId`. Without a `typeId`, the string is stored as sent.
  const attribute = asAttribute as CompiledAttribute;
  if (Array.isArray(value)) return { value: judgeList(context, attribute, value), multiValue: true };
  return { value: judgeScalar(context, attribute, value) ?? null, multiValue: false };
}
