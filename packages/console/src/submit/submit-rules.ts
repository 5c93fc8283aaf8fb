/** Which of the chosen products are submitted, apart from those that are ready and changed. */
export interface SubmitRules {
  /** Submits products again that the channel already has in this form. */
  includesUnchanged: boolean;
  /** Submits products that are not ready. */
  allowsInvalid: boolean;
}

export const usualRules: SubmitRules = { includesUnchanged: false, allowsInvalid: false };

/** Returns the members of a submit request. Connections that are not gated submit everything. */
export const ruleMembers = (
  { includesUnchanged, allowsInvalid }: SubmitRules,
  isGated: boolean,
): { skipUnchanged?: true; allowInvalid?: true } => ({
  ...(isGated && !includesUnchanged && { skipUnchanged: true }),
  ...(isGated && allowsInvalid && { allowInvalid: true }),
});
