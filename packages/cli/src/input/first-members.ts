/** Returns the first `count` items of a paged list. `hasMore` is true if there are more. Fetches only the required pages. */
export async function firstMembers<T>(
  members: AsyncIterable<T>,
  count: number,
): Promise<{ members: T[]; hasMore: boolean }> {
  const taken: T[] = [];
  for await (const member of members) {
    if (taken.length === count) return { members: taken, hasMore: true };
    taken.push(member);
  }
  return { members: taken, hasMore: false };
}

/** Returns a page size of `count` + 1, but at most `most`. The additional item shows whether there are more items. */
export const pageSize = (count: number, most: number) => Math.min(count + 1, most);
