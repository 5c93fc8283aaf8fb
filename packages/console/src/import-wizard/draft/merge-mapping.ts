import type { ImportColumn, ImportMappingDocument } from '@pimento/contract';
import { type EditPart, mergeEdit, withParts } from '../../ui/merge-edit.ts';
import type { ColumnTarget, DayOrder, DraftColumn, MappingDraft } from './draft-types.ts';
import { documentOf } from './mapping-draft.ts';
import { type MappingMember, mappingMembers, memberTexts, withMembers } from './mapping-members.ts';

/**
 * A mapping as one string per column and one per member, so that each can be compared. The key of a column is the header. A repeated header
 * gets a number. The key of a member starts with a space, which no header does.
 */
export type FlatMapping = Record<string, string | undefined>;

const memberOfKey = new Map<string, MappingMember>(mappingMembers.map((member) => [` ${member}`, member]));

function keysOf(columns: readonly { header: string }[]): string[] {
  const seen = new Map<string, number>();
  return columns.map(({ header }) => {
    const count = (seen.get(header) ?? 0) + 1;
    seen.set(header, count);
    return count === 1 ? header : `${header} ${count}`;
  });
}

/** The properties of a column that are compared, which are target, decimal sign, separator, order of day and month, and unit. */
export type Meaning = [ColumnTarget | null, '.' | ',' | null, string | null, DayOrder | null, string | null];

const meaningOf = ({ target, decimal, date, separator, unit }: ImportColumn): string =>
  JSON.stringify([target ?? null, decimal ?? null, separator ?? null, date ?? null, unit ?? null]);

function flatten({ columns, ...options }: ImportMappingDocument): FlatMapping {
  const keys = keysOf(columns);
  const texts = memberTexts(options);
  return {
    ...Object.fromEntries(Array.from(memberOfKey, ([key, member]) => [key, texts[member]])),
    // Columns without a header are omitted, because they are always ignored and their number differs from file to file.
    ...Object.fromEntries(
      columns.flatMap((column, at) => (column.header === '' ? [] : [[keys[at] ?? '', meaningOf(column)]])),
    ),
  };
}

function columnFrom(column: DraftColumn, meaning: string | undefined): DraftColumn {
  if (meaning === undefined || meaning === meaningOf(column)) return column;
  const [target, decimal, separator, date, unit] = JSON.parse(meaning) as Meaning; // `meaningOf` made this text
  return {
    header: column.header,
    target: target ?? null,
    ...(decimal === null ? {} : { decimal }),
    ...(separator === null ? {} : { separator }),
    ...(date === null ? {} : { date }),
    ...(unit === null ? {} : { unit }),
    isChanged: true,
  };
}

function unflatten(draft: MappingDraft, merged: FlatMapping): MappingDraft {
  const keys = keysOf(draft.columns);
  const members = Object.fromEntries(Array.from(memberOfKey, ([key, member]) => [member, merged[key]]));
  const own = new Set(keys);
  const added = Object.entries(merged).flatMap(([key, meaning]) =>
    own.has(key) || memberOfKey.has(key) || meaning === undefined ? [] : [columnFrom({ header: key }, meaning)],
  );
  return {
    ...withMembers(draft, members),
    columns: draft.columns.map((column, at) =>
      column.header === '' ? column : columnFrom(column, merged[keys[at] ?? '']),
    ),
    missing: added.map(({ isChanged: _isChanged, ...column }) => column),
  };
}

export interface MergedMapping {
  /** The draft, including the other user's changes to columns and members that this user has not changed. */
  draft: MappingDraft;
  /** Headers of the columns and labels of the members that the other user has changed. */
  theirs: string[];
  /** Columns and members that both users have changed differently. `draft` contains this user's version of them. */
  conflicts: EditPart<FlatMapping>[];
  mine: FlatMapping;
  stored: FlatMapping;
  /** Returns the draft with the other user's version of the conflicting parts. */
  takeTheirs: () => MappingDraft;
}

interface MappingNames {
  show: (meaning: string | undefined) => string;
  members: Record<MappingMember, string>;
  showMember: (member: MappingMember, text: string) => string;
}

function partOf(key: string, names: MappingNames): EditPart<FlatMapping> {
  const member = memberOfKey.get(key);
  if (member === undefined) return { of: [key], label: key, show: (one) => names.show(one[key]) };
  return { of: [key], label: names.members[member], show: (one) => names.showMember(member, one[key] ?? '') };
}

/**
 * Merges a draft with the mapping that another user has stored in the meantime.
 * @param first the document on which the edit is based
 * @param names `show` describes the meaning of one column, `members` has the label of each member, and `showMember` describes its value
 */
export function mergeMapping(
  { first, draft, stored }: { first: ImportMappingDocument; draft: MappingDraft; stored: ImportMappingDocument },
  names: MappingNames,
): MergedMapping {
  const flat = { first: flatten(first), mine: flatten(documentOf(draft)), stored: flatten(stored) };
  const keys = [...new Set(Object.values(flat).flatMap((one) => Object.keys(one)))];
  const parts = keys.map((key) => partOf(key, names));
  const { merged, conflicts } = mergeEdit(parts, flat);
  return {
    draft: unflatten(draft, merged),
    theirs: parts.filter(({ of: [key = ''] }) => flat.first[key] !== flat.stored[key]).map(({ label }) => label),
    conflicts,
    mine: flat.mine,
    stored: flat.stored,
    takeTheirs: () => unflatten(draft, withParts(merged, flat.stored, conflicts)),
  };
}
