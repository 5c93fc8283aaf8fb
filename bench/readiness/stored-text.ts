/** Prints a product as PostgreSQL prints jsonb: members by length of their name, then by name, with spaces. */
export function storedText(json: string): string {
  // Converted through bytes, because V8 does not join the parts of a text before it is read.
  return Buffer.from(print(JSON.parse(json))).toString();
}

function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${print(member)}`).join(', ')}}`;
}
