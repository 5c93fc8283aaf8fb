/** Escapes one step of a JSON Pointer (RFC 6901). "~" becomes "~0", and "/" becomes "~1". */
export const escapePointerStep = (step: PropertyKey): string =>
  String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** Builds a JSON Pointer from unescaped steps, and escapes them. Without steps, the pointer is `""`. */
export const jsonPointer = (steps: readonly PropertyKey[]): string =>
  steps.map((step) => `/${escapePointerStep(step)}`).join('');
