import { normalForm } from './normal-form.ts';

/** ASCII without control characters and without spaces at the ends. Most identifiers match this pattern and need no cleaning. */
const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Invisible format characters (Cf) other than joiners. Visible signs of the same category, such as U+06DD, are kept. */
const invisible = /[[\p{Cf}&&\p{Default_Ignorable_Code_Point}]--[\u200c\u200d]]|[\ufff9-\ufffb]/gv;
/**
 * Joiners at an end of the text, or next to a Latin letter, an ASCII character or a separator. All other joiners are kept, because they
 * belong to the spelling in Arabic and Indic scripts and between emoji. A match can begin only at the first of several joiners, because
 * trying each of 60,000 joiners takes 48 s.
 */
const idleJoiners =
  /(?<![\u200c\u200d])(?:(?<![^\p{Script=Latin}\p{ASCII}\p{Z}])[\u200c\u200d]+|[\u200c\u200d]+(?![^\p{Script=Latin}\p{ASCII}\p{Z}]))/gu;

/**
 * Returns an identifier in its stored form, which is in NFC and has no white space at its ends and no invisible format characters, except
 * joiners that belong to the spelling. Identifiers that differ only in these respects are therefore stored as the same identifier.
 */
export function cleanIdentifier(text: string): string {
  return plain.test(text) ? text : normalForm(withoutInvisible(text), 'NFC');
}

/** Returns true if cleaning removes characters. A change by NFC alone does not count, because it is invisible to the sender. */
export function hasRemovable(text: string): boolean {
  return !plain.test(text) && withoutInvisible(text) !== text;
}

function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(idleJoiners, '').trim();
}
