import type { ForeignFormat } from './first-bytes.ts';
import type { BodyCode, JsonExpectation, JsonFault } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';

const productsBody = '{"products":[…]}';

const expectations: Record<JsonExpectation, string> = {
  value: 'a value',
  'value-or-array-end': "a value or ']'",
  'name-or-object-end': "a member name in double quotes or '}'",
  name: 'a member name in double quotes',
  colon: "':' after the member name",
  'comma-or-object-end': "',' or '}'",
  'comma-or-array-end': "',' or ']'",
  end: 'nothing more after the value',
  escape: String.raw`one of " \ / b f n r t u after '\'`,
  'hexadecimal-digits': String.raw`four hexadecimal digits after '\u'`,
  'digit-after-minus': "a digit after '-'",
  'digit-after-point': "a digit after '.'",
  'digit-in-exponent': 'a digit in the exponent',
  true: "'true'",
  false: "'false'",
  null: "'null'",
  'products-body': productsBody,
  'products-name': 'the member "products"',
  'name-after-comma': "a member name in double quotes after ','",
  'value-after-colon': "a value after ':'",
  'products-list': 'a list of products, starting with \'[\', as the value of "products"',
  'product-or-list-end': "a product or ']'",
  'product-after-comma': "a product after ','",
  'comma-or-list-end-after-product': "',' or ']' after a product",
  'comma-or-object-end-after-member': "',' or '}' after a member",
  'end-after-brace': 'nothing more after the closing brace',
};

const foreignFormats: Record<ForeignFormat, string> = {
  'utf-16': 'the body is text in UTF-16: send it in UTF-8',
  'utf-32': 'the body is text in UTF-32: send it in UTF-8',
  gzip: 'the body is compressed with gzip: send the header Content-Encoding: gzip',
  zstd: 'the body is compressed with zstd: send the header Content-Encoding: zstd',
  zip: 'the body is a ZIP file, such as an Excel workbook: send JSON',
};

const parts = { string: 'a string', name: 'the member name', value: 'the value', product: 'the product' };

type Found = Extract<JsonFault, { kind: 'expected' }>['found'];

function foundInstead(found: Found): string {
  if (found === 'end-of-text') return 'the text ended';
  if (found === 'end-of-body') return 'the body ended';
  const { character, codePoint } = found;
  const code = Number.parseInt(codePoint.slice(2), 16);
  if (character === null) return `found the ${code < 0x80 ? 'control character' : 'character'} ${codePoint}`;
  const quote = character === "'" ? '"' : "'";
  return `found ${quote}${character}${quote}${code < 0x80 ? '' : ` (${codePoint})`}`;
}

/** Describes the error in a JSON text, without its position. */
function englishJsonFault(fault: JsonFault): string {
  switch (fault.kind) {
    case 'expected':
      return `expected ${expectations[fault.expected]} but ${foundInstead(fault.found)}`;
    case 'not-a-product':
      return `a product is written in JSON, like {"__ID":"4711"}, but something else begins here: ${foundInstead(fault.found)}`;
    case 'control-character':
      return `the control character ${fault.codePoint} inside a string must be escaped`;
    case 'leading-zero':
      return 'a number must not have leading zeros';
    case 'ended-inside':
      return `the ${fault.part === 'string' ? 'text' : 'body'} ended inside ${parts[fault.part]}`;
    case 'bracket':
      return 'the closing bracket does not match the opening one';
    case 'not-utf-8':
      return `the body is not UTF-8: byte ${fault.byte} does not start a valid character here`;
    case 'foreign-format':
      return foreignFormats[fault.format];
    case 'no-products':
      return `the body has no member "products"; expected ${productsBody}`;
    case 'second-products':
      return 'the body has a second member "products"';
    case 'not-json':
      return `the ${fault.text} is not valid JSON`;
  }
}

/** Describes a product, or a part of the body, that is larger than its limit, without its position. */
const englishTooLarge = ({ part, maxBytes }: { part: string; maxBytes: number }) =>
  `the ${part === 'name' ? 'member name' : part} that starts here is larger than ${maxBytes} bytes`;

const at = ({ line, column, offset }: { line: number; column: number; offset: number }) =>
  `Line ${line}, column ${column} (byte ${offset})`;

export const englishBodies: Pick<ProblemSentences, BodyCode> = {
  'malformed-json': {
    position: (p) => `${at(p)}: ${englishJsonFault(p.fault)}.`,
    encoding: ({ encoding, reason }) => `The body is not valid ${encoding}: ${reason}.`,
    empty: () => 'The body is empty; JSON was expected.',
  },
  'product-too-large': (p) => `${at(p)}: ${englishTooLarge(p)}.`,
  'body-too-large': {
    sent: ({ bytes, maxBytes }) => `The body is ${bytes} bytes long; the limit is ${maxBytes}.`,
    decoded: ({ maxBytes }) => `The decoded body is larger than ${maxBytes} bytes.`,
    expansion: ({ bytes, decodedBytes }) =>
      `The body expands from ${bytes} bytes to more than ${decodedBytes}, which is treated as an attack: send it without compression.`,
    file: ({ maxBytes }) => `A file may have at most ${maxBytes} bytes.`,
    operation: ({ maxBytes }) => `The body of this operation may have at most ${maxBytes} bytes.`,
  },
  'too-many-products': ({ maxProducts }) => `An atomic import takes at most ${maxProducts} products.`,
  'request-aborted': {
    import: ({ reason }) => `The request ended before its body was complete (${reason}).`,
    file: () => 'The request ended before its file was complete.',
    'content-length': () => 'The length of the body differs from its Content-Length.',
  },
  'unsupported-content-type': {
    import: ({ found }) =>
      `${found === null ? 'There is no Content-Type' : `Content-Type ${found} is not accepted here`}: send application/json or application/x-ndjson.`,
    charset: ({ charset }) => `The body must be UTF-8, not ${charset}.`,
    body: ({ contentType }) => `Send the body as ${contentType}.`,
    file: () => 'Send the file as multipart/form-data, in a part called "file".',
    operation: () => 'This operation does not accept the Content-Type of the body.',
  },
  'unsupported-encoding': ({ encoding, accepted }) =>
    `Content-Encoding ${encoding} is not accepted here: send ${accepted.join(', ')}.`,
};
