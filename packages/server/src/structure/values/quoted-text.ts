const maxShown = 80;

/** Shortens a text to 80 characters, for use as a parameter of a problem. */
export function shown(text: string): string {
  return excerpt(text, maxShown);
}

/** Returns the text, cut to `max` characters plus "…" if it is longer. */
export function excerpt(text: string, max: number): string {
  // A character has at most two code units, so only the start of a long text (possibly megabytes) is split.
  const characters = Array.from(text.slice(0, max * 2 + 2));
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
