const ascii = /^[\0-\x7f]*$/;

/**
 * Folds a text for search: full-width and half-width forms, ligatures, letter case, final sigma, sharp s and dotless i. The SQL function
 * `fold_text` does the same; every two texts that it folds to one text must be folded to one text here.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')
    .replaceAll('\u0307', '');
}

/** Folds an identifier to what a reader sees of it: as in a search, and without white space. */
export const foldLook = (text: string): string => foldText(text).replaceAll(/\s+/g, '');
