import type { AttributeDefinition } from '@pimento/contract';
import type { AttributeType, FormulaAttribute } from '@pimento/formula';
import type { Structure } from '../../session/structure.ts';

/** The types of master data that formulas distinguish. Values of every other type are read as text, as in the service. */
const types: ReadonlySet<string> = new Set<AttributeType>([
  'string',
  'reference',
  'gtin',
  'integer',
  'decimal',
  'fraction',
  'date',
  'asset',
  'composite',
]);
const isKnown = (type: string): type is AttributeType => types.has(type);

/**
 * Converts the client's attributes to the form that formulas need. The path of an attribute serves as its key, because the console only
 * checks formulas and does not evaluate them.
 */
export const formulaAttributes = (structure: Structure): FormulaAttribute[] =>
  structure.topLevel.map((definition) => formulaAttribute(structure, definition));

function formulaAttribute(structure: Structure, definition: AttributeDefinition): FormulaAttribute {
  const { path, name, type, units } = definition;
  const id = lastStep(path);
  const typeId = type.id.toLowerCase();
  const children = structure.childrenOf(path).map((child) => formulaAttribute(structure, child));
  return {
    key: path,
    id,
    name,
    storageName: id,
    type: isKnown(typeId) ? typeId : 'string',
    isMultiValue: type.multiValue,
    ...(units && { units }),
    ...(typeId === 'composite' && { children }),
  };
}

/** Returns the last id of a path, unescaped. A path escapes "/" and "~" inside an id as a JSON Pointer does. */
const lastStep = (path: string): string => (path.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
