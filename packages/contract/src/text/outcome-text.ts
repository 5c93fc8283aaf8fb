/** Outcomes that an evaluation of a product on a channel can have. */
export const evaluatedOutcomes = ['ready', 'incomplete', 'invalid', 'unmapped'] as const;
/** The outcomes of evaluations, and `checking`, which means that there is no current evaluation. */
export const readinessOutcomes = [...evaluatedOutcomes, 'checking'] as const;
export type ReadinessOutcome = (typeof readinessOutcomes)[number];

/** Splits `channelId:outcome` at the last colon. Returns undefined if the channel id is empty or the outcome does not exist. */
export function readOutcome(text: string): { channelId: string; outcome: ReadinessOutcome } | undefined {
  const [, channelId, name] = /^(.+):([a-z]+)$/s.exec(text) ?? [];
  const outcome = readinessOutcomes.find((one) => one === name);
  return channelId === undefined || outcome === undefined ? undefined : { channelId, outcome };
}
