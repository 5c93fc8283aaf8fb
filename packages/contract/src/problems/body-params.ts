import { z } from 'zod';
import { foreignFormats } from './first-bytes.ts';
import { count, text, variant } from './param-schemas.ts';

/** What a parser found at the position of an error. */
const found = z.union([
  z.enum(['end-of-text', 'end-of-body']),
  z.object({
    character: text.nullable().describe('null where it cannot be printed'),
    codePoint: text.describe('Such as U+000A'),
  }),
]);

/** What a parser expected at the position of an error. The JSON grammar or the import format requires it there. */
export const jsonExpectations = [
  'value',
  'value-or-array-end',
  'name-or-object-end',
  'name',
  'colon',
  'comma-or-object-end',
  'comma-or-array-end',
  'end',
  'escape',
  'hexadecimal-digits',
  'digit-after-minus',
  'digit-after-point',
  'digit-in-exponent',
  'true',
  'false',
  'null',
  'products-body',
  'products-name',
  'name-after-comma',
  'value-after-colon',
  'products-list',
  'product-or-list-end',
  'product-after-comma',
  'comma-or-list-end-after-product',
  'comma-or-object-end-after-member',
  'end-after-brace',
] as const;

/** The reason why the body is not valid JSON, or not a valid import. */
export const jsonFault = z.discriminatedUnion('kind', [
  variant('expected', { expected: z.enum(jsonExpectations), found }),
  variant('not-a-product', { found }),
  variant('control-character', { codePoint: text }),
  variant('leading-zero'),
  variant('ended-inside', { part: z.enum(['string', 'name', 'value', 'product']) }),
  variant('bracket'),
  variant('not-utf-8', { byte: text }),
  variant('foreign-format', { format: z.enum(foreignFormats) }),
  variant('no-products'),
  variant('second-products'),
  variant('not-json', { text: z.enum(['product', 'body']) }),
]);

const position = { line: count, column: count, offset: count };

/** Parameters of problems with a request body: invalid JSON, encoding, content type, size, and a request that ended early. */
export const bodyParams = {
  'malformed-json': z.discriminatedUnion('kind', [
    variant('position', { ...position, fault: jsonFault }),
    variant('encoding', { encoding: text, reason: text }),
    variant('empty'),
  ]),
  'product-too-large': z.object({ ...position, part: z.enum(['name', 'value', 'product', 'line']), maxBytes: count }),
  'body-too-large': z.discriminatedUnion('kind', [
    variant('sent', { bytes: count, maxBytes: count }),
    variant('decoded', { maxBytes: count }),
    variant('expansion', { bytes: count, decodedBytes: count }),
    variant('file', { maxBytes: count }),
    variant('operation', { maxBytes: count }),
  ]),
  'too-many-products': z.object({ maxProducts: count }),
  'request-aborted': z.discriminatedUnion('kind', [
    variant('import', { reason: text }),
    variant('file'),
    variant('content-length'),
  ]),
  'unsupported-content-type': z.discriminatedUnion('kind', [
    variant('import', { found: text.nullable() }),
    variant('charset', { charset: text }),
    variant('body', { contentType: text }),
    variant('file'),
    variant('operation'),
  ]),
  'unsupported-encoding': z.object({ encoding: text, accepted: z.array(text) }),
};
