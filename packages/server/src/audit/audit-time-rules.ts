/** Returns the lowest UUIDv7 of a point in time. Events before and after this time can then be selected by id alone. */
export function lowestId(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
