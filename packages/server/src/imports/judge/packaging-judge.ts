import type { PackagingLink } from '../../catalog/core.ts';
import { judgeProductId } from './identifier-judge.ts';
import {
  addProblem,
  countMembers,
  isCleared,
  isObject,
  isStorable,
  type JudgeContext,
  scalarText,
  warnOfIgnored,
} from './judge-context.ts';

const decimal = /^(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const maxQuantityLength = 40;

/**
 * Parses a positive decimal of at most 40 characters, such as 2, .5 or 1e3. Keeps every digit except leading zeros.
 * @returns undefined for any other string
 */
function readQuantity(text: string): string | undefined {
  if (text.length > maxQuantityLength || !decimal.test(text) || !/[1-9]/.test(text.split(/[eE]/, 1)[0] ?? ''))
    return undefined;
  return text.replace(/^0+(?=\d)/, '').replace(/^\./, '0.');
}

function judgeQuantity(context: JudgeContext, value: unknown, fallback: string): string | undefined {
  if (value === undefined || isCleared(value)) return fallback;
  const text = scalarText(context, value);
  const quantity = text === undefined ? undefined : readQuantity(text);
  if (quantity === undefined) {
    addProblem(context, 'invalid-quantity', { value: JSON.stringify(text ?? value).slice(0, 80) });
  }
  return quantity;
}

/** Returns the default quantity of a product's links. If it is invalid, adds a problem and returns undefined. */
export function judgeDefaultQuantity(context: JudgeContext, value: unknown): string | undefined {
  context.steps.push('QUANTITY');
  const quantity = judgeQuantity(context, value, '1');
  context.steps.pop();
  return quantity;
}

function judgeTarget(context: JudgeContext, value: unknown): string | undefined {
  const text = scalarText(context, value);
  if (text === undefined || typeof value === 'boolean') {
    addProblem(context, 'invalid-packaging', { kind: 'id-missing' });
    return undefined;
  }
  if (!isStorable(context, text)) return undefined;
  const read = judgeProductId(context, text);
  if ('fault' in read) addProblem(context, 'invalid-packaging', { kind: 'id', fault: read.fault });
  return 'text' in read ? read.text : undefined;
}

interface LinkParts {
  target: unknown;
  quantity: unknown;
  ignored: string[];
}

function partsOf(element: Record<string, unknown>): LinkParts {
  const parts: LinkParts = { target: undefined, quantity: undefined, ignored: [] };
  for (const [key, value] of Object.entries(element)) {
    if (key === 'target' || key.toLowerCase() === '__id') parts.target ??= value;
    else if (key === 'QUANTITY') parts.quantity ??= value;
    else if (key === 'metadata' && isObject(value)) {
      for (const [inner, part] of Object.entries(value)) {
        if (inner === 'QUANTITY') parts.quantity ??= part;
        else parts.ignored.push(`metadata/${inner}`);
      }
    } else parts.ignored.push(key);
  }
  return parts;
}

function judgeLink(context: JudgeContext, element: unknown, fallback: string): PackagingLink | undefined {
  if (!isObject(element)) {
    countMembers(context, element);
    const target = judgeTarget(context, element);
    return target === undefined ? undefined : { __ID: target, QUANTITY: fallback };
  }
  countMembers(context, element);
  const parts = partsOf(element);
  if (parts.ignored.length > 0) warnOfIgnored(context, parts.ignored);
  const target = judgeTarget(context, parts.target);
  const quantity = judgeQuantity(context, parts.quantity, fallback);
  return target === undefined || quantity === undefined ? undefined : { __ID: target, QUANTITY: quantity };
}

/**
 * Judges the links of a parent. Returns them in order, or null if the payload clears them or they are not an array. Adds problems to the
 * context.
 */
export function judgePackaging(context: JudgeContext, value: unknown, fallback: string): PackagingLink[] | null {
  if (isCleared(value)) return null;
  if (!Array.isArray(value)) {
    countMembers(context, value);
    addProblem(context, 'expected-array', { kind: 'packaging' });
    return null;
  }
  const links: PackagingLink[] = [];
  for (let at = 0; at < value.length; at++) {
    context.steps.push(at);
    const link = judgeLink(context, value[at], fallback);
    if (link?.__ID === context.productId && link !== undefined)
      addProblem(context, 'packaging-cycle', { kind: 'itself', productId: link.__ID });
    else if (link) links.push(link);
    context.steps.pop();
  }
  return links;
}
