export type GtinFault = 'shape' | 'check-digit';

const gtinText = /^(?:\d{8}|\d{12,14})$/;

/**
 * Judges a GTIN-8, -12, -13 or -14 by its number of digits (leading zeros count) and its last digit, the check digit.
 * @returns undefined if it is valid
 */
export function judgeGtin(text: string): GtinFault | undefined {
  if (!gtinText.test(text)) return 'shape';
  let sum = 0;
  // The weights are 3, 1, 3, … from right to left, starting with the digit before the check digit.
  for (let fromRight = 1; fromRight < text.length; fromRight += 1) {
    sum += Number(text[text.length - 1 - fromRight]) * (fromRight % 2 === 1 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10 === Number(text.at(-1)) ? undefined : 'check-digit';
}
