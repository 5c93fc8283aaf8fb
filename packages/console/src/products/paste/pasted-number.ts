import { decimalText } from '@pimento/files/browser';

/** Texts that the service reads as numbers, so that copied values are pasted unchanged. */
const plainNumber = /^[+-]?\d+(\.\d+)?$/;
/** In German, this is a number with a thousands separator in a spreadsheet, and one with three decimals in the list. */
const unclearGerman = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Value of a text that can be read as two numbers. */
export const unclearNumber = Symbol('unclear number');

/** Converts a number in the notation of the user's language. @returns a text that is no number unchanged */
export function storedNumber(bare: string, isGerman: boolean): string | typeof unclearNumber {
  if (isGerman && unclearGerman.test(bare)) return unclearNumber;
  return plainNumber.test(bare) ? bare : (decimalText(bare, isGerman ? ',' : '.') ?? bare);
}

/** Converts the number before the unit, as in `1,5 kg`. */
export function storedQuantity(bare: string, isGerman: boolean): string | typeof unclearNumber {
  const [, number = bare, unit = ''] = /^([+-]?\d[\d.,]*)(.*)$/su.exec(bare) ?? [];
  const stored = storedNumber(number, isGerman);
  return stored === unclearNumber ? stored : stored + unit;
}
