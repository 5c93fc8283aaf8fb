import type { MappingCoverage } from '@pimento/contract';

/**
 * Returns path of the target → percentage of the products it applies to that have a value. The percentage is rounded down, so that 100
 * means all of them, and is at least 1 if any of them has a value. Targets that apply to no product are missing.
 */
export function sharesOf(coverage: MappingCoverage | undefined): ReadonlyMap<string, number> {
  const targets = coverage?.targets ?? [];
  return new Map(
    targets.flatMap(({ target, applies, filled }): [string, number][] =>
      applies === 0 ? [] : [[target, filled === 0 ? 0 : Math.max(1, Math.floor((100 * filled) / applies))]],
    ),
  );
}
