import { englishAccess } from './english-access.ts';
import { englishState } from './english-state.ts';
import { englishUnknown } from './english-unknown.ts';
import { englishEvaluations } from './english-evaluation.ts';
import { englishBodies } from './english-bodies.ts';
import { englishFiles } from './files/english-files.ts';
import { englishDefinitions } from './english-definitions.ts';
import { englishStandards } from './english-standards.ts';
import { englishInput } from './english-input.ts';
import { englishProducts, englishValues } from './english-values.ts';
import type { ProblemSentences } from './problem-sentences.ts';

/** The English sentence of every problem. The API returns it as `message`. */
export const english: ProblemSentences = {
  ...englishValues,
  ...englishProducts,
  ...englishDefinitions,
  ...englishStandards,
  ...englishBodies,
  ...englishInput,
  ...englishUnknown,
  ...englishAccess,
  ...englishState,
  ...englishEvaluations,
  ...englishFiles,
};
