/** Max characters of a name; a longer name gets no candidate. */
export const maxLength = 60;

/** The last and the current row of `editDistance`; shared, because creating them takes longer than filling them. */
let above = new Uint8Array(maxLength * 2);
let current = new Uint8Array(maxLength * 2);

/**
 * Returns the smallest number of characters that have to be inserted, removed or replaced, or `limit` if there are at least as many. Only
 * cells within `limit` of the diagonal are computed, which is five times as fast as all of them.
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
