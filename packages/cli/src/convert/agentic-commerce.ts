import type { Attribute, Conversion } from './conversion.ts';
import { convertJsonSchema } from './json-schema.ts';

/** JSON Pointer of the product in the schemas of the Agentic Commerce Protocol. */
export const productPointer = '/$defs/Product';

/** Default formulas by target id. With them, a Pimento product fills these targets without a mapping. */
const defaults: Record<string, string> = { id: '__ID', title: '__NAME' };

/** Converts the schema of the product feed of the Agentic Commerce Protocol, for products with one variant each. */
export function convertAgenticCommerce(document: unknown, file: string, pointer: string): Conversion | undefined {
  const conversion = convertJsonSchema(document, file, pointer);
  if (conversion === undefined) return undefined;
  const { standard, untranslated } = conversion;
  const attributes = standard.attributes?.map((one) => withDefault(one));
  const primaryAttributes = { id: 'id', name: 'title' };
  return { standard: { ...standard, primaryAttributes, ...(attributes && { attributes }) }, untranslated };
}

function withDefault(attribute: Attribute): Attribute {
  const { compositeAttribute } = attribute;
  const isProduct = compositeAttribute === undefined || compositeAttribute === '/variants';
  const defaultFormula = isProduct ? defaults[attribute.id] : undefined;
  return defaultFormula === undefined ? attribute : { ...attribute, defaultFormula };
}
