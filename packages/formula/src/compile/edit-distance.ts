/** Maximum number of characters of a name. A longer name gets no suggestion. */
export const maxLength = 60;

/**
 * The previous and the current row of the matrix of `editDistance`. They are shared, because creating them takes longer than filling them.
 */
let above = new Uint8Array(maxLength * 2);
let current = new Uint8Array(maxLength * 2);

/**
 * Returns the smallest number of insertions, deletions and replacements of characters that turn `a` into `b`. A result of `limit` or more
 * means only that at least `limit` changes are needed. Computes only the cells within `limit` of the diagonal, which is five times as fast
 * as computing all cells.
 */
export function editDistance(a: string, b: string, limit: number): number {
  for (let column = 0; column <= b.length; column += 1) above[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const from = Math.max(1, row - limit);
    const to = Math.min(b.length, row + limit);
    const unit = a.charCodeAt(row - 1);
    let least = (current[from - 1] = from === 1 ? row : limit);
    for (let column = from; column <= to; column += 1) {
      const replaced = (above[column - 1] ?? limit) + (unit === b.charCodeAt(column - 1) ? 0 : 1);
      const removed = (column < row + limit ? (above[column] ?? limit) : limit) + 1;
      const distance = Math.min(replaced, removed, (current[column - 1] ?? limit) + 1);
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least >= limit) return limit;
    [above, current] = [current, above];
  }
  return above[b.length] ?? limit;
}
