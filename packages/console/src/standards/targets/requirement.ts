import type { RequirementLevel, StandardAttribute } from '@pimento/contract';

const ranks: Record<RequirementLevel, number> = { optional: 0, recommended: 1, required: 2 };

/** Returns the strongest requirement for the selected purposes. If `purposes` is undefined, all purposes are selected. */
export function requirementFor(
  { requirement = 'optional' }: Pick<StandardAttribute, 'requirement'>,
  purposes?: readonly string[],
): RequirementLevel {
  if (typeof requirement === 'string') return requirement;
  return Object.entries(requirement)
    .filter(([purpose]) => purposes?.includes(purpose) ?? true)
    .map(([, level]) => level)
    .reduce<RequirementLevel>((strongest, level) => (ranks[level] > ranks[strongest] ? level : strongest), 'optional');
}
