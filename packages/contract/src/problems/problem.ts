import { english } from './english.ts';
import type { CatalogCode, ProblemParams } from './problem-params.ts';
import { findSentence } from './problem-sentences.ts';

/** A problem as data: its stable code, its English sentence and the parameters of the sentence. */
export interface CodedProblem<Code extends string = string> {
  code: Code;
  message: string;
  params?: Record<string, unknown>;
}

/** Creates a problem and builds its English sentence from the parameters. */
export function problem<Code extends CatalogCode>(
  code: Code,
  params: ProblemParams[Code],
): Required<CodedProblem<Code>> {
  return { code, message: findSentence(english, code, params) ?? code, params };
}
