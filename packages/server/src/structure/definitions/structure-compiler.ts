import type { ClientId } from '../../platform/core.ts';
import { byDisplayOrder } from './attribute-order.ts';
import { isReservedName } from './attribute-rules.ts';
import { rowKeysOf } from './row-keys.ts';
import type { Attribute, CompiledAttribute, CompiledStructure } from '../values/structure-types.ts';
import { compileJudge } from '../values/value-rules.ts';
import { compilePatterns } from '../values/value-pattern.ts';

/**
 * Compiles all definitions of one client for judging many products. The definitions must be valid. The order of parents and children does
 * not matter.
 */
export function compileStructure(
  clientId: ClientId,
  judgedVersion: number,
  attributes: readonly Attribute[],
): CompiledStructure {
  const compiledByKey = new Map(attributes.map((attribute) => [attribute.key, compileAttribute(attribute)]));
  const inOrder = [...compiledByKey.values()].toSorted(byDisplayOrder);
  const topLevel: CompiledAttribute[] = [];
  for (const attribute of inOrder) {
    if (attribute.parentKey === null) topLevel.push(attribute);
    else adopt(attribute, compiledByKey.get(attribute.parentKey));
  }
  return { clientId, judgedVersion, topLevel, ...payloadKeys(topLevel) };
}

function compileAttribute(attribute: Attribute): CompiledAttribute {
  const patterns = attribute.typeId === 'composite' ? [] : compilePatterns(attribute.restriction);
  return {
    ...attribute,
    childrenByRowKey: attribute.typeId === 'composite' ? new Map() : null,
    children: [],
    judgeText: compileJudge(attribute, patterns),
    patterns,
  };
}

function adopt(child: CompiledAttribute, parent: CompiledAttribute | undefined): void {
  if (parent?.childrenByRowKey === undefined || parent.childrenByRowKey === null) {
    throw new Error(`attribute ${JSON.stringify(child.key)} has no composite as its parent`);
  }
  parent.children.push(child);
  for (const rowKey of rowKeysOf(child, parent.id)) parent.childrenByRowKey.set(rowKey, child);
}

/**
 * Indexes top-level attributes by payload key. The payload keys of an attribute are its id and, unless the name is reserved, is the id of
 * another attribute or is used by several attributes, its name.
 */
function payloadKeys(
  topLevel: readonly CompiledAttribute[],
): Pick<CompiledStructure, 'byPayloadKey' | 'ambiguousNames'> {
  const byPayloadKey = new Map(topLevel.map((attribute) => [attribute.id, attribute]));
  const ambiguousNames = new Set<string>();
  const byName = Map.groupBy(topLevel, ({ name }) => name);
  for (const [name, named] of byName) {
    const [only] = named;
    if (only === undefined || byPayloadKey.has(name) || isReservedName(name)) continue;
    if (named.length > 1) ambiguousNames.add(name);
    else byPayloadKey.set(name, only);
  }
  return { byPayloadKey, ambiguousNames };
}
