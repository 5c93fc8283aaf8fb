interface Delimited {
  text: string;
  /** Offset after the closing character. */
  end: number;
}

interface DelimitedError {
  code: 'unclosed' | 'invalid-escape';
  start: number;
  end: number;
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['n', '\n'],
  ['t', '\t'],
]);
const codePoint = /u\{([0-9A-Fa-f]{1,6})\}/y;
const maxCodePoint = 0x10ffff;

/** Reads a text literal `"…"` or a path `[…]` from its opening to its closing character, and decodes escapes. */
export function readDelimited(source: string, start: number): Delimited | DelimitedError {
  const isText = source.charAt(start) === '"';
  const closing = isText ? '"' : ']';
  let text = '';
  let offset = start + 1;
  while (offset < source.length) {
    const character = source.charAt(offset);
    if (character === closing) return { text, end: offset + 1 };
    if (character !== '\\') {
      text += character;
      offset += 1;
      continue;
    }
    const escaped = isText ? readTextEscape(source, offset + 1) : readPathEscape(source, offset + 1);
    if (escaped === undefined)
      return { code: 'invalid-escape', start: offset, end: Math.min(offset + 2, source.length) };
    text += escaped.text;
    offset = escaped.end;
  }
  return { code: 'unclosed', start, end: source.length };
}

/** Returns the text as a literal in quotes. */
export function quoteText(text: string): string {
  return `"${text.replaceAll(/["\\\n\t]|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/gu, escapeCharacter)}"`;
}

export function bracketPath(path: string): string {
  return `[${path.replaceAll(/[\]\\]/g, (character) => `\\${character}`)}]`;
}

function escapeCharacter(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '"' || character === '\\') return `\\${character}`;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function readTextEscape(source: string, offset: number): Delimited | undefined {
  const simple = simpleEscapes.get(source.charAt(offset));
  if (simple !== undefined) return { text: simple, end: offset + 1 };
  codePoint.lastIndex = offset;
  const match = codePoint.exec(source);
  const point = Number.parseInt(match?.[1] ?? '', 16);
  const isCharacter = point > 0 && point <= maxCodePoint && !(point >= 0xd800 && point <= 0xdfff);
  return match !== null && isCharacter
    ? { text: String.fromCodePoint(point), end: offset + match[0].length }
    : undefined;
}

function readPathEscape(source: string, offset: number): Delimited | undefined {
  const character = source.charAt(offset);
  return character === ']' || character === '\\' ? { text: character, end: offset + 1 } : undefined;
}
