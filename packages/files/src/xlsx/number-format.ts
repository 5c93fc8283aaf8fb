/** The display format of numbers in a cell style. */
export type NumberFormat =
  | { kind: 'general' }
  | { kind: 'padded'; digits: number }
  | { kind: 'decimals'; digits: number }
  | { kind: 'percent' }
  | { kind: 'date'; hasDate: boolean; hasTime: boolean };

const general: NumberFormat = { kind: 'general' };
const date: NumberFormat = { kind: 'date', hasDate: true, hasTime: false };
const time: NumberFormat = { kind: 'date', hasDate: false, hasTime: true };
const dateAndTime: NumberFormat = { kind: 'date', hasDate: true, hasTime: true };

/**
 * Returns the predefined format with this number, for which workbooks store no code. 27 to 36 and 50 to 58 are East Asian dates and times.
 */
function builtIn(id: number): NumberFormat {
  if (id === 2 || id === 4) return { kind: 'decimals', digits: 2 };
  if (id === 9 || id === 10) return { kind: 'percent' };
  if (id === 22) return dateAndTime;
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return date;
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return time;
  return general;
}

/**
 * Removes the parts of a format that do not affect how a number is read: quoted text, escaped characters, colours, conditions and
 * currencies. The pattern allows no bracket inside brackets. Otherwise, 40,000 opening brackets would take 2 s.
 */
const withoutTexts = (code: string): string =>
  code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '');

/** Returns the format of a style, given its number, and its code if the workbook defines one. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return builtIn(id);
  const [first = ''] = withoutTexts(code).split(';');
  if (/^general$/i.test(first)) return general;
  if (/[ymdhs]/i.test(first)) {
    const hasTime = /[hs]/i.test(first);
    const hasDate = /[yd]/i.test(first) || (/m/i.test(first) && !hasTime);
    return { kind: 'date', hasDate, hasTime };
  }
  if (first.includes('%')) return { kind: 'percent' };
  if (/^0{2,}$/.test(first)) return { kind: 'padded', digits: first.length };
  const decimals = /^[#,]*0\.(0+)$/.exec(first.trim())?.[1];
  return decimals === undefined ? general : { kind: 'decimals', digits: decimals.length };
}
