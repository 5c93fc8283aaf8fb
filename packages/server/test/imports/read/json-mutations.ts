/**
 * A JSON text that may violate RFC 8259. Together, these texts violate each of its rules. Stored as bytes, because some are not valid
 * UTF-8.
 */
export interface Mutation {
  name: string;
  bytes: Buffer;
}

/** Valid values that together contain every kind of token. */
const seeds = [
  '{"a":1,"b":[true,false,null],"c":{"d":"e"}}',
  '[{"a":[]},{},[[1.5e+3],"x"],-0]',
  '{"":"\\u00e9\\\\\\"","\\u0061":[0.1,2E-2]}',
  '"text"',
  '-12.5e7',
  '[[],[[]],{"a":{"b":{}}}]',
];

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[a-z]+|[[\]{}:,]/g;
const replacements = [',', ':', '[', ']', '{', '}', '""', '0', 'true', 'nul', "'a'", ''];

const text = (name: string, content: string): Mutation => ({ name, bytes: Buffer.from(content) });
const bytes = (name: string, ...parts: (string | number[])[]): Mutation => ({
  name,
  bytes: Buffer.concat(parts.map((part) => Buffer.from(part as string))), // Buffer.from accepts both types
});

/** Removes, duplicates, swaps and replaces each token. Cuts off the start and the end of the text at each character. */
function* tokenFaults(): Generator<Mutation> {
  for (const seed of seeds) {
    const tokens = seed.match(token) ?? [];
    for (const [at, found] of tokens.entries()) {
      const around = (middle: string) => [...tokens.slice(0, at), middle, ...tokens.slice(at + 1)].join('');
      yield text('token doubled', around(found + found));
      yield text('token doubled with a blank', around(`${found} ${found}`));
      for (const other of replacements) yield text(`token replaced by ${other}`, around(other));
      const next = tokens[at + 1];
      if (next === undefined) continue;
      yield text('tokens swapped', [...tokens.slice(0, at), next, found, ...tokens.slice(at + 2)].join(''));
    }
    for (let end = 0; end <= seed.length; end += 1) yield text('text cut', seed.slice(0, end));
    for (let start = 1; start < seed.length; start += 1) yield text('start cut', seed.slice(start));
  }
}

/** Generates all combinations of up to four characters that can occur in numbers, and some longer texts. */
function* numbers(): Generator<Mutation> {
  let texts = [''];
  for (let length = 1; length <= 4; length += 1) {
    texts = texts.flatMap((start) => Array.from('-+019.eE').map((character) => start + character));
    for (const number of texts) yield text('number', number);
  }
  for (const number of ['1e400', '-1e-400', '123456789012345678901234567890', '0x10', '1_000', '1,5', '٣', '½'])
    yield text('number', number);
}

/** Inserts, removes and replaces a character at each position of each literal. Adds words that look like literals. */
function* literals(): Generator<Mutation> {
  for (const word of ['true', 'false', 'null']) {
    for (let at = 0; at <= word.length; at += 1) {
      for (const middle of ['', 'x', 'E', '"', ' ', '0', '\u0000'])
        for (const removed of [0, 1]) yield text('literal', word.slice(0, at) + middle + word.slice(at + removed));
    }
  }
  for (const word of ['NaN', 'Infinity', '-Infinity', 'undefined', 'TRUE', 'None', 'nulltrue', 'true false'])
    yield text('literal', word);
}

/** Generates every ASCII character after a backslash, at each position of a \u escape, raw in a string, and between tokens. */
function* characters(): Generator<Mutation> {
  for (let code = 0; code < 0x80; code += 1) {
    const character = String.fromCharCode(code);
    yield text('escape', `"\\${character}"`);
    yield text('escape', `["\\${character}00e9"]`);
    yield text('string', `{"a${character}b":"${character}"}`);
    yield text('string', `"a${character}`);
    for (let at = 0; at < 4; at += 1)
      yield text('escape', `"\\u${'00e9'.slice(0, at)}${character}${'00e9'.slice(at + 1)}"`);
    for (const place of [
      '_[1,{"a":2}]',
      '[_1,{"a":2}]',
      '[1_,{"a":2}]',
      '[1,{_"a":2}]',
      '[1,{"a"_:2}]',
      '[1,{"a":_2}]',
      '[1,{"a":2_}]',
      '[1,{"a":2}]_',
    ])
      yield text('between tokens', place.replace('_', character));
  }
  for (const blank of ['\u00a0', '\u0085', '\u2028', '\u2029', '\u3000', '\ufeff', '\u200b', '/**/', '//\n', '#\n']) {
    yield text('between tokens', `[1,${blank}2]`);
    yield text('string', `"${blank}"`);
  }
}

/** Generates all pairs of escaped surrogates, escaped other characters and incomplete escapes. */
function* surrogates(): Generator<Mutation> {
  const units = ['\\ud800', '\\uDBFF', '\\udc00', '\\uDFFF', '\\ud7ff', '\\ue000', 'a', '\\ud83', '\\u'];
  for (const first of units) for (const second of units) yield text('surrogates', `"${first}${second}"`);
}

/** Generates every byte from 0x80, alone and with valid and invalid continuation bytes, in strings, in names and between tokens. */
function* invalidUtf8(): Generator<Mutation> {
  const seconds = [0x22, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    yield bytes('UTF-8', '"', [lead]);
    yield bytes('UTF-8', '[1,', [lead], ']');
    for (const second of seconds) {
      for (const rest of [[], [0x80], [0xbf, 0xbf], [0x80, 0x80, 0x80]]) {
        yield bytes('UTF-8', '"', [lead, second, ...rest], '"');
        yield bytes('UTF-8', '{"', [lead, second, ...rest], '":1}');
      }
    }
  }
}

const bom = '\ufeff';

function* byteOrderMarks(): Generator<Mutation> {
  for (const place of ['_[1]', '__[1]', '[_1]', '[1_]', '[1]_', '"_"', ' _[1]'])
    yield text('byte order mark', place.replaceAll('_', bom));
  for (const start of [[0xef], [0xef, 0xbb], [0xef, 0xbb, 0x41]]) yield bytes('byte order mark', start, '[1]');
}

/** Generates texts whose nesting depths are below, at and above the depth up to which the parser matches brackets. */
function* depths(): Generator<Mutation> {
  for (const levels of [1, 2, 511, 512, 513, 600, 1_500]) {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const inner = open === '[' ? '' : '1';
      const whole = open.repeat(levels) + inner + close.repeat(levels);
      yield text('depth', whole);
      yield text('depth', whole.slice(0, -1));
      yield text('depth', whole + close);
      yield text('depth', whole.slice(0, -1) + (close === ']' ? '}' : ']'));
      yield text('depth', open.repeat(levels) + inner + (close === ']' ? '}' : ']') + close.repeat(levels - 1));
    }
  }
}

/** Returns the valid values and all mutations. Some mutations are still valid JSON. */
export function listMutations(): Mutation[] {
  return [
    ...seeds.map((seed) => text('valid', seed)),
    ...tokenFaults(),
    ...numbers(),
    ...literals(),
    ...characters(),
    ...surrogates(),
    ...invalidUtf8(),
    ...byteOrderMarks(),
    ...depths(),
  ];
}
