import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { shown } from '../values/quoted-text.ts';
import { rowKeysOf } from './row-keys.ts';
import type { Attribute } from '../values/structure-types.ts';

/**
 * Judges the children of one composite together, because a row key must refer to only one child. The problem is reported for the child that
 * is later in the payload.
 * @param indexOf the index of a child in the payload; undefined for a stored child that is not in the payload
 */
export function judgeSiblings(
  parentId: string,
  children: readonly Attribute[],
  indexOf: (key: string) => number | undefined,
): ItemProblem[] {
  const owners = new Map<string, Attribute>();
  const problems = new Map<string, ItemProblem>();
  for (const child of children) {
    for (const rowKey of rowKeysOf(child, parentId)) {
      const owner = owners.get(rowKey);
      if (owner === undefined) owners.set(rowKey, child);
      else {
        const problem = clash(parentId, rowKey, owner, child, indexOf);
        const pair = `${owner.key} ${child.key}`;
        if (!problems.has(pair)) problems.set(pair, problem);
      }
    }
  }
  return [...problems.values()];
}

/**
 * Assigns the storage names of new children. A child's storage name is its own name. A number is appended if a sibling already has this
 * storage name (a renamed sibling keeps its storage name).
 * @returns storage names by key
 */
export function assignStorageNames(siblings: readonly Attribute[], created: readonly Attribute[]): Map<string, string> {
  const used = new Set(siblings.map((sibling) => sibling.storageName));
  const names = new Map<string, string>();
  // Sorted in a fixed order, with unused names first, so that the order of the payload has no effect.
  const isUsed = (child: Attribute): number => Number(used.has(child.name));
  for (const child of created.toSorted((a, b) => isUsed(a) - isUsed(b) || (a.key < b.key ? -1 : 1))) {
    let name = child.name;
    for (let number = 2; used.has(name); number += 1) name = `${child.name}~${number}`;
    used.add(name);
    names.set(child.key, name);
  }
  return names;
}

function clash(
  parentId: string,
  rowKey: string,
  owner: Attribute,
  child: Attribute,
  indexOf: (key: string) => number | undefined,
): ItemProblem {
  const ownerIndex = indexOf(owner.key) ?? -1;
  const childIndex = indexOf(child.key) ?? -1;
  const [later, index] = ownerIndex > childIndex ? [owner, ownerIndex] : [child, childIndex];
  const other = later === owner ? child : owner;
  if (owner.name === rowKey && child.name === rowKey) {
    const params = { composite: shown(parentId), name: shown(rowKey), other: shown(other.id) };
    return { ...problem('duplicate-sibling-name', params), path: `/${index}/name` };
  }
  const field = fieldWith(later, rowKey);
  const names = { composite: shown(parentId), key: shown(rowKey), other: shown(other.id), attribute: shown(later.id) };
  return { ...problem('ambiguous-row-key', names), path: `/${index}/${field}` };
}

function fieldWith(child: Attribute, rowKey: string): string {
  if (child.name === rowKey) return 'name';
  return child.externalId === rowKey ? 'externalId' : 'id';
}
