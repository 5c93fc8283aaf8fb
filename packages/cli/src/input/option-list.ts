/** Parses a repeatable option: commander passes one value and the values before it. */
export function collect(value: string, previous: unknown): string[] {
  return [...(Array.isArray(previous) ? (previous as string[]) : []), value]; // only this function sets the value
}
