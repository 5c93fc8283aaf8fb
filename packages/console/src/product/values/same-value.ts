/** Compares two stored values. Comparing their JSON texts suffices, because both have their properties in the stored order. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
