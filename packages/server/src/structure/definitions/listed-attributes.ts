import type { Attribute } from '@pimento/files';
import type { CompiledAttribute, CompiledStructure } from '../values/structure-types.ts';

function* attributesBelow(
  attribute: CompiledAttribute,
  parent: { id: string; path: string } | undefined,
): Generator<Attribute> {
  const { id, name, typeId, multiValue, units, labels, children } = attribute;
  const path = parent === undefined ? id : `${parent.path}/${id}`;
  yield {
    id,
    path,
    name,
    compositeAttribute: parent?.id ?? null,
    type: { id: typeId, multiValue },
    ...(units === null ? {} : { units }),
    ...(labels === null ? {} : { labels }),
  };
  for (const child of children) yield* attributesBelow(child, { id, path });
}

/** Lists definitions as `@pimento/files` expects them, in a flat list with parents before their children. */
export const attributesOf = ({ topLevel }: CompiledStructure): Attribute[] =>
  topLevel.flatMap((attribute) => [...attributesBelow(attribute, undefined)]);
