const maxShown = 80;

/** A text as a parameter of a problem, shortened to 80 characters. */
export function shown(text: string): string {
  return excerpt(text, maxShown);
}

/** The text itself, or its first `max` characters and "…" if it is longer. */
export function excerpt(text: string, max: number): string {
  // A character has at most two code units; the rest of a text of megabytes need not be split.
  const characters = Array.from(text.slice(0, max * 2 + 2));
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
