import type { QueryFault } from '@pimento/contract';
import type { ConditionTest } from './condition-text-rules.ts';

/**
 * Names of the conditions on the history of a product. They find products by the jobs, or by the people, keys and systems, that created or
 * changed them. They are part of `where`, because a process of an earlier version refuses an unknown name in `where`. It would ignore an
 * unknown parameter, and delete or change all products.
 */
const traceTargets: Record<string, 'job' | 'actor' | undefined> = { __IMPORT: 'job', __CHANGED_BY: 'actor' };

export interface TraceCondition {
  target: 'job' | 'actor';
  /** Ids of jobs, or actors such as `user:3f1c`. One match is enough. */
  texts: readonly string[];
}

/** Finds a condition on the history by its name, in any letter case. @returns undefined if there is none */
export const findTrace = (name: string): TraceCondition['target'] | undefined => traceTargets[name.toUpperCase()];

/**
 * An import's products may have changed this much earlier than the time in the id of its job, because the clocks of processes and of the
 * database differ.
 */
const clockMs = 3_600_000;

/** Returns a time before a job began, which is read from its id. @returns null if the id was not created by Pimento */
export function earliestStart(jobId: string): Date | null {
  if (jobId[14] !== '7') return null;
  return new Date(Number.parseInt(jobId.replace('-', '').slice(0, 12), 16) - clockMs);
}

export function judgeTrace(
  target: TraceCondition['target'],
  name: string,
  test: ConditionTest,
): { value: TraceCondition } | { fault: QueryFault } {
  if (test.kind === 'equals') return { value: { target, texts: [test.text] } };
  return test.kind === 'any-of' ? { value: { target, texts: test.texts } } : { fault: { kind: 'only-equals', name } };
}
