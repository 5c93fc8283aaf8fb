/** Invisible characters, and all space characters other than U+0020. */
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}][\p{Zs}--\u0020]]/gv;
/** White space and invisible characters at the ends. */
const unseenEnds = /^[\s\p{Cc}\p{Cf}\p{Z}]+|[\s\p{Cc}\p{Cf}\p{Z}]+$/gv;
/** Spaces at the ends, and several spaces in a row, which a web page shows as one space. */
const unclear = /^ +| +$| {2,}/g;

/** A character that a reader can see: neither white space nor a control, format or filler character. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const named = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * Makes invisible characters visible. They are written like `[U+200B]`, and spaces at the ends or next to another space are written as `␣`.
 */
export function visibleText(text: string): string {
  return text.replaceAll(unclear, (blanks) => '␣'.repeat(blanks.length)).replaceAll(unseen, named);
}

/** Removes white space and invisible characters at the ends of text. */
export const trimUnseen = (text: string): string => text.replaceAll(unseenEnds, '');

/** Checks whether a text has a character that a reader can see. */
export const isVisible = (text: string): boolean => visible.test(text);
