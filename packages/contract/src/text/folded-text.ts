import { normalForm } from './normal-form.ts';

const ascii = /^[\0-\x7f]*$/;

/**
 * Folds text for search. Removes differences in compatibility forms (NFKC, such as full-width letters and ligatures), letter case, final
 * sigma, sharp s, dotless i and the combining dot above. The SQL function `fold_text` serves the same purpose. If it folds two strings to
 * the same result, this function must do the same.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return normalForm(text, 'NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')
    .replaceAll('\u0307', '');
}

/** Folds an identifier as for a search and removes white space, so that identifiers that look equal become equal. */
export const foldLook = (text: string): string => foldText(text).replaceAll(/\s+/g, '');
