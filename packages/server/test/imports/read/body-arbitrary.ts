import fc from 'fast-check';

const nastyCharacters = [
  '"',
  '\\',
  '\\\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\n',
  '\r',
  '\t',
  '\u0000',
  '\u2028',
  'é',
  '€',
  '😀',
  '\ud800',
  '\ufeff',
  'a',
  '0',
  ' ',
];

/** Text full of characters that look like JSON structure. */
const nastyText = fc.array(fc.constantFrom(...nastyCharacters), { maxLength: 12 }).map((parts) => parts.join(''));

const blanks = fc.array(fc.constantFrom(' ', '\n', '\r\n', '\t'), { maxLength: 2 }).map((parts) => parts.join(''));

const leaf = fc.oneof(
  { weight: 5, arbitrary: nastyText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: nastyText.map(escapeAll) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('0', '-0', '1e5', '12.50', '-3E-7', '12345678901234567890', 'true', 'false', 'null'),
  },
);

/** Generates any JSON value as text, with random whitespace between tokens. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, tie('array'), tie('object')),
  array: fc
    .array(fc.tuple(blanks, tie('value'), blanks), { maxLength: 4 })
    .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
  object: fc
    .tuple(blanks, fc.array(fc.tuple(nastyText, blanks, tie('value'), blanks), { maxLength: 4 }))
    .map(
      ([lead, members]) =>
        `{${lead}${members.map(([name, before, value, after]) => `${JSON.stringify(name)}${before}:${before}${value}${after}`).join(',')}}`,
    ),
})).value;

const otherMember = fc
  .tuple(nastyText, jsonText)
  .filter(([name]) => name !== 'products')
  .map(([name, value]) => `${JSON.stringify(name)}:${value}`);

/** Generates a valid JSON body with or without a BOM, with other properties around `products`, and with random whitespace. */
export const jsonBody = fc
  .record({
    bom: fc.constantFrom('', '\ufeff'),
    before: fc.array(otherMember, { maxLength: 2 }),
    name: fc.constantFrom('"products"', '"pro\\u0064ucts"'),
    products: fc.array(fc.tuple(blanks, jsonText, blanks), { maxLength: 5 }),
    after: fc.array(otherMember, { maxLength: 2 }),
    blank: blanks,
  })
  .map(({ bom, before, name, products, after, blank }) => {
    const list = `${name}${blank}:${blank}[${products.map((product) => product.join('')).join(',')}${products.length === 0 ? blank : ''}]`;
    return `${bom}${blank}{${blank}${[...before, list, ...after].join(`${blank},${blank}`)}${blank}}${blank}`;
  });

/** Generates a valid NDJSON body. */
export const ndjsonBody = fc
  .record({
    bom: fc.constantFrom('', '\ufeff'),
    lines: fc.array(
      fc.tuple(
        fc.constantFrom('', ' ', '\t'),
        jsonText.map(onOneLine),
        fc.constantFrom('\n', '\r\n', ' \n', '\n\n', '\n \r\n'),
      ),
      { maxLength: 5 },
    ),
    last: fc.option(jsonText.map(onOneLine), { nil: '' }),
  })
  .map(({ bom, lines, last }) => bom + lines.map((line) => line.join('')).join('') + last);

const spoilers = ['"', '\\', '{', '}', '[', ']', ':', ',', ' ', '\n', '0', 'e', '.', '-', 'x', 't', '\u0001', "'"]
  .map((text) => text.charCodeAt(0))
  .concat(0x80, 0xc3, 0xe2, 0xed, 0xf0, 0xff);

/**
 * Corrupts a body by replacing, removing or adding a few bytes, or by cutting off the end. Most results are invalid, but some are still
 * valid.
 */
export function spoiled(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(2),
    added: fc.array(fc.constantFrom(...spoilers), { maxLength: 2 }),
  });
  const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 4, nil: 1 });
  return fc.tuple(text, fc.array(edit, { minLength: 1, maxLength: 2 }), cut).map(([right, edits, kept]) => {
    let bytes = Buffer.from(right);
    for (const { at, removed, added } of edits) {
      const place = Math.floor(at * bytes.length);
      bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(added), bytes.subarray(place + removed)]);
    }
    return bytes.subarray(0, Math.ceil(kept * bytes.length));
  });
}

function escapeAll(text: string): string {
  return `"${Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('')}"`;
}

/** Replaces line breaks between tokens with spaces. Line breaks within strings are already escaped. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
