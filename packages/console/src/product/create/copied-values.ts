import type { AttributeDefinition, Product } from '@pimento/contract';
import type { Structure } from '../../session/structure.ts';

/** The parts of a product that a copy includes. */
export interface CopyChoice {
  files: boolean;
  packaging: boolean;
}

const isAsset = (definition: AttributeDefinition | undefined): boolean => definition?.type.id.toLowerCase() === 'asset';

function withoutFiles(structure: Structure, composite: AttributeDefinition, row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const children = structure.childrenOf(composite.path);
  const childOf = (key: string) => children.find(({ id }) => id === key) ?? children.find(({ name }) => name === key);
  return Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => !isAsset(childOf(key)))
      .map(([key, value]) => [key, withoutFilesIn(structure, childOf(key), value)]),
  );
}

function withoutFilesIn(structure: Structure, definition: AttributeDefinition | undefined, value: unknown): unknown {
  if (definition?.type.id.toLowerCase() !== 'composite') return value;
  return Array.isArray(value)
    ? value.map((row) => withoutFiles(structure, definition, row))
    : withoutFiles(structure, definition, value);
}

/** Returns the values for a copy of a product. Omits the id, the name and the parts that the copy does not include. */
export function copiedValues(
  structure: Structure,
  { __ID: _id, __NAME: _name, ...values }: Product,
  choice: CopyChoice,
): Record<string, unknown> {
  const kept = Object.entries(values).filter(
    ([key]) =>
      (choice.packaging || key !== 'PACKAGING') &&
      (choice.files || (key !== 'PRIMARY_ASSET' && !isAsset(structure.find(key)))),
  );
  if (choice.files) return Object.fromEntries(kept);
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutFilesIn(structure, structure.find(key), value)]));
}
