import type { ImportColumn, ImportMappingDocument } from '@pimento/contract';
import { type EditPart, mergeEdit, withParts } from '../../ui/merge-edit.ts';
import type { ColumnTarget, DayOrder, DraftColumn, MappingDraft } from './draft-types.ts';
import { documentOf } from './mapping-draft.ts';

/**
 * A mapping as one string per column and one for the treatment of empty cells, so that each can be compared. The key of a column is the
 * header. A repeated header gets a number.
 */
export type FlatMapping = Record<string, string | undefined>;

const emptyMember = ' empty'; // starts with a space, which no header does

function keysOf(columns: readonly { header: string }[]): string[] {
  const seen = new Map<string, number>();
  return columns.map(({ header }) => {
    const count = (seen.get(header) ?? 0) + 1;
    seen.set(header, count);
    return count === 1 ? header : `${header} ${count}`;
  });
}

/** The properties of a column that are compared, which are target, decimal sign, separator, order of day and month. */
export type Meaning = [ColumnTarget | null, '.' | ',' | null, string | null, DayOrder | null];

const meaningOf = ({ target, decimal, date, separator }: ImportColumn): string =>
  JSON.stringify([target ?? null, decimal ?? null, separator ?? null, date ?? null]);

function flatten({ empty, columns }: ImportMappingDocument): FlatMapping {
  const keys = keysOf(columns);
  return {
    [emptyMember]: empty,
    // Columns without a header are omitted, because they are always ignored and their number differs from file to file.
    ...Object.fromEntries(
      columns.flatMap((column, at) => (column.header === '' ? [] : [[keys[at] ?? '', meaningOf(column)]])),
    ),
  };
}

function columnFrom(column: DraftColumn, meaning: string | undefined): DraftColumn {
  if (meaning === undefined || meaning === meaningOf(column)) return column;
  const [target, decimal, separator, date] = JSON.parse(meaning) as Meaning; // `meaningOf` made this text
  return {
    header: column.header,
    target: target ?? null,
    ...(decimal === null ? {} : { decimal }),
    ...(separator === null ? {} : { separator }),
    ...(date === null ? {} : { date }),
    isChanged: true,
  };
}

function unflatten(draft: MappingDraft, merged: FlatMapping): MappingDraft {
  const keys = keysOf(draft.columns);
  const { [emptyMember]: empty, ...rest } = merged;
  const own = new Set(keys);
  const added = Object.entries(rest).flatMap(([key, meaning]) =>
    own.has(key) || meaning === undefined ? [] : [columnFrom({ header: key }, meaning)],
  );
  return {
    ...draft,
    empty: empty === 'clear' ? 'clear' : 'leave',
    columns: draft.columns.map((column, at) =>
      column.header === '' ? column : columnFrom(column, merged[keys[at] ?? '']),
    ),
    missing: added.map(({ isChanged: _isChanged, ...column }) => column),
  };
}

export interface MergedMapping {
  /** The draft, including the other user's changes to columns that this user has not changed. */
  draft: MappingDraft;
  /** Headers of the columns that the other user has changed. */
  theirs: string[];
  /** Columns that both users have changed differently. `draft` contains this user's version of them. */
  conflicts: EditPart<FlatMapping>[];
  mine: FlatMapping;
  stored: FlatMapping;
  /** Returns the draft with the other user's version of the conflicting columns. */
  takeTheirs: () => MappingDraft;
}

/**
 * Merges a draft with the mapping that another user has stored in the meantime.
 * @param first the document on which the edit is based
 * @param names `show` describes the meaning of one column, and `empty` is the label for the treatment of empty cells
 */
export function mergeMapping(
  { first, draft, stored }: { first: ImportMappingDocument; draft: MappingDraft; stored: ImportMappingDocument },
  names: { show: (meaning: string | undefined) => string; empty: string },
): MergedMapping {
  const flat = { first: flatten(first), mine: flatten(documentOf(draft)), stored: flatten(stored) };
  const keys = [...new Set(Object.values(flat).flatMap((one) => Object.keys(one)))];
  const parts = keys.map((key): EditPart<FlatMapping> => ({
    of: [key],
    label: key === emptyMember ? names.empty : key,
    show: (one) => names.show(one[key]),
  }));
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
