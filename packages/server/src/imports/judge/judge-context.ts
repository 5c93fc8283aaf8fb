import { isStorableText, jsonPointer, type ProductId, toStorableText } from '../../platform/core.ts';
import type { ImportWarning, ItemProblem, CatalogCode, ProblemParams } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { ValueProblem } from '../../structure/core.ts';
import { ExactNumber } from '../read/exact-json.ts';
import type { SeenAttribute } from './import-types.ts';

/** A limit of problems for one product; more would not help the sender. */
const maxProblems = 50;

/** A problem of the catalogue, which always has parameters. */
export type CodedItem = ItemProblem & { params: Record<string, unknown> };

/** What the judging of one product gathers. */
export interface JudgeContext {
  index: number;
  productId: ProductId | undefined;
  /** Members of all objects that were walked, to be compared with what the bytes held. */
  members: number;
  /** A bare number was found whose exact text is lost: judge again with exact numbers. */
  lostNumber: boolean;
  /** The text holds escapes that can stand for characters that no database text can hold. */
  suspicious: boolean;
  steps: (string | number)[];
  problems: CodedItem[];
  warnings: ImportWarning[];
  seen: SeenAttribute[];
}

export function createJudgeContext(index: number, text: string): JudgeContext {
  return {
    index,
    productId: undefined,
    members: 0,
    lostNumber: false,
    // U+0000 and lone surrogates reach a valid UTF-8 text only as \u escapes
    suspicious: text.includes('\\u'),
    steps: [],
    problems: [],
    warnings: [],
    seen: [],
  };
}

/** Parameters with every text made storable. */
function storableParams<Params>(params: Params): Params {
  const mapped = (value: unknown): unknown => {
    if (typeof value === 'string') return toStorableText(value);
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part)]));
  };
  return mapped(params) as Params; // texts become texts, and nothing else changes
}

/** A problem of one product; every text of the request in it is made storable. */
export function productProblem<Code extends CatalogCode>(
  code: Code,
  params: ProblemParams[Code],
  at: { path: string; index: number; productId?: string },
): CodedItem {
  return { ...problem(code, storableParams(params)), ...at, path: toStorableText(at.path) };
}

const isFull = ({ problems }: JudgeContext) => problems.length >= maxProblems;

const pathTo = ({ index, steps }: JudgeContext, more: readonly (string | number)[]) =>
  jsonPointer(['products', index, ...steps, ...more]);

/** Adds a problem at the present position, or at a member of it. */
export function addProblem<Code extends CatalogCode>(
  context: JudgeContext,
  code: Code,
  params: ProblemParams[Code],
  ...more: (string | number)[]
): void {
  if (isFull(context)) return;
  context.problems.push(productProblem(code, params, { path: pathTo(context, more), index: context.index }));
}

/** Adds the problem of a value, whose texts can be stored, at the present position. */
export function addValueProblem(context: JudgeContext, found: ValueProblem): void {
  if (isFull(context)) return;
  context.problems.push({ ...found, path: toStorableText(pathTo(context, [])), index: context.index });
}

/** Warns of fields of packaging links that are not stored. */
export function warnOfIgnored(context: JudgeContext, fields: string[]): void {
  context.warnings.push({
    ...problem('ignored-field', storableParams({ fields })),
    index: context.index,
    ...(context.productId === undefined ? {} : { productId: context.productId }),
  });
}

/** Exact text of a scalar: a string as it is, a number or boolean as it was written. Undefined for anything else. */
export function scalarText(context: JudgeContext, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof ExactNumber) return value.source;
  if (typeof value !== 'number') return undefined;
  context.lostNumber = true;
  return String(value);
}

/** False, with a problem, if the text holds a character that cannot be stored. */
export function isStorable(context: JudgeContext, text: string): boolean {
  if (!context.suspicious || isStorableText(text)) return true;
  addProblem(context, 'invalid-character', { kind: text.includes('\u0000') ? 'null' : 'half-surrogate' });
  return false;
}

/** A JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Counts all members, also of rejected values, so that a duplicate key is detected at any depth. */
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

/** The three ways to say "no value". */
export function isCleared(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
