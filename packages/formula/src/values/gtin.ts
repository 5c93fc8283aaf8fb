/** Returns the check digit (GS1 modulo 10) for the digits that precede it. */
export function checkDigitOf(digits: string): string {
  let sum = 0;
  // The weights are 3, 1, 3, … from right to left.
  for (let fromRight = 1; fromRight <= digits.length; fromRight += 1)
    sum += Number(digits[digits.length - fromRight]) * (fromRight % 2 === 1 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}

/** Returns true if the last digit is the check digit of the digits before it. */
export function hasCheckDigit(digits: string): boolean {
  return checkDigitOf(digits.slice(0, -1)) === digits.at(-1);
}
