/** Matches characters that XML does not allow, CR (which parsers change), and the sequence `]]>`, which text must not contain. */
const odd = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\]\]>/;

const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const numbered = /^#(?:(\d{1,7})|x([\dA-Fa-f]{1,6}))$/;

/** Returns true if a part of an XML text contains nothing that a parser would reject or change, except tags and references. */
export const isPlainXml = (text: string): boolean => !odd.test(text);

function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}

/** Returns the character of a reference such as `amp` or `#xA`, or undefined if XML has no such reference. */
function characterOf(reference: string): string | undefined {
  const character = named.get(reference);
  if (character !== undefined) return character;
  const [, decimal, hex = ''] = numbered.exec(reference) ?? [];
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return isXmlCharacter(code) ? String.fromCodePoint(code) : undefined;
}

/** Replaces references to characters. Returns undefined if a reference is not valid. */
function withoutReferences(text: string): string | undefined {
  let at = text.indexOf('&');
  if (at < 0) return text;
  let replaced = '';
  let from = 0;
  for (; at >= 0; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at);
    const character = characterOf(text.slice(at + 1, Math.max(at, end)));
    if (character === undefined) return undefined;
    replaced += text.slice(from, at) + character;
    from = end + 1;
  }
  return replaced + text.slice(from);
}

/** Reads the text of an element that has no other content. */
export class ElementText {
  /** The last text that was read. */
  value = '';

  /**
   * @param from offset of the first character
   * @param end the tags that must follow the text
   * @returns the offset after these tags, or -1 if the element has other content or an invalid reference
   */
  read(text: string, from: number, end: string): number {
    const at = text.indexOf('<', from);
    const value = at < 0 ? undefined : withoutReferences(text.slice(from, at));
    if (value === undefined || !text.startsWith(end, at)) return -1;
    this.value = value;
    return at + end.length;
  }
}
