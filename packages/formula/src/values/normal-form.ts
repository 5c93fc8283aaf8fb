/**
 * Matches 100 combining marks in a row, which is more than any language needs. Sorting marks takes quadratic time, 0.1 ms for 1,000 marks
 * but 3 s for 60,000. Unicode's stream-safe format allows 30. U+FF9E and U+FF9F are letters that compatibility forms turn into marks.
 */
const longRun = /[\p{M}\uff9e\uff9f]{100}/u;
/** A text of up to this number of characters is always normalized, because its marks are sorted in less than a millisecond. */
const shortLength = 1_000;

/**
 * Returns a normal form of a text in linear time. A text of more than 1,000 characters with 100 combining marks in a row is returned
 * unchanged.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.length > shortLength && longRun.test(text) ? text : text.normalize(form);
