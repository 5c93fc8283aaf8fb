/** Maximum number of keys that one look for due rows returns. */
export const claimLooks = 10;

/**
 * Claims the first row that is still due and not locked by another transaction. First looks for the keys of due rows without locking them,
 * and then tries to claim one row after the other by its key. A distributed database cannot lock rows of several clients in one statement.
 * Usually, the first key succeeds. If a look has returned `claimLooks` keys and other processes have claimed all of these rows, looks once
 * more. After that, a process that has claimed nothing waits for its next run, although there can be more due rows.
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
