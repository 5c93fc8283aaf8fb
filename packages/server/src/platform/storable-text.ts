/** Whether PostgreSQL can store the text: it accepts neither U+0000 nor half of a surrogate pair. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** The text with U+FFFD for each character that PostgreSQL cannot store. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');
