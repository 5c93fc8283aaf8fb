const maxShown = 80;

/** A text as a parameter of a problem, cut to 80 characters. */
export function shown(text: string): string {
  return excerpt(text, maxShown);
}

/** The text itself, or its first characters where it has more than `most`. */
export function excerpt(text: string, most: number): string {
  // Twice as many code units hold that many characters for sure; splitting a text of megabytes would be waste.
  const characters = Array.from(text.slice(0, most * 2 + 2));
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}
