/** Returns true if PostgreSQL can store a text. PostgreSQL accepts neither U+0000 nor unpaired surrogates. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** Replaces each character that PostgreSQL cannot store with U+FFFD. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');
