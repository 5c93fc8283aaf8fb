/** Maximum number of due rows that one look of a process returns. */
export const claimLooks = 10;

/**
 * Claims the first row that is still due and not locked by another transaction. Looks for the keys of due rows without a lock first, and
 * claims each by its key: a distributed database cannot lock rows of several clients in one statement. Usually, the first key succeeds. If
 * other processes have claimed all rows of a full look, looks once more. After that, a process that has claimed nothing waits for its next
 * run, although there can be more due rows.
 * @param look returns the keys of due rows, at most `claimLooks`
 * @param claim locks a row. Returns undefined if it is locked or no longer due
 * @returns undefined if no row was claimed
 */
export async function claimFirst<Key, Row>(
  look: () => Promise<readonly Key[]>,
  claim: (key: Key) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  for (let looks = 0; looks < 2; looks += 1) {
    const keys = await look();
    for (const key of keys) {
      const row = await claim(key);
      if (row !== undefined) return row;
    }
    if (keys.length < claimLooks) return undefined;
  }
  return undefined;
}
