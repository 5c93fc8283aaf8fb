import { english } from './english.ts';
import type { CatalogCode, ProblemParams } from './problem-params.ts';
import { findSentence } from './problem-sentences.ts';

/** A problem as data: its stable code, the English sentence, and what the sentence is made of. */
export interface CodedProblem<Code extends string = string> {
  code: Code;
  message: string;
  params?: Record<string, unknown>;
}

/** The problem of a code with its English sentence, built from the parameters. */
export function problem<Code extends CatalogCode>(
  code: Code,
  params: ProblemParams[Code],
): Required<CodedProblem<Code>> {
  return { code, message: findSentence(english, code, params) ?? code, params };
}
