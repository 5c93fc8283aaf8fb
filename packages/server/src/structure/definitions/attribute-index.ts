import { attributeKey, attributePath, nestingOf } from './attribute-key.ts';
import type { Attribute } from '../values/structure-types.ts';

/** The parts of an attribute that the search for parents needs. */
export interface AttributeNode {
  key: string;
  parentKey: string | null;
  id: string;
  path: string;
  composite: boolean;
}

export type ParentLookup =
  | { kind: 'found'; parent: AttributeNode }
  | { kind: 'several'; parents: AttributeNode[] }
  | { kind: 'none'; isOtherType: boolean };

export interface AttributeIndex {
  add(attribute: Pick<AttributeNode, 'parentKey' | 'id' | 'composite'>): AttributeNode;
  get(key: string): AttributeNode | undefined;
  /** Finds the child with this id. Both the stored id and the given id may have the parent's id as a prefix. */
  findChild(parent: AttributeNode, id: string): AttributeNode | undefined;
  /** Finds composites by id. If no composite has this id, finds one by its path, with or without a leading "/". */
  findParent(reference: string): ParentLookup;
}

/** Indexes attributes by key, id and path. The array must include all parents. Its order does not matter. */
export function createAttributeIndex(attributes: readonly Attribute[]): AttributeIndex {
  const byKey = new Map<string, AttributeNode>();
  const byPath = new Map<string, AttributeNode>();
  const byId = new Map<string, Map<string, AttributeNode>>();

  const index: AttributeIndex = {
    add({ parentKey, id, composite }) {
      const parent = parentKey === null ? undefined : byKey.get(parentKey);
      const key = attributeKey(parentKey, id);
      const path = attributePath(parent?.path ?? null, id, parent?.id ?? null);
      const node = { key, parentKey, id, path, composite };
      byKey.set(key, node);
      byPath.set(path, node);
      const sameId = byId.get(id);
      if (sameId === undefined) byId.set(id, new Map([[key, node]]));
      else sameId.set(key, node);
      return node;
    },
    get: (key) => byKey.get(key),
    findChild(parent, id) {
      return byKey.get(attributeKey(parent.key, id)) ?? byPath.get(attributePath(parent.path, id, parent.id));
    },
    findParent(reference) {
      const sameId = [...(byId.get(reference)?.values() ?? [])];
      const [first, ...more] = sameId.filter((node) => node.composite);
      if (first !== undefined && more.length > 0) return { kind: 'several', parents: [first, ...more] };
      const atPath = byPath.get(reference.startsWith('/') ? reference.slice(1) : reference);
      const parent = first ?? (atPath?.composite === true ? atPath : undefined);
      if (parent !== undefined) return { kind: 'found', parent };
      return { kind: 'none', isOtherType: sameId.length > 0 || atPath !== undefined };
    },
  };

  const topDown = attributes.map((attribute) => ({ attribute, nesting: nestingOf(attribute.key) }));
  topDown.sort((a, b) => a.nesting - b.nesting);
  for (const { attribute } of topDown) {
    index.add({ parentKey: attribute.parentKey, id: attribute.id, composite: attribute.typeId === 'composite' });
  }
  return index;
}
