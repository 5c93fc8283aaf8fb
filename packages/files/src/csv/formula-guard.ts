import { isScientific } from './scientific-text.ts';

/** Text that spreadsheet programs would interpret as a formula. Numbers with a sign are harmless. */
const dangerous = /^'*[=+\-@\t\r]/;
const signedNumber = /^[+-]?\d+(?:[.,]\d+)?$/;

/** Guards text like `1e5` too. Spreadsheet programs rewrite such numbers, and imports refuse them as ids because digits may be lost. */
const needsGuard = (text: string): boolean =>
  (dangerous.test(text) && !signedNumber.test(text)) || isScientific(text.replace(/^'+/, ''));

/**
 * Puts an apostrophe before text that a spreadsheet program would interpret as a formula or as a number with an exponent. `withoutGuard` is
 * the exact inverse.
 */
export const withGuard = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/** Removes the apostrophe that `withGuard` has added. */
export const withoutGuard = (text: string): string =>
  text.charCodeAt(0) === 0x27 && needsGuard(text.slice(1)) ? text.slice(1) : text;
