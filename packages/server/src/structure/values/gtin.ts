export type GtinFault = 'shape' | 'check-digit';

const gtinText = /^(?:\d{8}|\d{12,14})$/;

/** Judges a GTIN-8, -12, -13 or -14: its digits (leading zeros count) and its last digit, the check digit. */
export function judgeGtin(text: string): GtinFault | undefined {
  if (!gtinText.test(text)) return 'shape';
  let sum = 0;
  // Weights 3, 1, 3, … run from the right, starting beside the check digit.
  for (let place = 1; place < text.length; place += 1) {
    sum += Number(text[text.length - 1 - place]) * (place % 2 === 1 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10 === Number(text.at(-1)) ? undefined : 'check-digit';
}
