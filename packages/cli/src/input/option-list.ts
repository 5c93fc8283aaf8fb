/** Reads a repeatable option: commander hands over one value and what was collected before it. */
export function collect(value: string, previous: unknown): string[] {
  return [...(Array.isArray(previous) ? (previous as string[]) : []), value]; // nothing else puts a value there
}
