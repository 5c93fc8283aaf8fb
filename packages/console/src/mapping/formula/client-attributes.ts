import type { AttributeDefinition } from '@pimento/contract';
import { attributeTypeIds } from '@pimento/contract/wire';
import type { AttributeType, FormulaAttribute } from '@pimento/formula';
import { searchedText } from '../../session/labels/definition-label.ts';
import type { Structure } from '../../session/structure.ts';

/** The attribute types that formulas support. A value of an unknown type is read as text, as in the service. */
const types: ReadonlySet<string> = new Set<AttributeType>(attributeTypeIds);

/** An attribute with the label that users see, and the texts by which they find it. */
interface ClientAttribute extends FormulaAttribute {
  label: string;
  searched: string;
}

export const isClientAttribute = (attribute: FormulaAttribute): attribute is ClientAttribute => 'searched' in attribute;

const isKnown = (type: string): type is AttributeType => types.has(type);

/**
 * Converts the client's attributes to the form that formulas need. The path of an attribute serves as its key, because the console only
 * checks formulas and does not evaluate them.
 */
export const formulaAttributes = (structure: Structure): ClientAttribute[] =>
  structure.topLevel.map((definition) => formulaAttribute(structure, definition));

function formulaAttribute(structure: Structure, definition: AttributeDefinition): ClientAttribute {
  const { path, name, type, units } = definition;
  const id = lastStep(path);
  const typeId = type.id.toLowerCase();
  const children = structure.childrenOf(path).map((child) => formulaAttribute(structure, child));
  return {
    key: path,
    id,
    name,
    label: structure.nameOf(definition),
    searched: searchedText({ ...definition, id }),
    storageName: id,
    type: isKnown(typeId) ? typeId : 'string',
    isMultiValue: type.multiValue,
    ...(units && { units }),
    ...(typeId === 'composite' && { children }),
  };
}

/** Returns the last id of a path, unescaped. A path escapes "/" and "~" inside an id as a JSON Pointer does. */
const lastStep = (path: string): string => (path.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
