import { standardFormat } from '@pimento/contract/wire';
import { type Conversion, membersOf, textOf } from './conversion.ts';
import { SchemaConversion } from './schema-conversion.ts';

/**
 * Converts a JSON Schema to a data standard.
 * @param file name of the file, used in positions
 * @param pointer JSON Pointer of the schema of one product, or '' for the whole document
 * @returns undefined if the schema at the pointer is missing, cannot be read, or has no properties
 */
export function convertJsonSchema(document: unknown, file: string, pointer: string): Conversion | undefined {
  const conversion = new SchemaConversion(document, file);
  const root = conversion.convert(pointer);
  if (root === undefined) return undefined;
  const { attributes, valueLists, rules, untranslated } = conversion;
  const name = textOf(root.members['title']) ?? textOf(membersOf(document)['title']) ?? file;
  const source = textOf(membersOf(document)['$id']);
  return {
    standard: {
      format: standardFormat,
      name: name.slice(0, 255),
      ...(source !== undefined && { source }),
      deliver: 'channel',
      ...(valueLists.length > 0 && { valueLists }),
      attributes,
      ...(rules.length > 0 && { rules }),
    },
    untranslated,
  };
}
