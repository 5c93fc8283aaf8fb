import { problem } from '@pimento/contract/problem';
import { cleanIdentifier, hasRemovable } from '@pimento/contract/text';
import { assetTextOf } from '../../assets/core.ts';
import { isPathStep, isStoredIdentifier, parseAddressable } from '../../structure/core.ts';
import { addProblem, type JudgeContext, storableParams } from './judge-context.ts';

/** A string with more characters than this cannot be an id that an earlier version of Pimento stored, so it is not normalized. */
const maxSentLength = 1_000;

/** Adds a warning that characters were removed from an identifier. */
export function warnOfCleaned(context: JudgeContext, sent: string, stored: string): void {
  context.warnings.push({
    ...problem('identifier-cleaned', storableParams({ sent: sent.slice(0, 300), stored: stored.slice(0, 300) })),
    index: context.index,
    ...(context.productId === undefined ? {} : { productId: context.productId }),
  });
}

/**
 * Parses and cleans the id of a product. An id in `keptIds` is not cleaned, because an earlier version of Pimento stored a product under
 * it. Any other id that would be changed or rejected, but that an earlier version may have stored, is added to `sentIds`, because only the
 * comparison of the batch with the database shows whether such a product exists.
 */
export function judgeProductId(context: JudgeContext, text: string): ReturnType<typeof parseAddressable> {
  const asSent = text.length > maxSentLength ? text : text.normalize('NFC');
  if (context.keptIds?.has(asSent)) return { text: asSent };
  const read = parseAddressable(text);
  const isOther = 'fault' in read || read.sent !== undefined;
  if (isOther && isStoredIdentifier(asSent)) context.sentIds.push(asSent);
  if ('text' in read && read.sent !== undefined) warnOfCleaned(context, text, read.text);
  return read;
}

/** Cleans a family or a category, except in an expectation. Adds a warning if characters were removed. Does not limit the length. */
export function cleanKey(context: JudgeContext, text: string): string {
  if (context.isExpectation) return text;
  if (!hasRemovable(text)) return cleanIdentifier(text);
  const clean = cleanIdentifier(text);
  warnOfCleaned(context, text, clean);
  return clean;
}

/**
 * Judges the value of an asset attribute. Returns a URL as sent and an asset id cleaned. In an expectation, returns any text as sent.
 * Returns undefined and adds a problem if the id cannot be used in a URL.
 */
export function judgeAssetText(context: JudgeContext, text: string): string | undefined {
  if (context.isExpectation) return text;
  const stored = assetTextOf(text);
  if (isPathStep(stored)) {
    addProblem(context, 'invalid-id', { kind: 'asset', fault: 'path-step' });
    return undefined;
  }
  if (stored !== text && hasRemovable(text)) warnOfCleaned(context, text, stored);
  return stored;
}

const isPlain = (unit: number) => unit > 0x20 && unit < 0x7f;
const isReserved = (key: string) =>
  key.startsWith('__') || key === 'PRIMARY_ASSET' || key === 'PACKAGING' || key === 'QUANTITY';

/** Cleans the name of a reserved field, with a warning. Returns any other key unchanged, because it is cleaned when it is looked up. */
export function fieldKeyOf(context: JudgeContext, key: string): string {
  if (isPlain(key.charCodeAt(0)) && isPlain(key.charCodeAt(key.length - 1))) return key;
  const clean = cleanIdentifier(key);
  if (clean === key || !isReserved(clean)) return key;
  warnOfCleaned(context, key, clean);
  return clean;
}
