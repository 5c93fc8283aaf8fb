/**
 * The conditions of a product filter on the times of creation and of the last change. The `Since` times are inclusive, the `Before` times
 * are exclusive.
 */
export const filterTimes = ['updatedSince', 'updatedBefore', 'createdSince', 'createdBefore'] as const;

/** Restores the times of a filter that was stored as JSON, which has no dates. */
export function filterFromJson<Filter extends { [Name in (typeof filterTimes)[number]]?: Date | undefined }>(
  stored: Filter,
): Filter {
  const times = filterTimes.flatMap((name) => {
    const time = stored[name];
    return time === undefined ? [] : [[name, new Date(time)] as const];
  });
  return { ...stored, ...Object.fromEntries(times) };
}
