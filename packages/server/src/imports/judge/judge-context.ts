import { isStorableText, jsonPointer, type ProductId, toStorableText } from '../../platform/core.ts';
import type { ImportWarning, ItemProblem, CatalogCode, ProblemParams } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { ValueProblem } from '../../structure/core.ts';
import { ExactNumber } from '../read/exact-json.ts';
import type { SeenAttribute } from './import-types.ts';

/** Maximum number of problems that are listed per product, because more would not help the sender. All problems are counted. */
const maxProblems = 50;

/** A problem from the catalogue of problems. It always has parameters. */
export type CodedItem = ItemProblem & { params: Record<string, unknown> };

/** State and results of judging one product. */
export interface JudgeContext {
  index: number;
  productId: ProductId | undefined;
  /** Number of properties in all visited objects, to be compared with the number of colons in the bytes. */
  members: number;
  /** True if JSON.parse lost the exact text of a number, so the product must be judged again with exact numbers. */
  lostNumber: boolean;
  /** True if the product's JSON contains `\u` escapes, which may encode characters that the database cannot store. */
  suspicious: boolean;
  steps: (string | number)[];
  problems: CodedItem[];
  /** Number of problems that are not in `problems`, keyed by code. */
  unlisted: Map<string, number>;
  warnings: ImportWarning[];
  seen: SeenAttribute[];
  /**
   * Ids that would be cleaned or rejected, as sent but in NFC. They are collected because an earlier version of Pimento may have stored
   * products under them.
   */
  sentIds: string[];
  /** The stored ids among `sentIds`. Undefined if they were not looked up. */
  keptIds: ReadonlySet<string> | undefined;
  /**
   * True for the fields of an expectation. They are compared as sent, because values stored by earlier versions of Pimento may not be
   * clean.
   */
  isExpectation: boolean;
}

export function createJudgeContext(index: number, text: string, keptIds?: ReadonlySet<string>): JudgeContext {
  return {
    index,
    productId: undefined,
    members: 0,
    lostNumber: false,
    // valid UTF-8 text can contain U+0000 and lone surrogates only as \u escapes
    suspicious: text.includes('\\u'),
    steps: [],
    problems: [],
    unlisted: new Map(),
    warnings: [],
    seen: [],
    sentIds: [],
    keptIds,
    isExpectation: false,
  };
}

/** Returns the parameters with all strings converted to strings that the database can store. */
export function storableParams<Params>(params: Params): Params {
  const mapped = (value: unknown): unknown => {
    if (typeof value === 'string') return toStorableText(value);
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part)]));
  };
  return mapped(params) as Params; // strings stay strings, and nothing else changes
}

/** Creates a problem of one product. All strings from the request are converted to strings that the database can store. */
export function productProblem<Code extends CatalogCode>(
  code: Code,
  params: ProblemParams[Code],
  at: { path: string; index: number; productId?: string },
): CodedItem {
  return { ...problem(code, storableParams(params)), ...at, path: toStorableText(at.path) };
}

const isFull = ({ problems }: JudgeContext) => problems.length >= maxProblems;

function countUnlisted({ unlisted }: JudgeContext, code: string): void {
  unlisted.set(code, (unlisted.get(code) ?? 0) + 1);
}

const pathTo = ({ index, steps }: JudgeContext, more: readonly (string | number)[]) =>
  jsonPointer(['products', index, ...steps, ...more]);

/** Adds a problem at the current position, or at a child of the current position. */
export function addProblem<Code extends CatalogCode>(
  context: JudgeContext,
  code: Code,
  params: ProblemParams[Code],
  ...more: (string | number)[]
): void {
  if (isFull(context)) return countUnlisted(context, code);
  context.problems.push(productProblem(code, params, { path: pathTo(context, more), index: context.index }));
}

/** Adds the problem of a value at the current position. The strings of the problem must already be storable. */
export function addValueProblem(context: JudgeContext, found: ValueProblem): void {
  if (isFull(context)) return countUnlisted(context, found.code);
  context.problems.push({ ...found, path: toStorableText(pathTo(context, [])), index: context.index });
}

/** Adds a warning that unknown fields of a packaging link are not stored. */
export function warnOfIgnored(context: JudgeContext, fields: string[]): void {
  context.warnings.push({
    ...problem('ignored-field', storableParams({ fields })),
    index: context.index,
    ...(context.productId === undefined ? {} : { productId: context.productId }),
  });
}

/**
 * Returns the text of a scalar: a string unchanged, and a boolean or `ExactNumber` as written in the body. For a number whose text
 * JSON.parse did not keep, sets `lostNumber` and returns a text that may be inexact; the product is then judged again.
 * @returns undefined for any other value
 */
export function scalarText(context: JudgeContext, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof ExactNumber) return value.source;
  if (typeof value !== 'number') return undefined;
  context.lostNumber = true;
  return String(value);
}

/** Returns true if a string can be stored. Otherwise, adds a problem. */
export function isStorable(context: JudgeContext, text: string): boolean {
  if (!context.suspicious || isStorableText(text)) return true;
  addProblem(context, 'invalid-character', { kind: text.includes('\u0000') ? 'null' : 'half-surrogate' });
  return false;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Counts all properties, including properties of rejected values, so that duplicate keys are detected at any depth. */
export function countMembers(context: JudgeContext, value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return;
  if (Array.isArray(value)) {
    for (const item of value) countMembers(context, item);
    return;
  }
  for (const item of Object.values(value)) {
    context.members++;
    countMembers(context, item);
  }
}

/** Returns true if a value means "no value", which is `""`, `null` or `[]`. */
export function isCleared(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
