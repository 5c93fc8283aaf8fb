import type { AttributeLink } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { shown } from '../../structure/core.ts';
import type { CategoryLink, Target, TargetRestriction } from './checked-standard.ts';
import { readRequirement } from './requirement.ts';
import type { Place } from './standard-source.ts';
import { judgeTargetRestriction } from './target-restriction.ts';
import { judgeItemCounts, type TargetContext } from './target-tree.ts';

export interface LinkContext extends TargetContext {
  targets: ReadonlyMap<string, Target>;
}

/** Judges the links of a category. Returns them by path of their target. */
export function judgeLinks(
  links: readonly AttributeLink[],
  place: Place,
  context: LinkContext,
): ReadonlyMap<string, CategoryLink> {
  const byPath = new Map<string, CategoryLink>();
  for (const [index, link] of links.entries()) {
    const pointer = `/attributeLinks/${index}`;
    const path = context.pathOf(link.id);
    const target = path === undefined ? undefined : context.targets.get(path);
    if (target === undefined)
      context.found.report(place, `${pointer}/id`, problem('unknown-target', { target: shown(link.id) }));
    else byPath.set(target.path, readLink(link, target, { place, pointer }, context));
  }
  return byPath;
}

function readLink(
  link: AttributeLink,
  target: Target,
  { place, pointer }: { place: Place; pointer: string },
  context: LinkContext,
): CategoryLink {
  const { minItems, maxItems, levels, restriction } = link;
  const requirement =
    link.requirement ?? (link.optional === false || link.initRequired === true ? 'required' : undefined);
  judgeItemCounts(target.id, link, place, context.found, pointer);
  return {
    ...(requirement !== undefined && {
      requirement: readRequirement(requirement, { place, pointer: `${pointer}/requirement` }, context),
    }),
    ...(restriction && { restriction: restrictionOf(link, target, { place, pointer }, context) }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(levels !== undefined && { levels: new Map(Object.entries(levels)) }),
  };
}

/**
 * Merges the restriction of a link into that of the target. Members and parameters of the link replace those with the same name. All others
 * stay.
 */
function restrictionOf(
  { restriction }: AttributeLink,
  target: Target,
  { place, pointer }: { place: Place; pointer: string },
  context: LinkContext,
): TargetRestriction {
  const own = target.body.restriction ?? {};
  const merged = { ...own, ...restriction, parameters: { ...own.parameters, ...restriction?.parameters } };
  return judgeTargetRestriction(merged, target, { place, pointer: `${pointer}/restriction` }, context);
}
