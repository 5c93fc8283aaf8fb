/** Maximum number of characters that a message shows of a value of a file. A cell can have megabytes. */
export const maxShown = 80;

/** Shortens a value of a file for a message. */
export const shownText = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`);

/** Returns a value of a file for a message, shortened and as JSON. Undefined becomes an empty string. */
export const quotedText = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(shownText(value)) : shownText(JSON.stringify(value ?? ''));
