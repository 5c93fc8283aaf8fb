/** What of a draft is changed as one thing: its members, and how it is told to a person. */
export interface EditPart<Draft> {
  of: readonly (keyof Draft)[];
  label: string;
  show: (draft: Draft) => string;
}
export type EditParts<Draft> = readonly EditPart<Draft>[];

export interface MergedEdit<Draft> {
  /** What is stored with everything that the person changed. */
  merged: Draft;
  /** What somebody else has changed to something else meanwhile. */
  conflicts: EditPart<Draft>[];
}

function isSame<Draft>(of: readonly (keyof Draft)[], a: Draft, b: Draft): boolean {
  return of.every((member) => JSON.stringify(a[member]) === JSON.stringify(b[member]));
}

/** `onto` with some members of `from`. */
export function withParts<Draft>(onto: Draft, from: Draft, parts: EditParts<Draft>): Draft {
  const next = { ...onto };
  for (const { of } of parts) for (const member of of) next[member] = from[member];
  return next;
}

/**
 * Lays what a person changed onto what is stored now.
 * @param first what the person began with
 */
export function mergeEdit<Draft>(
  parts: EditParts<Draft>,
  { first, mine, stored }: { first: Draft; mine: Draft; stored: Draft },
): MergedEdit<Draft> {
  const changed = parts.filter(({ of }) => !isSame(of, first, mine));
  const conflicts = changed.filter(({ of }) => !isSame(of, first, stored) && !isSame(of, mine, stored));
  return { merged: withParts(stored, mine, changed), conflicts };
}
