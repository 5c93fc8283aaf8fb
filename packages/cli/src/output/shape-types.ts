interface Schema {
  type?: string;
  enum?: readonly unknown[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  title?: string;
  description?: string;
}

/** A value list with at most this many values is written as a union type. */
const maxUnion = 200;

const property = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
/** Makes text from the standard safe inside a comment. Breaks up the characters that would end the comment, and joins lines. */
const comment = (text: string) => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ');

type Lists = Record<string, Schema>;

/** Returns the schema that `$ref` refers to, or the schema itself if it has no `$ref`. */
function resolved(schema: Schema, lists: Lists): Schema {
  const id = schema.$ref?.slice('#/$defs/'.length);
  if (id === undefined) return schema;
  return { ...schema, ...lists[decodeURIComponent(id).replaceAll('~1', '/').replaceAll('~0', '~')] };
}

function typeOf(given: Schema, indent: string, lists: Lists): string {
  const schema = resolved(given, lists);
  if (schema.enum !== undefined && schema.enum.length <= maxUnion)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  switch (schema.type) {
    case 'array':
      return `readonly (${typeOf(schema.items ?? {}, indent, lists)})[]`;
    case 'object':
      return objectType(schema, indent, lists);
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'string';
  }
}

function objectType({ properties = {}, required = [] }: Schema, indent: string, lists: Lists): string {
  const inner = `${indent}  `;
  const isRequired = new Set(required);
  const lines = Object.entries(properties).map(([name, schema]) => {
    const title = schema.title === undefined ? '' : `${inner}/** ${comment(schema.title)} */\n`;
    return `${title}${inner}${property(name)}${isRequired.has(name) ? '' : '?'}: ${typeOf(schema, inner, lists)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** Returns TypeScript types for the channel shape that a JSON Schema describes. */
export function shapeTypes(schema: Schema): string {
  const title = schema.title === undefined ? '' : `/** ${comment(schema.title)} */\n`;
  return `${title}export interface ChannelShape ${objectType(schema, '', schema.$defs ?? {})}\n`;
}
