import type { SubmitPreview } from '@pimento/contract';

/** Options for also submitting chosen products that are unchanged or not ready. */
export interface SubmitRules {
  /** Resubmits products that the channel already has in their current form. */
  includesUnchanged: boolean;
  /** Submits products that are not ready. */
  allowsInvalid: boolean;
}

export const usualRules: SubmitRules = { includesUnchanged: false, allowsInvalid: false };

/**
 * Returns the options of a submit request. A connection that is not gated needs no options, because all chosen products are submitted to
 * it.
 */
export const ruleMembers = (
  { includesUnchanged, allowsInvalid }: SubmitRules,
  isGated: boolean,
): { skipUnchanged?: true; allowInvalid?: true } => ({
  ...(isGated && !includesUnchanged && { skipUnchanged: true }),
  ...(isGated && allowsInvalid && { allowInvalid: true }),
});

/**
 * Returns true if a submit would skip all counted products. Products that are still being checked do not count as skipped, because they
 * might be ready.
 */
export function submitsNothing(counts: SubmitPreview, rules: SubmitRules, isGated: boolean): boolean {
  if (!isGated) return false;
  const { ready, unchanged, checking, notReady, submitsNotReady } = counts;
  const sendsNotReady = submitsNotReady || rules.allowsInvalid;
  return ready - (rules.includesUnchanged ? 0 : unchanged) + checking + (sendsNotReady ? notReady : 0) <= 0;
}
