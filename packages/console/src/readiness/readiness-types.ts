/** The outcomes that the board of a channel counts. */
export const shownOutcomes = ['ready', 'incomplete', 'invalid', 'unmapped'] as const;
export type ShownOutcome = (typeof shownOutcomes)[number];

/** The filter of the products that the board of a channel lists. */
export interface ReadinessFilter {
  outcome?: ShownOutcome | undefined;
  /** Path of a target with a problem. */
  target?: string | undefined;
  code?: string | undefined;
  /** Id of a category of the channel. */
  category?: string | undefined;
}
