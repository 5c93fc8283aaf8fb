import type { ReadinessProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';

/**
 * Codes whose message contains the name of the channel. The name is added when a problem is read, so that renaming a channel changes no
 * evaluation.
 */
const ofChannel: ReadonlySet<string> = new Set(['not-in-list', 'required-missing', 'required-unmapped']);

/** Returns a problem with its message. If the standard or a house rule explains the problem, the explanation comes first. */
export function problemView(
  { level, code, target, row, params: stored, explanation }: EvaluationProblem,
  channel?: string,
): ReadinessProblem {
  const params = channel !== undefined && ofChannel.has(code) ? { ...stored, channel } : stored;
  const sentence = problem(code, params as never).message; // stored with the parameters of its code
  // The sentences about values in master data have no full stop, unlike all other sentences.
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
  };
}
