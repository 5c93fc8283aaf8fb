import type { GateState } from './gate-views.ts';

/**
 * The gate of a connection. Only products with a current evaluation can pass, and only while `rulesetNo` is the connection's ruleset.
 * `passes` determines whether all of these products pass or only those that are ready.
 */
export interface Gate {
  /** Null if the first ruleset has not been created yet, in which case no product passes. */
  rulesetNo: number | null;
  passes: 'ready' | 'all';
  /** The ruleset and the results for an account other than the evaluation account. Set only for a submit with such an account. */
  account?: AccountGate;
}

export interface AccountGate {
  rulesetNo: number;
  /** JSON: product id → revision, time of creation, outcome, first error, number of further errors. */
  verdicts: string;
}

export type GateVerdict =
  | { kind: 'open' }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'mapping-not-published' }
  | { kind: 'invalid-not-allowed' };

/** Decides which products may be submitted on a connection. */
export function judgeGate(
  { isGated, hasMapping, rulesetNo, isAdvisory, deliversChannelShape, allowsInvalid }: GateState,
  { allowInvalid }: { allowInvalid: boolean },
): GateVerdict {
  if (!isGated) return { kind: 'open' };
  if (!hasMapping) return isAdvisory && !deliversChannelShape ? { kind: 'open' } : { kind: 'mapping-not-published' };
  if (allowInvalid && !allowsInvalid && !isAdvisory) return { kind: 'invalid-not-allowed' };
  return { kind: 'gate', gate: { rulesetNo, passes: isAdvisory || allowInvalid ? 'all' : 'ready' } };
}
