/**
 * Determines whether a field must show a new value.
 * @param reported the texts that the field has reported and that have not come back as its value, oldest first
 * @returns `isOwn` is true if the field itself has reported the value, so that the field may already contain newer text. `reported`
 * contains the reported texts that have still not come back
 */
export function receiveValue(
  reported: readonly string[],
  value: string,
): { isOwn: boolean; reported: readonly string[] } {
  const index = reported.indexOf(value);
  return index === -1 ? { isOwn: false, reported: [] } : { isOwn: true, reported: reported.slice(index + 1) };
}
