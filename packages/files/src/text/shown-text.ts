/** Maximum number of characters of a value from a file that a message shows. A cell can have megabytes. */
export const maxShown = 80;

/** Shortens a value from a file for a message. */
export const shownText = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`);

/** Returns a value from a file for a message, shortened and as JSON. Undefined and null are shown as `""`. */
export const quotedText = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(shownText(value)) : shownText(JSON.stringify(value ?? ''));
