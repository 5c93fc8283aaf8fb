/** A step of a JSON Pointer (RFC 6901): "~" is written "~0" and "/" is written "~1". */
export const escapePointerStep = (step: PropertyKey): string =>
  String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON Pointer of these steps, each with "/" in front; `""` without steps. */
export const jsonPointer = (steps: readonly PropertyKey[]): string =>
  steps.map((step) => `/${escapePointerStep(step)}`).join('');
