import type { ColumnTarget, DayOrder, DraftColumn, MappingDraft } from './draft-types.ts';

/** A user's decision about one column. */
export type ColumnChange =
  | { target: ColumnTarget | null; separator?: string | undefined }
  | { decimal: '.' | ',' }
  | { date: DayOrder }
  | { unit: string }
  | { separator: string };

const isId = ({ target }: DraftColumn): boolean => target?.path.length === 1 && target.path[0] === '__ID';

const bare = ({ header }: DraftColumn): DraftColumn => ({ header, target: null, isChanged: true });

function changed(column: DraftColumn, change: ColumnChange): DraftColumn {
  if ('target' in change) {
    const { target, separator } = change;
    if (target === null) return bare(column);
    return { ...bare(column), target, ...(target.kind === 'list' && separator !== undefined ? { separator } : {}) };
  }
  if ('decimal' in change) {
    const { isDecimalOpen: _isDecimalOpen, ...rest } = column;
    return { ...rest, decimal: change.decimal, isChanged: true };
  }
  if ('date' in change) {
    const { isDateOpen: _isDateOpen, ...rest } = column;
    return { ...rest, date: change.date, isChanged: true };
  }
  if ('unit' in change) return { ...column, unit: change.unit, isChanged: true };
  const { separator: _separator, ...rest } = column;
  return { ...rest, ...(change.separator === '' ? {} : { separator: change.separator }), isChanged: true };
}

/** Changes one column. If the column becomes the id, the column that was the id is ignored from then on. */
export function withColumn(draft: MappingDraft, at: number, change: ColumnChange): MappingDraft {
  const takesId = 'target' in change && change.target !== null && isId({ header: '', target: change.target });
  return {
    ...draft,
    columns: draft.columns.map((column, index) => {
      if (index === at) return changed(column, change);
      return takesId && isId(column) ? bare(column) : column;
    }),
  };
}

/** Removes a column that the stored mapping has and the file does not have. */
export const withoutMissing = (draft: MappingDraft, header: string): MappingDraft => ({
  ...draft,
  missing: draft.missing.filter((column) => column.header !== header),
});
