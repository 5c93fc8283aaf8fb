import type { Unit } from '../values/unit-types.ts';

/** A unit with all names under which it can be found. */
export interface NamedUnit {
  unit: Unit;
  names: readonly string[];
}

/**
 * Reads lines of the form `rec20 | ucum | symbol | factor | aliases`. The factor is exact: `0.45359237`, or `5/9` for a ratio, or
 * `5/9+459.67` for a scale with an offset. Aliases are separated by commas.
 */
export function readUnits(dimension: string, lines: string): NamedUnit[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [rec20 = '', ucum = '', symbol = '', factor = '', aliases = ''] = line
        .split('|')
        .map((cell) => cell.trim());
      const [ratio = '', offset = '0'] = factor.split('+');
      const unit = { rec20, ucum, symbol, dimension, ...ratioOf(ratio), offset: ratioOf(offset) };
      return { unit, names: [rec20, ucum, symbol, ...aliases.split(',').map((alias) => alias.trim())].filter(Boolean) };
    });
}

function ratioOf(text: string): { numerator: bigint; denominator: bigint } {
  const [above = '1', below = '1'] = text.split('/');
  const [numerator, numeratorScale] = wholeOf(above);
  const [denominator, denominatorScale] = wholeOf(below);
  return { numerator: numerator * 10n ** denominatorScale, denominator: denominator * 10n ** numeratorScale };
}

function wholeOf(text: string): [bigint, bigint] {
  const [whole = '0', fraction = ''] = text.split('.');
  return [BigInt(whole + fraction), BigInt(fraction.length)];
}
