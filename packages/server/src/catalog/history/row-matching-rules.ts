import type { StoredRow } from '../product/product-types.ts';

/** Above this number of pairs of changed rows, rows are matched by position only, because comparing every pair would take too long. */
const maxPairs = 10_000;

/**
 * Returns the index that a row of a composite had in an earlier version of the rows. Equal rows are matched first, in their order. Next,
 * changed rows are matched, those with the most equal cells first. If both versions then have the same number of rows left, these are
 * matched in their order.
 * @param isExact true to match only equal rows
 * @returns undefined if the earlier version does not have the row
 */
export function earlierIndex(
  rows: readonly StoredRow[],
  earlier: readonly StoredRow[],
  index: number,
  isExact: boolean,
): number | undefined {
  if (index >= rows.length) return undefined;
  const texts = rows.map((row) => JSON.stringify(row));
  const earlierTexts = earlier.map((row) => JSON.stringify(row));
  const shorter = Math.min(rows.length, earlier.length);
  let start = 0;
  while (start < shorter && texts[start] === earlierTexts[start]) start++;
  if (index < start) return index;
  let end = 0;
  while (end < shorter - start && texts.at(-1 - end) === earlierTexts.at(-1 - end)) end++;
  if (index >= rows.length - end) return index - rows.length + earlier.length;
  const left = range(start, rows.length - end);
  const right = range(start, earlier.length - end);
  const equal = equalPairs(texts, earlierTexts, left, right);
  const found = equal.get(index);
  if (found !== undefined || isExact) return found;
  const taken = new Set(equal.values());
  return changedPairs(
    rows,
    earlier,
    left.filter((at) => !equal.has(at)),
    right.filter((at) => !taken.has(at)),
  ).get(index);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/**
 * Matches equal rows. If several rows are equal, the first is matched to the first equal row of the earlier version, the second to the
 * second, and so on.
 */
function equalPairs(
  texts: readonly string[],
  earlierTexts: readonly string[],
  left: readonly number[],
  right: readonly number[],
): Map<number, number> {
  const free = Map.groupBy(right, (at) => earlierTexts[at]);
  const pairs = new Map<number, number>();
  for (const at of left) {
    const found = free.get(texts[at])?.shift();
    if (found !== undefined) pairs.set(at, found);
  }
  return pairs;
}

/**
 * Matches rows that are not equal. Pairs with the most equal cells come first, and among these the pairs with the nearest positions. If
 * both sides have the same number of rows left, these are matched in their order.
 */
function changedPairs(
  rows: readonly StoredRow[],
  earlier: readonly StoredRow[],
  left: readonly number[],
  right: readonly number[],
): Map<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, other } of similarPairs(rows, earlier, left, right)) {
    if (pairs.has(at) || taken.has(other)) continue;
    pairs.set(at, other);
    taken.add(other);
  }
  const restLeft = left.filter((at) => !pairs.has(at));
  const restRight = right.filter((at) => !taken.has(at));
  if (restLeft.length !== restRight.length) return pairs;
  for (const [order, at] of restLeft.entries()) {
    const other = restRight[order];
    if (other !== undefined) pairs.set(at, other);
  }
  return pairs;
}

/**
 * Returns the pairs of rows with at least one equal cell, the most similar first. Returns none if there are more than `maxPairs` possible
 * pairs.
 */
function similarPairs(
  rows: readonly StoredRow[],
  earlier: readonly StoredRow[],
  left: readonly number[],
  right: readonly number[],
): { at: number; other: number; cells: number }[] {
  if (left.length * right.length > maxPairs) return [];
  const others = right.map((other) => ({ other, cells: cellsOf(earlier[other]) }));
  return left
    .flatMap((at) => {
      const cells = cellsOf(rows[at]);
      return others.map(({ other, cells: held }) => ({ at, other, cells: cells.intersection(held).size }));
    })
    .filter(({ cells }) => cells > 0)
    .toSorted((a, b) => b.cells - a.cells || Math.abs(a.at - a.other) - Math.abs(b.at - b.other));
}

const cellsOf = (row: StoredRow | undefined): Set<string> =>
  new Set(Object.entries(row ?? {}).map(([name, value]) => JSON.stringify([name, value])));
