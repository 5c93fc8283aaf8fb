const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE]\+?\d+$/;

/** Returns true for a number like `4.00638E+12`, which may have lost digits in a spreadsheet program. */
export const isScientific = (text: string): boolean => scientific.test(text.trim());
