import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { type BodyFault, BodyFaultError, placeWithin, problemOfFault } from '../../../src/imports/read/body-fault.ts';
import type { BodyFormat } from '../../../src/imports/read/body-frame.ts';
import { splitInAllChunkings, tooLarge } from './split-body.ts';

interface Case {
  body: string | Buffer;
  at: [offset: number, line: number, column: number];
  message: string;
  products?: number;
  format?: BodyFormat;
  code?: BodyFault['code'];
}

const frame = '{"products":[…]}';
const cases: Record<string, Case> = {
  'an empty body': { body: '', at: [0, 1, 1], message: `expected ${frame} but the body ended` },
  'a body of blanks': { body: ' \n ', at: [3, 2, 2], message: `expected ${frame} but the body ended` },
  'a list at the top': { body: '[{"a":1}]', at: [0, 1, 1], message: `expected ${frame} but found '['` },
  'a string at the top': { body: '\n "x"', at: [2, 2, 2], message: `expected ${frame} but found '"'` },
  'a second BOM': {
    body: '\ufeff\ufeff{"products":[]}',
    at: [3, 1, 1],
    message: `expected ${frame} but found the character U+FEFF`,
  },
  'a body in UTF-16': {
    body: Buffer.from('\ufeff{}', 'utf16le'),
    at: [0, 1, 1],
    message: 'the body is text in UTF-16: send it in UTF-8',
  },
  'a body without products': {
    body: '{}',
    at: [1, 1, 2],
    message: `the body has no member "products"; expected ${frame}`,
  },
  'a body with other members only': {
    body: '{"product":[1]}',
    at: [14, 1, 15],
    message: `the body has no member "products"; expected ${frame}`,
  },
  'lines where a list was promised': {
    body: '{"__ID":"1"}\n{"__ID":"2"}',
    at: [11, 1, 12],
    message: `the body has no member "products"; expected ${frame}`,
  },
  'products that are no list': {
    body: '{"products":{}}',
    at: [12, 1, 13],
    message: "expected a list of products, starting with '[', as the value of \"products\" but found '{'",
  },
  'a second list of products': {
    body: '{"products":[1],\n"products":[2]}',
    at: [17, 2, 1],
    message: 'the body has a second member "products"',
    products: 1,
  },
  'more after the body': {
    body: '{"products":[1]}\n;',
    at: [17, 2, 1],
    message: "expected nothing more after the closing brace but found ';'",
    products: 1,
  },
  'a second body': {
    body: '{"products":[1]}{"products":[2]}',
    at: [16, 1, 17],
    message: "expected nothing more after the closing brace but found '{'",
    products: 1,
  },
  'a comma before the first product': {
    body: '{"products":[,1]}',
    at: [13, 1, 14],
    message: "expected a product or ']' but found ','",
  },
  'a comma after the last product': {
    body: '{"products":[1,]}',
    at: [15, 1, 16],
    message: "expected a product after ',' but found ']'",
    products: 1,
  },
  'a comma after the last member': {
    body: '{"products":[1],}',
    at: [16, 1, 17],
    message: "expected a member name in double quotes after ',' but found '}'",
    products: 1,
  },
  'a missing comma between products': {
    body: '{"products":[{}\n{}]}',
    at: [16, 2, 1],
    message: "expected ',' or ']' after a product but found '{'",
    products: 1,
  },
  'a list that a brace closes': {
    body: '{"products":[{}}',
    at: [15, 1, 16],
    message: "expected ',' or ']' after a product but found '}'",
    products: 1,
  },
  'a name without quotes': {
    body: '{products:[]}',
    at: [1, 1, 2],
    message: 'expected the member "products" but found \'p\'',
  },
  'a name with a wrong escape': {
    body: '{"a\\x":1,"products":[]}',
    at: [4, 1, 5],
    message: "expected one of \" \\ / b f n r t u after '\\' but found 'x'",
  },
  'a missing colon': {
    body: '{"products" [1]}',
    at: [12, 1, 13],
    message: "expected ':' after the member name but found '['",
  },
  'a skipped value that is no JSON': {
    body: '{"x":{"y":\n01},"products":[]}',
    at: [12, 2, 2],
    message: 'a number must not have leading zeros',
  },
  'a no-break space between products': {
    body: '{"products":[1,\u00a02]}',
    at: [15, 1, 16],
    message: "expected a product after ',' but found the character U+00A0",
    products: 1,
  },
  'a curly quote for a product': {
    body: '{"products":[“a”]}',
    at: [13, 1, 14],
    message: "expected a product or ']' but found '“' (U+201C)",
  },
  'a wrong separator inside a product': {
    body: '{"products":[{"a":1},\n {"b":2;"c":3}]}',
    at: [29, 2, 8],
    message: "expected ',' or '}' but found ';'",
    products: 1,
  },
  'brackets that do not fit': {
    body: '{"products":[{"a":[1}]}',
    at: [20, 1, 21],
    message: "expected ',' or ']' but found '}'",
  },
  'a closing quote that is missing': {
    body: '{"products":[{"a":"x,\n "b":"y"},{"a":"z"}]}',
    at: [21, 1, 22],
    message: 'the control character U+000A inside a string must be escaped',
  },
  'an opening quote that is missing': {
    body: '{"products":[{"a":x"},{"a":"z"}]}',
    at: [18, 1, 19],
    message: "expected a value but found 'x'",
  },
  'a line feed inside a string': {
    body: '{"products":[1,{"a":"x\ny"}]}',
    at: [22, 1, 23],
    message: 'the control character U+000A inside a string must be escaped',
    products: 1,
  },
  'a body that ends inside a string': {
    body: '{"products":[{},\n{"a":"x',
    at: [24, 2, 8],
    message: 'the body ended inside the product',
    products: 1,
  },
  'a body that ends inside a product that was wrong before': {
    body: '{"products":[{"a":x, "b":"',
    at: [18, 1, 19],
    message: "expected a value but found 'x'",
  },
  'a body that ends after a product': {
    body: '{"products":[{}',
    at: [15, 1, 16],
    message: "expected ',' or ']' after a product but the body ended",
    products: 1,
  },
  'a body that ends before its brace': {
    body: '{"products":[{}]',
    at: [16, 1, 17],
    message: "expected ',' or '}' after a member but the body ended",
    products: 1,
  },
  'a byte that is no UTF-8': {
    body: Buffer.from('{"products":[1,{"a":"\xe9"}]}', 'latin1'),
    at: [21, 1, 22],
    message: 'the body is not UTF-8: byte 0xE9 does not start a valid character here',
    products: 1,
  },
  'an overlong sequence': {
    body: Buffer.from('{"products":["\xe0\x80\x80"]}', 'latin1'),
    at: [14, 1, 15],
    message: 'the body is not UTF-8: byte 0xE0 does not start a valid character here',
  },
  'a surrogate in UTF-8': {
    body: Buffer.from('{"products":["\xed\xa0\x80"]}', 'latin1'),
    at: [14, 1, 15],
    message: 'the body is not UTF-8: byte 0xED does not start a valid character here',
  },
  'a body that ends inside a character': {
    body: Buffer.from('{"products":["\xf0\x9f\x98', 'latin1'),
    at: [14, 1, 15],
    message: 'the body is not UTF-8: byte 0xF0 does not start a valid character here',
  },
  'a grammar fault before a byte that is no UTF-8': {
    body: Buffer.from('{"products":[{"a":x,"b":"\xff"}]}', 'latin1'),
    at: [18, 1, 19],
    message: "expected a value but found 'x'",
  },
  'a product over the limit that never ends': {
    body: `{"products":["${'\\"'.repeat(100)}`,
    at: [214, 1, 215],
    message: 'the body ended inside the product',
  },
  'a product over the limit with a bracket that does not fit behind it': {
    body: `{"products":[1,\n{"a":"${'x'.repeat(100)}"]}`,
    at: [123, 2, 108],
    message: 'the closing bracket does not match the opening one',
    products: 1,
  },
  'a product over the limit that is no UTF-8 behind it': {
    body: Buffer.from(`{"products":["${'x'.repeat(100)}\xff"]}`, 'latin1'),
    at: [114, 1, 115],
    message: 'the body is not UTF-8: byte 0xFF does not start a valid character here',
  },
  'a skipped value over the limit': {
    body: `{"x":[${'1,'.repeat(100)}1],"products":[]}`,
    at: [5, 1, 6],
    message: 'the value that starts here is larger than 100 bytes',
    code: 'product-too-large',
  },
  'a member name over the limit': {
    body: `{"${'x'.repeat(99)}":1}`,
    at: [1, 1, 2],
    message: 'the member name that starts here is larger than 100 bytes',
    code: 'product-too-large',
  },
  'a product that only a missing quote makes too large': {
    body: `{"products":[{"a":"b,"c":"${'x'.repeat(100)}"}]}`,
    at: [22, 1, 23],
    message: "expected ',' or '}' but found 'c'",
  },
  'a line that is no JSON': {
    body: '{"a":1}\r\n{"a":}\n',
    at: [14, 2, 6],
    message: "expected a value but found '}'",
    products: 1,
    format: 'ndjson',
  },
  'two values on a line': {
    body: '1\n2 3\n',
    at: [4, 2, 3],
    message: "expected nothing more after the value but found '3'",
    products: 1,
    format: 'ndjson',
  },
  'a value over two lines': {
    body: '1\n{"a":\n1}',
    at: [7, 2, 6],
    message: 'expected a value but the text ended',
    products: 1,
    format: 'ndjson',
  },
  'a line that is no UTF-8': {
    body: Buffer.from('1\n"\xe2\x82"', 'latin1'),
    at: [3, 2, 2],
    message: 'the body is not UTF-8: byte 0xE2 does not start a valid character here',
    products: 1,
    format: 'ndjson',
  },
};

describe('the fault of a body names offset, line, column and reason, in every chunking, for', () => {
  for (const [name, { body, at, message, products = 0, format = 'json', code = 'malformed-json' }] of Object.entries(
    cases,
  )) {
    it(name, () => {
      const split = splitInAllChunkings(body, { format, maxProductBytes: 100 }, assert.deepEqual);

      const [offset, line, column] = at;
      assert.ok(split.fault);
      assert.deepEqual([split.fault.offset, split.fault.line, split.fault.column], at);
      const problem = problemOfFault(split.fault);
      assert.equal(problem.code, code);
      assert.equal(problem.message, `Line ${line}, column ${column} (byte ${offset}): ${message}.`);
      assert.equal(split.products.length, products);
    });
  }
});

describe('a limit of bytes', () => {
  it('lets a product pass that is just as large', () => {
    const product = `"${'x'.repeat(98)}"`;
    assert.equal(
      splitInAllChunkings(`{"products":[${product}]}`, { maxProductBytes: 100 }, assert.deepEqual).fault,
      undefined,
    );
    for (const end of ['', '\n', '\r\n']) {
      const split = splitInAllChunkings(product + end, { format: 'ndjson', maxProductBytes: 100 }, assert.deepEqual);
      assert.deepEqual([split.products.length, split.fault], [1, undefined]);
    }
  });
});

describe('a product over the limit', () => {
  const long = 'x'.repeat(100);
  /** Returns the products, and the beginning and the position of each product that is too large. */
  function split(body: string, format: 'json' | 'ndjson') {
    const { products, slices, fault } = splitInAllChunkings(body, { format, maxProductBytes: 100 }, assert.deepEqual);
    assert.equal(fault, undefined);
    const large = slices.filter(({ isTooLarge }) => isTooLarge);
    return { products, large: large.map(({ text, offset, line, column }) => [text, offset, line, column]) };
  }

  it('is passed over with its place and its first bytes, and its neighbours are delivered', () => {
    const product = `{"a":"${long}","b":[{"c":"]"}]}`;
    assert.deepEqual(split(`{"products":[1,\n${product} ,\n2,${product}]}`, 'json'), {
      products: [1, tooLarge, 2, tooLarge],
      large: [
        [product.slice(0, 100), 16, 2, 1],
        [product.slice(0, 100), 145, 3, 3],
      ],
    });
    assert.deepEqual(split(`1\n${product}\r\n2\n  ${product}`, 'ndjson'), {
      products: [1, tooLarge, 2, tooLarge],
      large: [
        [product.slice(0, 100), 2, 2, 1],
        [product.slice(0, 100), 132, 4, 3],
      ],
    });
  });

  it('may be a string or a number, and one byte is enough', () => {
    for (const product of [`"${'x'.repeat(99)}"`, '1'.repeat(101)]) {
      assert.deepEqual(split(`{"products":[${product},2]}`, 'json').products, [tooLarge, 2]);
      for (const end of ['\n', '\r\n']) {
        assert.deepEqual(split(`${product}${end}2`, 'ndjson').products, [tooLarge, 2]);
      }
    }
  });
});

describe('a fault as an error', () => {
  it('says where it is', () => {
    const error = new BodyFaultError({
      code: 'malformed-json',
      reason: { kind: 'expected', expected: 'colon', found: { character: ';', codePoint: 'U+003B' } },
      line: 3,
      column: 9,
      offset: 41,
    });
    assert.equal(error.message, "Line 3, column 9 (byte 41): expected ':' after the member name but found ';'.");
  });
});

describe('a place inside a value', () => {
  it('counts the line feeds before it, not the one it is at', () => {
    const start = { offset: 100, line: 5, column: 11 };
    const bytes = Buffer.from('[\n1,\n2]');
    assert.deepEqual(placeWithin(start, bytes, 0), { offset: 100, line: 5, column: 11 });
    assert.deepEqual(placeWithin(start, bytes, 1), { offset: 101, line: 5, column: 12 });
    assert.deepEqual(placeWithin(start, bytes, 2), { offset: 102, line: 6, column: 1 });
    assert.deepEqual(placeWithin(start, bytes, 6), { offset: 106, line: 7, column: 2 });
  });
});
