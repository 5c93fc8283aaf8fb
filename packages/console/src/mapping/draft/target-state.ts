import type { Mapping, MappingCheck, MappingEntry, RequirementLevel } from '@pimento/contract';
import { requirementFor } from '../../standards/targets/requirement.ts';
import type { TargetNode, TargetTree } from '../../standards/targets/target-tree.ts';

/** How a target gets its value. `broken` means that its entries have an error. */
export type TargetState = 'mapped' | 'default' | 'empty' | 'unmapped' | 'broken';

/** A top-level target, with the data that the list of the mapping shows. */
export interface MappedTarget {
  node: TargetNode;
  state: TargetState;
  requirement: RequirementLevel;
  isMissing: boolean;
}

/** The parts of a check that determine the states. */
type Checked = Pick<MappingCheck, 'problems' | 'unmappedRequired'>;

/**
 * Returns the top-level targets that can be mapped, in the order of the standard.
 * @param check undefined while the mapping is being checked
 */
export function mappedTargets(tree: TargetTree, mapping: Mapping, check: Checked | undefined): MappedTarget[] {
  const entries = Map.groupBy(mapping.targets ?? [], ({ target }) => topLevelOf(target, tree));
  const broken = brokenTargets(mapping, check);
  const missing = new Set(check?.unmappedRequired.map(({ target }) => target));
  return tree.topLevel
    .filter(({ target: { access } }) => access === undefined || access === 'READ_WRITE')
    .map((node) => {
      const { path } = node.target;
      const own = entries.get(path) ?? [];
      const isMissing = missing.has(path);
      return {
        node,
        state: own.some(({ target }) => broken.has(target)) ? 'broken' : stateOf(own, node),
        // If the standard requires the target only in some categories, only the check shows that the target is required.
        requirement: isMissing ? 'required' : requirementFor(node.target, mapping.purposes),
        isMissing,
      };
    });
}

/** Returns the path of the top-level target that contains a target. An entry can also name a nested target by its path. */
function topLevelOf(target: string, { byPath }: TargetTree): string {
  let node = byPath.get(target);
  while (node?.parent) node = node.parent;
  return node?.target.path ?? target;
}

function stateOf(entries: readonly MappingEntry[], { target, children }: TargetNode): Exclude<TargetState, 'broken'> {
  const isEmpty = ({ value, rows, children: below }: MappingEntry) => value === '' && rows === undefined && !below;
  if (entries.length > 0) return entries.every(isEmpty) ? 'empty' : 'mapped';
  return target.defaultFormula !== undefined || children.some(hasDefault) ? 'default' : 'unmapped';
}

const hasDefault = ({ target, children }: TargetNode): boolean =>
  target.defaultFormula !== undefined || children.some(hasDefault);

/** Returns the targets whose entries have errors. A problem points to an entry by its index. */
function brokenTargets({ targets = [] }: Mapping, check: Checked | undefined): ReadonlySet<string> {
  const names = (check?.problems ?? []).map(({ path }) => {
    const index = /^\/targets\/(\d+)/.exec(path)?.[1];
    return index === undefined ? undefined : targets[Number(index)]?.target;
  });
  return new Set(names.filter((name) => name !== undefined));
}

/** Returns the targets that match the filter of the list. */
export function filterTargets(
  targets: readonly MappedTarget[],
  { text = '', onlyMissing }: { text?: string | undefined; onlyMissing: boolean },
): MappedTarget[] {
  const wanted = text.trim().toLowerCase();
  return targets.filter(
    ({ node: { target }, isMissing }) =>
      (isMissing || !onlyMissing) && `${target.id} ${target.name}`.toLowerCase().includes(wanted),
  );
}

/** Groups targets by their first group, in the order of the groups. Targets without a group come last, with the name undefined. */
export function groupTargets(
  targets: readonly MappedTarget[],
  groups: readonly { id: string; name?: string | undefined }[],
): { name: string | undefined; targets: MappedTarget[] }[] {
  const known = new Set(groups.map(({ id }) => id));
  const byGroup = Map.groupBy(targets, ({ node }) => node.target.groupIds?.find((id) => known.has(id)));
  return [...groups, undefined].flatMap((group) => {
    const members = byGroup.get(group?.id) ?? [];
    return members.length === 0 ? [] : [{ name: group && (group.name ?? group.id), targets: members }];
  });
}
