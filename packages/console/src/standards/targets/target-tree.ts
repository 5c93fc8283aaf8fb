import type { StandardAttribute } from '@pimento/contract';

/** An attribute of a data standard, in the form in which the service lists it. */
export type ListedTarget = StandardAttribute & { path: string };

/** A target with its position in the tree. */
export interface TargetNode {
  target: ListedTarget;
  parent: TargetNode | undefined;
  children: TargetNode[];
}

/** The targets of a data standard, in the order of the standard. */
export interface TargetTree {
  topLevel: TargetNode[];
  byPath: ReadonlyMap<string, TargetNode>;
}

export function createTargetTree(targets: readonly ListedTarget[]): TargetTree {
  const byPath = new Map(
    targets.map((target): [string, TargetNode] => [target.path, { target, parent: undefined, children: [] }]),
  );
  const topLevel: TargetNode[] = [];
  for (const node of byPath.values()) {
    node.parent = parentOf(node.target, byPath);
    (node.parent?.children ?? topLevel).push(node);
  }
  return { topLevel, byPath };
}

/** Finds the composite that contains a target. The composite with the longest matching path is used, because ids can contain "/". */
function parentOf({ path, compositeAttribute }: ListedTarget, byPath: ReadonlyMap<string, TargetNode>) {
  if (compositeAttribute === undefined || compositeAttribute === null) return undefined;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const node = byPath.get(path.slice(0, slash));
    if (node?.target.type.id === 'composite') return node;
  }
  return undefined;
}

/** A row of the tree. `depth` is 0 at the top level. */
export interface TargetLine {
  node: TargetNode;
  depth: number;
  isOpen: boolean;
}

/**
 * Returns the rows of the tree, in order. If `text` is empty, these are the top level and the children of open composites. Otherwise, they
 * are the targets whose id or name contains the text, with their ancestors and descendants.
 */
export function targetLines({ topLevel }: TargetTree, text: string, open: ReadonlySet<string>): TargetLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return openLines(topLevel, 0, open);
  const matches = ({ target: { id, name } }: TargetNode) => `${id} ${name}`.toLowerCase().includes(wanted);
  const linesOf = (node: TargetNode, depth: number, isBelowMatch: boolean): TargetLine[] => {
    const isMatch = isBelowMatch || matches(node);
    const below = node.children.flatMap((child) => linesOf(child, depth + 1, isMatch));
    return isMatch || below.length > 0 ? [{ node, depth, isOpen: below.length > 0 }, ...below] : [];
  };
  return topLevel.flatMap((node) => linesOf(node, 0, false));
}

const openLines = (nodes: readonly TargetNode[], depth: number, open: ReadonlySet<string>): TargetLine[] =>
  nodes.flatMap((node) => {
    const isOpen = open.has(node.target.path);
    return [{ node, depth, isOpen }, ...(isOpen ? openLines(node.children, depth + 1, open) : [])];
  });
