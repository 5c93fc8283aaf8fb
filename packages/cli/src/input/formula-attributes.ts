import { type AttributeDefinition, attributeTypeIds } from '@pimento/contract/wire';
import type { AttributeType, FormulaAttribute, RawRow, RawValue } from '@pimento/formula';

/** The attribute types that formulas support. A value of any other type is read as text, as in the service. */
const types: ReadonlySet<string> = new Set<AttributeType>(attributeTypeIds);
const isKnown = (type: string): type is AttributeType => types.has(type);

/** Returns the last id of a path, unescaped. */
const lastStep = (path: string) => (path.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the definitions of a client in the form that formulas need. The path of an attribute serves as its key and its stored name. */
export function formulaAttributes(definitions: readonly AttributeDefinition[]): FormulaAttribute[] {
  const byParent = Map.groupBy(definitions, ({ path }) => path.split('/').slice(0, -1).join('/'));
  const level = (parent: string): FormulaAttribute[] =>
    (byParent.get(parent) ?? []).map(({ path, name, type, units }) => {
      const typeId = type.id.toLowerCase();
      return {
        key: path,
        id: lastStep(path),
        name,
        storageName: path,
        type: isKnown(typeId) ? typeId : 'string',
        isMultiValue: type.multiValue,
        ...(units && { units }),
        ...(typeId === 'composite' && { children: level(path) }),
      };
    });
  return level('');
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a product in the form that formulas need, with its values under the stored names of the attributes. */
export function formulaProduct(
  product: Readonly<Record<string, unknown>>,
  attributes: readonly FormulaAttribute[],
): RawRow {
  return { ...rawReserved(product), ...rawRow(product, attributes) };
}

function rawReserved(product: Readonly<Record<string, unknown>>): Record<string, RawValue> {
  const reserved = Object.entries(product).filter(([name]) => /^(?:__[A-Z]+|PRIMARY_ASSET|QUANTITY)$/.test(name));
  return Object.fromEntries(reserved.map(([name, value]) => [name, typeof value === 'string' ? value : undefined]));
}

/**
 * Returns the values of a row under the stored names of its attributes. The properties of a product are named after the ids or names of
 * attributes.
 */
function rawRow(row: Readonly<Record<string, unknown>>, attributes: readonly FormulaAttribute[]): RawRow {
  return Object.fromEntries(
    attributes.flatMap(({ id, name, storageName, children }) => {
      const member = [id, name].find((one): one is string => one !== undefined && Object.hasOwn(row, one));
      return member === undefined ? [] : [[storageName, rawValue(row[member], children ?? [])]];
    }),
  );
}

function rawValue(value: unknown, children: readonly FormulaAttribute[]): RawValue {
  if (Array.isArray(value)) return value.map((one) => rawValue(one, children));
  if (isRow(value)) return rawRow(value, children);
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}
