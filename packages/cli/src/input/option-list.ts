/** Collects the values of a repeatable option. Commander passes each value together with the previous values. */
export function collect(value: string, previous: unknown): string[] {
  return [...(Array.isArray(previous) ? (previous as string[]) : []), value]; // the cast is safe, because only this function sets the value
}
