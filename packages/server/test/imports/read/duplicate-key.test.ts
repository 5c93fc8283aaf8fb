import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { findDuplicateKey } from '../../../src/imports/read/duplicate-key.ts';
import { jsonText } from './body-arbitrary.ts';
import { splitBody } from './split-body.ts';

describe('findDuplicateKey', () => {
  it('names the member that comes a second time', () => {
    const cases: Record<string, string | undefined> = {
      '{"a":1,"a":2}': '/a',
      '{"a":{"b":1},"b":{"b":2}}': undefined,
      '{"x":{"a":1,"b":[],"a":2}}': '/x/a',
      '{"x":["a","a",{"a":"a"},{"a":1,"c":[1,2],"a":2}]}': '/x/3/a',
      '[[],[{"a":1},[0,{"b":{},"b":{}}]]]': '/1/1/1/b',
      '{"":1,"":2}': '/',
      '{"a/b~c":1,"a\\u002fb~c":2}': '/a~1b~0c',
      '{"\\\\":1,"\\"":2,"\\\\\\"":3,"\\\\":4}': '/\\',
      '{"__proto__":1,"__proto__":2}': '/__proto__',
      '{"é":1,"e\u0301":2}': undefined,
      '{"a":"x,\\"a\\":1","b":"{\\"b\\":1}"}': undefined,
      '["a","a"]': undefined,
      '"a"': undefined,
      '1': undefined,
    };
    for (const [text, path] of Object.entries(cases)) {
      JSON.parse(text);
      assert.equal(findDuplicateKey(text)?.path, path, text);
    }
  });

  it('finds one exactly where the splitter counted more members than JSON.parse kept', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const { slices } = splitBody(`{"products":[${text}]}`);

        assert.equal(findDuplicateKey(text) !== undefined, slices[0]?.members !== countMembers(JSON.parse(text)));
      }),
      { numRuns: 2000 },
    );
  });
});

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, member) => sum + countMembers(member), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}
