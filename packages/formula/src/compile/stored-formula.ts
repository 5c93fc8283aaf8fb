import { print } from '../syntax/printer.ts';
import type { FormulaTree, MemberNode, Node, ReferenceNode } from '../syntax/tree.ts';
import type { AttributeIndex } from './attribute-index.ts';
import { parseFormula, resolveReferences } from './compile.ts';
import type { FormulaScope } from './scope.ts';

/** A formula in its stored form, which stays valid when an attribute is renamed. */
export interface StoredFormula {
  /** The canonical text at the time when the formula was stored. */
  text: string;
  /** The key of the attribute for each name, in the order of the text, or null for a name that does not refer to an attribute. */
  keys: readonly (string | null)[];
}

/** Returns a formula in its stored form, with the keys of the attributes that it reads. */
export function storeFormula(tree: FormulaTree, scope: FormulaScope): StoredFormula {
  const references = resolveReferences(tree, scope);
  const keys = namesOf(tree).map((node) => references.get(node)?.key ?? null);
  return { text: print(tree), keys };
}

/**
 * Returns the text of a stored formula with the current ids of its attributes. Deleted attributes keep their stored names. Text that cannot
 * be parsed is returned unchanged.
 */
export function restoreFormula(stored: StoredFormula, attributes: AttributeIndex): string {
  const parsed = parseFormula(stored.text);
  if ('error' in parsed) return stored.text;
  const keys = new Map(namesOf(parsed.tree).map((node, index) => [node, stored.keys[index] ?? null]));
  return print(parsed.tree, (node) => presentName(node, keys.get(node) ?? null, attributes));
}

/**
 * Returns the current name of an attribute. A path keeps its number of steps if possible. A name after a dot stays a single id. A deleted
 * attribute keeps its stored name.
 */
function presentName(node: ReferenceNode | MemberNode, key: string | null, attributes: AttributeIndex): string {
  const former = node.kind === 'member' ? node.name : node.path;
  const path = key === null ? undefined : attributes.pathOf(key);
  if (path === undefined) return former;
  const length = node.kind === 'member' ? 1 : Math.min(path.length, former.split('/').length);
  return path
    .slice(path.length - length)
    .map(({ id }) => id)
    .join('/');
}

/** Returns the names of a formula in the order in which they are printed. */
function namesOf(tree: FormulaTree): (ReferenceNode | MemberNode)[] {
  const names: (ReferenceNode | MemberNode)[] = [];
  for (const { value } of tree.lets) collect(value, names);
  collect(tree.body, names);
  return names;
}

function collect(node: Node, names: (ReferenceNode | MemberNode)[]): void {
  switch (node.kind) {
    case 'reference':
      names.push(node);
      return;
    case 'member':
      collect(node.of, names);
      names.push(node);
      return;
    case 'call':
      for (const argument of node.arguments) collect(argument, names);
      return;
    case 'chain':
      for (const part of node.parts) collect(part, names);
      return;
    case 'comparison':
    case 'arithmetic':
      collect(node.left, names);
      collect(node.right, names);
      return;
    case 'negation':
    case 'not':
      collect(node.of, names);
      return;
    case 'text':
    case 'number':
    case 'word':
  }
}
