import { addressListPattern, beforeAddress, betweenNames, nameListPattern } from './text-pattern-rules.ts';

const addressList = new RegExp(addressListPattern, 'is');
const nameList = new RegExp(nameListPattern, 'is');

/** Maximum length of a list in UTF-16 code units. A longer string is not treated as a list. */
export const longestList = 10_000;

/** Returns true if a string contains several URLs. */
export const isAddressList = (text: string): boolean => text.length <= longestList && addressList.test(text);

/**
 * Splits a string that contains several URLs or file names. Separators are commas, semicolons, vertical bars, line endings, and white space
 * between URLs. Only separators and the white space around them are removed.
 * @returns undefined for any other string
 */
export function splitListText(text: string): string[] | undefined {
  if (text.length > longestList) return undefined;
  if (addressList.test(text)) return partsOf(text, new RegExp(beforeAddress, 'gi'));
  return nameList.test(text) ? partsOf(text, new RegExp(betweenNames, 'g')) : undefined;
}

function partsOf(text: string, separators: RegExp): string[] {
  const parts = text.split(separators).map((part) => part.replaceAll(/^[\s,;|]+|[\s,;|]+$/g, ''));
  return parts.filter((part) => part !== '');
}
