/** numerator / denominator, with a positive denominator. Not reduced. */
export interface ExactFraction {
  numerator: bigint;
  denominator: bigint;
}

/** Maximum length of a text. Comparing fractions multiplies their parts, which takes more than linear time. */
const maxTextLength = 255;
const ratioText = /^([+-]?)(?:(\d+) )?(\d+)\/(\d+)$/;
const pointText = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Parses `1/3`, `-7/2`, mixed `2 1/2` (one blank), `3` and `0.75`.
 * @returns undefined for other texts, texts longer than `maxTextLength` and a denominator of 0
 */
export function parseFraction(text: string): ExactFraction | undefined {
  if (text.length > maxTextLength) return undefined;
  const ratio = ratioText.exec(text);
  if (ratio !== null) {
    const [, sign, whole = '0', over = '', under = ''] = ratio;
    const denominator = BigInt(under);
    if (denominator === 0n) return undefined;
    return signed(sign, BigInt(whole) * denominator + BigInt(over), denominator);
  }
  const point = pointText.exec(text);
  if (point === null) return undefined;
  const [, sign, whole = '', decimals = ''] = point;
  return signed(sign, BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** Returns -1, 0 or 1 if `a` is less than, equal to or greater than `b`. */
export function compareFractions(a: ExactFraction, b: ExactFraction): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function signed(sign: string | undefined, numerator: bigint, denominator: bigint): ExactFraction {
  return { numerator: sign === '-' ? -numerator : numerator, denominator };
}
