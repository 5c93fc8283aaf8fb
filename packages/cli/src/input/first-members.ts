/** The first `count` members of a list that comes in pages, and whether there are more; no more is fetched than that needs. */
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

/** A page large enough to see whether there is one more member. */
export const pageSize = (count: number, most: number) => Math.min(count + 1, most);
