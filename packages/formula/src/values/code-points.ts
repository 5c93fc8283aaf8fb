const surrogate = /[\ud800-\udfff]/;
const combining = /\p{M}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cf}|\r/u;

/** Returns true if no character of a string needs two code units. Positions in such a string can be found without counting code points. */
export function isSimple(text: string): boolean {
  return !surrogate.test(text);
}

export function countCodePoints(text: string): number {
  if (isSimple(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the offset in code units after `count` code points from `start`. The result is at most the length of the text. */
export function offsetAfter(text: string, count: number, start = 0): number {
  if (count <= 0) return start;
  if (isSimple(text)) return Math.min(text.length, start + count);
  let offset = start;
  for (let done = 0; done < count && offset < text.length; done += 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}

/** Compares strings by code points. Returns a negative number, 0 or a positive number. Code units would sort emoji before U+FF01. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (isSimple(a) && isSimple(b)) return a < b ? -1 : 1;
  let index = 0;
  while (index < a.length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
  // The string that ends first is smaller. After the end of a string, the code is NaN.
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  const rank = (code: number) => (code >= 0xd800 && code <= 0xdfff ? code + 0x10000 : code);
  return rank(left) - rank(right);
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** Returns the offset at which the longest prefix of at most `max` UTF-8 bytes ends. No code point is split. */
export function offsetAfterBytes(text: string, max: number): number {
  let bytes = 0;
  let offset = 0;
  while (offset < text.length) {
    const point = text.codePointAt(offset) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > max) return offset;
    offset += point > 0xffff ? 2 : 1;
  }
  return offset;
}

let segmenter: Intl.Segmenter | undefined;
/** Maximum number of code units before and after an offset that are read to find where the grapheme at the offset begins. */
const maxGrapheme = 64;

/** Returns the start of the grapheme that contains the offset, or the offset itself if it is not inside a grapheme. */
export function graphemeStart(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return offset;
  const from = Math.max(0, offset - maxGrapheme);
  const around = text.slice(from, offset + 2);
  if (!combining.test(around) && isSimple(around)) return offset;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const found = segmenter.segment(text.slice(from, offset + maxGrapheme)).containing(offset - from);
  return found === undefined ? offset : from + found.index;
}
