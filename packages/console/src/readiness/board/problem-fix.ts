import type { Mapping } from '@pimento/contract';
import type { MappingView } from '../../mapping/mapping-types.ts';

/** The part of a mapping that fixes a problem, as search parameters of the mapping's tab. */
export interface ProblemFix {
  view?: Exclude<MappingView, 'tables'>;
  target?: string;
}

/** Codes of problems that a change to the mapping cannot fix, because files or single values cause them. */
const ofProducts: ReadonlySet<string> = new Set([
  'asset-not-ready',
  'asset-failed',
  'no-public-address',
  'file-name',
  'file-too-large',
  'image-not-measured',
  'image-too-large',
  'image-too-small',
  'image-type',
  'image-wrong-aspect',
  'override-outdated',
]);

const ofCategories: ReadonlySet<string> = new Set(['no-category', 'unknown-category', 'category-not-leaf']);

/**
 * Returns the part of the mapping in which a problem can be fixed for all products, or undefined if it must be fixed in the products
 * themselves.
 * @param problem `target` is null for problems of the whole product
 * @param mapping undefined while it is being loaded
 */
export function fixOf(
  { target, code }: { target: string | null; code: string },
  mapping: Pick<Mapping, 'targets'> | undefined,
): ProblemFix | undefined {
  if (ofCategories.has(code)) return { view: 'categories' };
  if (target === null || ofProducts.has(code)) return undefined;
  const hasMap = mapping?.targets?.some((entry) => entry.target === target && entry.map !== undefined) === true;
  if (code === 'not-in-list' && hasMap) return { view: 'maps' };
  // the editor opens only top-level targets, together with their children
  return { target: target.split('/')[0] ?? target };
}
