/** Usage level of a quota. `near` begins at 90 %, and `full` at 100 %. Both end below `endShare`. */
export type QuotaLevel = 'near' | 'full';

const nearShare = 0.9;
/**
 * A reported level ends only when the usage falls below this share of the quota. Usage that varies around the threshold therefore causes
 * only one notice.
 */
const endShare = 0.8;

/** Returns the level of a quota. @param before the level at the last check @returns undefined if the quota has no level */
export function judgeQuota(max: number | null, used: number, before: QuotaLevel | undefined): QuotaLevel | undefined {
  if (max === null) return undefined;
  if (used >= max) return 'full';
  if (used >= max * nearShare) return before ?? 'near';
  return used >= max * endShare ? before : undefined;
}

/** Returns true if a level is higher than the level at the last check. */
export const isWorse = (level: QuotaLevel | undefined, before: QuotaLevel | undefined): boolean =>
  level !== undefined && level !== before && before !== 'full';
