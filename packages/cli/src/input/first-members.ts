/** Returns the first `count` members of a paged list and whether there are more; fetches only the pages needed for that. */
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

/** Page size that includes one more member than needed. */
export const pageSize = (count: number, most: number) => Math.min(count + 1, most);
