import { cleanIdentifier } from '@pimento/contract/text';
import type { AttributeDefinition } from '@pimento/contract';
import { type AttributeIndex, createAttributeIndex } from './attribute-index.ts';
import { byDisplayOrder } from './attribute-order.ts';
import type { Attribute } from '../values/structure-types.ts';

/** Returns the API representations of one client's definitions. The index of all definitions is built only once. */
export interface DefinitionViewer {
  view(attribute: Attribute): AttributeDefinition;
}

/**
 * Creates a viewer of definitions. An HTTP client can send an API representation back without changing anything. For this purpose,
 * `compositeAttribute` is the parent's id, or the parent's path with a leading "/" if several composites have that id.
 * @param all all definitions of the client
 */
export function createDefinitionViewer(all: readonly Attribute[]): DefinitionViewer {
  const index = createAttributeIndex(all);
  return { view: (attribute) => viewDefinition(attribute, index) };
}

/** Lists all definitions in display order, each composite followed by its children. */
export function listInOrder(all: readonly Attribute[]): Attribute[] {
  const childrenByParent = Map.groupBy(all, ({ parentKey }) => parentKey);
  const list: Attribute[] = [];
  const append = (parentKey: string | null): void => {
    for (const attribute of (childrenByParent.get(parentKey) ?? []).toSorted(byDisplayOrder)) {
      list.push(attribute);
      append(attribute.key);
    }
  };
  append(null);
  return list;
}

/**
 * Finds an attribute. Tries, in this order, a top-level id, a path, and an id that only one attribute has.
 * @returns undefined if none fits
 */
export function findByAddress(all: readonly Attribute[], address: string): Attribute | undefined {
  const clean = cleanIdentifier(address);
  // Earlier versions of Pimento stored ids without cleaning them. Such an id is found only by its exact text.
  const name = all.some(({ id }) => id === address) ? address : clean;
  const index = createAttributeIndex(all);
  const path = name.startsWith('/') ? name.slice(1) : name;
  const topLevel = all.find(({ key }) => key === name);
  const atPath = topLevel ?? all.find(({ key }) => index.get(key)?.path === path);
  if (atPath !== undefined) return atPath;
  const [first, ...more] = all.filter(({ id }) => id === name);
  return more.length === 0 ? first : undefined;
}

function viewDefinition(attribute: Attribute, index: AttributeIndex): AttributeDefinition {
  const {
    id,
    name,
    typeId,
    multiValue,
    externalId,
    description,
    labels,
    restriction,
    units,
    groupIds,
    displaySequence,
  } = attribute;
  return {
    id,
    path: index.get(attribute.key)?.path ?? id,
    name,
    compositeAttribute: parentReference(attribute, index),
    type: { id: typeId, multiValue },
    ...(externalId === null ? {} : { externalId }),
    ...(description === null ? {} : { description }),
    ...(labels === null ? {} : { labels }),
    ...(restriction === null ? {} : { restriction: { ...restriction } }),
    ...(units === null ? {} : { units }),
    ...(groupIds === null ? {} : { groupIds }),
    ...(displaySequence === null ? {} : { displaySequence }),
  };
}

function parentReference({ parentKey }: Attribute, index: AttributeIndex): string | null {
  const parent = parentKey === null ? undefined : index.get(parentKey);
  if (parent === undefined) return null;
  const found = index.findParent(parent.id);
  return found.kind === 'found' && found.parent.key === parent.key ? parent.id : `/${parent.path}`;
}
