/** Returns the first `max` code points of a text, followed by "…" if the text is longer. */
export function cutText(text: string, max: number): string {
  // Splits only the beginning of a long text. A code point has at most two UTF-16 code units.
  const points = Array.from(text.slice(0, 2 * (max + 1)));
  return points.length > max ? `${points.slice(0, max).join('')}…` : text;
}
