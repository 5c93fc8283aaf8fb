/** Maximum edit distance between a misspelt name and a suggestion. For short names, the maximum is a third of the length, rounded up. */
const maxEdits = 3;

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the edit distance of two names, which is the minimum number of letters to add, remove, replace or swap with the next letter. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1];
      const replaced = (above[at - 1] ?? 0) + Number(!isSame);
      const isSwap = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      const swapped = isSwap ? (before[at - 2] ?? 0) + 1 : replaced;
      here.push(Math.min(replaced, swapped, (above[at] ?? 0) + 1, (here[at - 1] ?? 0) + 1));
    }
    [before, above] = [above, here];
  }
  return above[b.length] ?? 0;
}

/**
 * Returns the known name that is closest to a misspelt name. Ignores letter case and punctuation, so `dry_run` and `dryRun[]` match
 * `dryRun`. Two names are also close if one begins or ends with the other and both have more than two letters, so `type` matches
 * `importType`.
 * @returns undefined if no name is close
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const asked = plain(name.slice(0, 100));
  if (asked === '') return undefined;
  const ranked = known
    .map((one) => ({ one, edits: editsBetween(asked, plain(one)) }))
    .toSorted((a, b) => a.edits - b.edits);
  const [best] = ranked;
  if (best !== undefined && best.edits <= Math.min(maxEdits, Math.ceil(asked.length / 3))) return best.one;
  return known.find((one) => {
    const other = plain(one);
    const [long, short] = other.length > asked.length ? [other, asked] : [asked, other];
    return short.length > 2 && (long.startsWith(short) || long.endsWith(short));
  });
}
