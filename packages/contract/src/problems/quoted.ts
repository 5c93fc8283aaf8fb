import { shortText } from '../text/short-text.ts';

/** Returns a value for a message, shortened and in quotation marks. */
export const quoted = (text: string): string => `"${shortText(text)}"`;

/** Returns a value for a message, shortened and as a JSON string. */
export const json = (text: string): string => JSON.stringify(shortText(text));
