/** Maximum number of characters that a message shows of a value. Values can be megabytes long. */
const maxShown = 300;

/** Shortens a value for a message. */
export const shortText = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`);

/** Returns a value for a message, shortened and in quotation marks. */
export const quoted = (text: string): string => `"${shortText(text)}"`;

/** Returns a value for a message, shortened and as a JSON string. */
export const json = (text: string): string => JSON.stringify(shortText(text));
