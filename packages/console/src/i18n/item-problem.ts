import { problemParams } from '@pimento/contract';
import { findSentence } from '@pimento/contract/problem-sentences';
import type { Messages } from './en.ts';

/** A problem as the service answers it. */
export interface AnsweredProblem {
  code: string;
  /** In English. */
  message: string;
  params?: Record<string, unknown> | undefined;
}

const schemas = new Map(Object.entries(problemParams));

/**
 * A problem in the person's language. Undefined if the service answers a code or parameters that this console does not have, or a problem
 * that was stored before problems had parameters: `message` says it in English.
 */
export function findProblemText(t: Messages, { code, params }: AnsweredProblem): string | undefined {
  const known = params === undefined ? undefined : schemas.get(code)?.safeParse(params);
  return known?.success === true ? findSentence(t.problems, code, known.data) : undefined;
}
