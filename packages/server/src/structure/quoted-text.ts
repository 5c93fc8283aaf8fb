const maxShown = 80;

/** A text in quotes for a message, cut to 80 characters. */
export function quote(text: string): string {
  // Twice as many code units hold 80 characters for sure; splitting a text of megabytes would be waste.
  const characters = Array.from(text.slice(0, maxShown * 2 + 2));
  const shown = characters.length > maxShown ? `${characters.slice(0, maxShown).join('')}…` : text;
  return `"${shown}"`;
}
