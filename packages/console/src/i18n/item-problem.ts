import { findSentence } from '@pimento/contract/problem-sentences';
import type { Messages } from './en.ts';

/** A problem in the form in which the service returns it. */
export interface AnsweredProblem {
  code: string;
  /** The message in English. */
  message: string;
  params?: Record<string, unknown> | undefined;
}

/** Wraps parameters so that reading a missing parameter throws. Otherwise a sentence would contain "undefined". */
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
 * Returns a problem in the user's language. Returns undefined if the language is English, if the console has no translation for the code or
 * kind, if parameters are missing, or if the problem was stored before problems had parameters. Callers then show the English `message`.
 */
export function findProblemText(t: Messages, { code, params }: AnsweredProblem): string | undefined {
  if (params === undefined || t.problems === undefined) return undefined;
  try {
    return findSentence(t.problems, code, complete(params));
  } catch {
    return undefined;
  }
}
