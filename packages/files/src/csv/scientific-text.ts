const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE]\+?\d+$/;

/** Returns true for a number like `4.00638E+12`, of which a spreadsheet program may have dropped digits. */
export const isScientific = (text: string): boolean => scientific.test(text.trim());
