/** Part of all texts that only `acme` and its people know, so that an answer with this word has leaked something. */
export const secretWord = 'Quillwort';

/** Checks whether a text contains the word in any letter case: e-mail addresses are stored in lower case. */
export const showsSecret = (text: string): boolean => text.toLowerCase().includes(secretWord.toLowerCase());

/** Returns the e-mail address of a person of `acme`. */
export const emailOf = (name: string): string => `${name}@${secretWord.toLowerCase()}.example`;
