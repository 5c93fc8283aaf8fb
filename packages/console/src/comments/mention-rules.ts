/** A person who can be mentioned. */
export interface Mentioned {
  personId: string;
  name: string;
}

const openMention = /(?:^|\s)@([^@\n]{0,60})$/;

/** Returns what is typed after an `@` directly before the caret, such as `ad` for `Thanks @ad`, or undefined outside of a mention. */
export const typedMention = (text: string, caret: number): string | undefined =>
  openMention.exec(text.slice(0, caret))?.[1];

/** Returns the people whose name, or a word of it, begins with the typed text, at most eight. */
export function offeredPeople<Person extends Mentioned>(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLowerCase();
  const begins = ({ name }: Person) =>
    [name, ...name.split(/\s+/)].some((word) => word.toLowerCase().startsWith(wanted));
  return people.filter(begins).slice(0, 8);
}

/** Completes the mention before the caret. @returns the new text, and the new position of the caret */
export function completeMention(text: string, caret: number, { name }: Mentioned): { text: string; caret: number } {
  const typed = typedMention(text, caret) ?? '';
  const start = `${text.slice(0, caret - typed.length)}${name} `;
  return { text: start + text.slice(caret).trimStart(), caret: start.length };
}

/** A part of a comment: plain text, or a mention with its `@`. */
export interface CommentPart {
  text: string;
  isMention: boolean;
}

/** Splits a comment at the mentions of these people. If one name is the beginning of another, the longer name is matched. */
export function commentParts(text: string, people: readonly Mentioned[]): CommentPart[] {
  const names = people.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: CommentPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const found = text[at] === '@' ? names.find((name) => text.startsWith(name, at)) : undefined;
    if (found === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain !== '') parts.push({ text: plain, isMention: false });
    plain = '';
    parts.push({ text: found, isMention: true });
    at += found.length;
  }
  return plain === '' ? parts : [...parts, { text: plain, isMention: false }];
}

/**
 * Returns the people whom a text mentions. If several people have the mentioned name, returns all of them, because the text does not
 * distinguish them.
 */
export function mentionedIn<Person extends Mentioned>(text: string, people: readonly Person[]): Person[] {
  const names = new Set(commentParts(text, people).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])));
  return people.filter(({ name }) => names.has(name));
}
