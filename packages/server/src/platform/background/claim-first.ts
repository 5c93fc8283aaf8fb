/**
 * Number of due rows that a process looks at to claim one. Of more processes than this that work on the same rows, some find nothing and
 * look again later.
 */
export const claimLooks = 10;

/**
 * Claims the first row that is still due and not locked by another transaction. Look for the keys of due rows without a lock first, and
 * claim each by its key: a distributed database cannot lock rows of several clients in one statement. Usually, the first key succeeds.
 * @param claim locks a row. Returns undefined if it is locked or no longer due
 * @returns undefined if no row was claimed
 */
export async function claimFirst<Key, Row>(
  keys: readonly Key[],
  claim: (key: Key) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  for (const key of keys) {
    const row = await claim(key);
    if (row !== undefined) return row;
  }
  return undefined;
}
