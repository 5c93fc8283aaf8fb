/** Returns the percentage of required targets that have a value, rounded down, or 100 if nothing is required. */
export function percentageOf({ required, filled }: { required: number; filled: number }): number {
  return required === 0 ? 100 : Math.floor((100 * filled) / required);
}
