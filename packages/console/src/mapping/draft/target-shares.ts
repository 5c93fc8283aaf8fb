import type { MappingCoverage } from '@pimento/contract';

/** Returns the share of products with a value, from 0 to 1, by path of the target. Targets that apply to no product are missing. */
export function sharesOf(coverage: MappingCoverage | undefined): ReadonlyMap<string, number> {
  const targets = coverage?.targets ?? [];
  return new Map(
    targets.flatMap(({ target, applies, filled }): [string, number][] =>
      applies === 0 ? [] : [[target, filled / applies]],
    ),
  );
}
