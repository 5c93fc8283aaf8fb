import { requirementFor } from '../../standards/targets/requirement.ts';
import type { TargetNode, TargetTree } from '../../standards/targets/target-tree.ts';

/** Number of targets that the grid shows until the user chooses others. */
const firstColumns = 4;

/** Maximum number of targets in the grid. */
export const maxColumns = 12;

/** Returns the targets that the grid can show: all top-level targets except hidden ones, which the standard fills itself. */
export const gridTargets = ({ topLevel }: TargetTree): TargetNode[] =>
  topLevel.filter(({ target }) => target.access !== 'HIDDEN');

/**
 * Returns the paths of the targets that the grid shows at first: the target of the filter, then required ones, then others.
 * @param filtered path of the target in the filter, or undefined. A nested target is replaced by the top-level target that contains it
 */
export function firstTargets(tree: TargetTree, filtered: string | undefined): string[] {
  const targets = gridTargets(tree);
  const isRequired = ({ target }: TargetNode) => requirementFor(target) === 'required';
  const inOrder = [...targets.filter(isRequired), ...targets.filter((node) => !isRequired(node))];
  const paths = inOrder.map(({ target }) => target.path);
  const [first = ''] = filtered?.split('/') ?? [];
  return [...new Set([...(paths.includes(first) ? [first] : []), ...paths])].slice(0, firstColumns);
}

/** Returns the headings of the columns. Targets with the same name also show their path, so that no two headings are equal. */
export function columnLabels(nodes: readonly TargetNode[]): string[] {
  const names = nodes.map(({ target }) => target.name);
  return nodes.map(({ target: { name, path } }) =>
    names.filter((one) => one === name).length > 1 ? `${name} (${path})` : name,
  );
}
