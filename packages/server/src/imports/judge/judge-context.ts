import type { ProductId } from '../../platform/core.ts';
import type { ImportWarning, ItemProblem } from '@pimento/contract';
import { ExactNumber } from '../read/exact-json.ts';
import type { SeenAttribute } from './import-types.ts';

/** More problems than these of one product help nobody. */
const mostProblems = 50;

/** What the judging of one product gathers. */
export interface JudgeContext {
  index: number;
  productId: ProductId | undefined;
  /** Members of all objects that were walked, to be compared with what the bytes held. */
  members: number;
  /** A bare number was met whose exact text is not at hand: judge again with exact numbers. */
  lostNumber: boolean;
  /** The text holds escapes that can stand for characters that no database text can hold. */
  suspicious: boolean;
  steps: (string | number)[];
  problems: ItemProblem[];
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

export const pointerStep = (step: string | number) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A text of the caller's as it can be stored and answered: what no database text can hold becomes U+FFFD. */
export const presentable = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd');

/** Adds a problem at the present place, or at a member of it. */
export function addProblem(context: JudgeContext, code: string, message: string, ...more: (string | number)[]): void {
  if (context.problems.length >= mostProblems) return;
  const path = `/products/${context.index}${[...context.steps, ...more].map(pointerStep).join('')}`;
  context.problems.push({ code, path: presentable(path), message: presentable(message), index: context.index });
}

export function addWarning(context: JudgeContext, code: string, message: string): void {
  context.warnings.push({
    code,
    message: presentable(message),
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

/** False, with a problem, where the text holds a character that cannot be stored. */
export function isStorable(context: JudgeContext, text: string): boolean {
  if (!context.suspicious) return true;
  if (text.includes('\u0000'))
    addProblem(context, 'invalid-character', 'The text holds U+0000, which cannot be stored.');
  else if (!text.isWellFormed()) addProblem(context, 'invalid-character', 'The text holds half of a surrogate pair.');
  else return true;
  return false;
}

/** A plain object, as JSON knows it. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Any member counts, whatever becomes of it: so that a duplicate key is noticed wherever it stands. */
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
