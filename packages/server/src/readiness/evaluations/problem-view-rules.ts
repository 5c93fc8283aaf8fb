import type { ReadinessProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';

/**
 * Codes whose message contains the name of the channel. The name is added when a problem is read, so that renaming a channel does not
 * change evaluations.
 */
const ofChannel: ReadonlySet<string> = new Set(['not-in-list', 'required-missing', 'required-unmapped']);

/**
 * Returns a problem with its message. The explanation of the standard or house rule comes first, if there is one.
 * @param uses ids of the attributes that the formula of the target reads
 */
export function problemView(
  { level, code, target, row, params: stored, explanation }: EvaluationProblem,
  channel?: string,
  uses: readonly string[] = [],
): ReadinessProblem {
  const params = channel !== undefined && ofChannel.has(code) ? { ...stored, channel } : stored;
  const sentence = problem(code, params as never).message; // each problem is stored with the parameters of its code
  // Adds the full stop that sentences about values in master data lack.
  const message = sentence.endsWith('.') ? sentence : `${sentence}.`;
  const isRepeated = explanation === undefined || message.startsWith(explanation);
  return {
    level,
    code,
    target,
    ...(row !== undefined && { row }),
    ...(!isRepeated && { explanation }),
    message: isRepeated ? message : `${explanation} ${message}`,
    params,
    ...(uses.length > 0 && { uses: [...uses] }),
  };
}
