/** Properties of a draft that are merged as a unit, with their label and text. */
export interface EditPart<Draft> {
  of: readonly (keyof Draft)[];
  label: string;
  show: (draft: Draft) => string;
}
export type EditParts<Draft> = readonly EditPart<Draft>[];

/** Returns a draft as text for the clipboard, with one line for each part that is not empty. */
export const partsText = <Draft>(parts: EditParts<Draft>, draft: Draft): string =>
  parts
    .map(({ label, show }) => ({ label, text: show(draft) }))
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n');

export interface MergedEdit<Draft> {
  /** The stored draft with all changes of the user. */
  merged: Draft;
  /** Parts that both users have changed, but to different values. */
  conflicts: EditPart<Draft>[];
}

function isSame<Draft>(of: readonly (keyof Draft)[], a: Draft, b: Draft): boolean {
  return of.every((member) => JSON.stringify(a[member]) === JSON.stringify(b[member]));
}

/** Returns a copy of `onto` with the properties of the given parts copied from `from`. */
export function withParts<Draft>(onto: Draft, from: Draft, parts: EditParts<Draft>): Draft {
  const next = { ...onto };
  for (const { of } of parts) for (const member of of) next[member] = from[member];
  return next;
}

/** Returns the parts, and an additional part for each property that no part contains, so that no property of the drafts is lost. */
function allParts<Draft extends object>(parts: EditParts<Draft>, drafts: readonly Draft[]): EditPart<Draft>[] {
  const named = new Set(parts.flatMap(({ of }) => of.map(String)));
  const others = new Set(drafts.flatMap((draft) => Object.keys(draft)).filter((name) => !named.has(name)));
  const other = (name: string): EditPart<Draft> => {
    const member = name as keyof Draft; // a property of one of the drafts
    return { of: [member], label: name, show: (draft) => JSON.stringify(draft[member]) ?? '' };
  };
  return [...parts, ...Array.from(others, other)];
}

/**
 * Merges a user's changes into the stored draft. If the stored value of a part has also changed, to a different value, the user's value is
 * used and the part is a conflict.
 * @param first the draft when the user's edit began
 */
export function mergeEdit<Draft extends object>(
  parts: EditParts<Draft>,
  { first, mine, stored }: { first: Draft; mine: Draft; stored: Draft },
): MergedEdit<Draft> {
  const changed = allParts(parts, [first, mine, stored]).filter(({ of }) => !isSame(of, first, mine));
  const conflicts = changed.filter(({ of }) => !isSame(of, first, stored) && !isSame(of, mine, stored));
  return { merged: withParts(stored, mine, changed), conflicts };
}
