import { findSentence } from '@pimento/contract/problem-sentences';
import type { Messages } from './en.ts';

/** A problem as the service answers it. */
export interface AnsweredProblem {
  code: string;
  /** In English. */
  message: string;
  params?: Record<string, unknown> | undefined;
}

/** The same parameters, except that reading a missing one throws. A sentence would say "undefined" otherwise. */
function complete<T extends object>(params: T): T {
  return new Proxy(params, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (value === undefined && typeof name === 'string') throw new TypeError(`${name} is missing`);
      return typeof value === 'object' && value !== null ? complete(value) : value;
    },
  });
}

/**
 * A problem in the person's language. Undefined if the service answers a code or kind that this console does not have, if the sentence
 * cannot be made of these parameters, or for a problem that was stored before problems had parameters: `message` says it in English.
 */
export function findProblemText(t: Messages, { code, params }: AnsweredProblem): string | undefined {
  if (params === undefined) return undefined;
  try {
    return findSentence(t.problems, code, complete(params));
  } catch {
    return undefined;
  }
}
