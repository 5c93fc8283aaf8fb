import type { ItemProblem, Problem } from '@pimento/contract';

const texts = ['type', 'title', 'detail', 'message', 'code', 'requestId'] as const satisfies (keyof Problem)[];
const itemTexts = ['code', 'path', 'message'] as const satisfies (keyof ItemProblem)[];

type Members = Record<string, unknown>;

/** Returns true if a value is a problem document of the contract. Does not use the contract's schema, so that browsers do not load zod. */
export function isProblem(value: unknown): value is Problem {
  return isObject(value) && hasTexts(value, texts) && Number.isSafeInteger(value['status']) && hasParams(value)
    ? value['errors'] === undefined || (Array.isArray(value['errors']) && value['errors'].every(isItemProblem))
    : false;
}

const isItemProblem = (value: unknown): boolean =>
  isObject(value) &&
  hasTexts(value, itemTexts) &&
  hasParams(value) &&
  (value['productId'] === undefined || typeof value['productId'] === 'string') &&
  (value['index'] === undefined || Number.isSafeInteger(value['index']));

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasTexts = (value: Members, names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');
const hasParams = ({ params }: Members): boolean => params === undefined || isObject(params);
