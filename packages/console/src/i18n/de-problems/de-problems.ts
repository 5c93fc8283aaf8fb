import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { deBodies } from './de-bodies.ts';
import { deDefinitions } from './de-definitions.ts';
import { deEvaluations } from './de-evaluation.ts';
import { deFiles } from './de-files.ts';
import { deInput } from './de-input.ts';
import { deAccess } from './de-access.ts';
import { deState } from './de-state.ts';
import { deStandards } from './de-standards.ts';
import { deUnknown } from './de-unknown.ts';
import { deProducts, deValues } from './de-values.ts';

/** German sentences for every problem of the API. */
export const deProblems: ProblemSentences = {
  ...deValues,
  ...deProducts,
  ...deDefinitions,
  ...deStandards,
  ...deBodies,
  ...deInput,
  ...deUnknown,
  ...deAccess,
  ...deState,
  ...deEvaluations,
  ...deFiles,
};
