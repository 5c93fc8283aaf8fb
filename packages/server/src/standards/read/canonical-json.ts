/** Returns JSON with sorted members. Equal content therefore has equal text. */
export function canonicalJson(value: unknown): string {
  return write(value) ?? JSON.stringify(sorted(value));
}

/** Names that JavaScript objects list before all others, whatever the order in which they were added. */
const isIndex = /^(?:0|[1-9]\d{0,9})$/;

/**
 * Writes the text without creating sorted objects, which takes a third of the time. The stored hashes were made from sorted objects.
 * @returns undefined if the order of the members would differ from that of a sorted object
 */
function write(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return writeList(value as readonly unknown[]); // the elements can have any type
  let text = '';
  for (const name of Object.keys(value).toSorted()) {
    if (isIndex.test(name)) return undefined;
    const member = (value as Readonly<Record<string, unknown>>)[name]; // an object that is not a list
    if (member === undefined) continue;
    const written = write(member);
    if (written === undefined) return undefined;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`;
  }
  return `{${text}}`;
}

function writeList(list: readonly unknown[]): string | undefined {
  let text = '';
  for (const element of list) {
    const written = write(element);
    if (written === undefined) return undefined;
    text += `${text === '' ? '' : ','}${written}`;
  }
  return `[${text}]`;
}

/** Sorts first, because JSON.stringify takes four times as long with a function that sorts each object. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)]);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
