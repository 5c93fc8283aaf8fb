import type { ColumnTarget } from '../columns/column-name.ts';
import type { FormatChoices, PlainKind } from '../format/format-types.ts';
import type { DayOrder } from './date-text.ts';
import type { ColumnMapping, Mapping, StoredMapping } from './mapping-types.ts';

type Maybe<T> = T | null | undefined;

/** The properties of the format that a mapping stores. */
export interface RememberedFormat {
  kind?: Maybe<PlainKind>;
  encoding?: Maybe<NonNullable<FormatChoices['encoding']>>;
  delimiter?: Maybe<string>;
  sheet?: Maybe<string>;
}

/** The JSON form of a mapping. */
export interface MappingDocument {
  headerRow?: Maybe<number>;
  guarded: boolean;
  empty: 'leave' | 'clear';
  continued?: Maybe<boolean>;
  unitRow?: Maybe<boolean>;
  format?: Maybe<RememberedFormat>;
  columns: {
    header: string;
    target?: Maybe<ColumnTarget>;
    typeId?: Maybe<string>;
    decimal?: Maybe<'.' | ','>;
    unit?: Maybe<string>;
    date?: Maybe<DayOrder>;
    separator?: Maybe<string>;
    reason?: Maybe<string>;
  }[];
}

/** Converts a document to a mapping that can be applied. */
export const storedMappingOf = ({
  columns,
  continued,
  unitRow,
  headerRow,
  ...options
}: MappingDocument): StoredMapping => ({
  guarded: options.guarded,
  empty: options.empty,
  headerRow: headerRow ?? undefined,
  continued: continued ?? undefined,
  unitRow: unitRow ?? undefined,
  columns: columns.map(({ header, target, decimal, unit, date, separator, reason }) => ({
    header,
    target: target ?? undefined,
    decimal: decimal ?? undefined,
    unit: unit ?? undefined,
    date: date ?? undefined,
    separator: separator ?? undefined,
    reason: reason ?? undefined,
  })),
});

function columnOf({ header, target, typeId, decimal, unit, date, separator, reason }: ColumnMapping) {
  return {
    header,
    target: target ?? null,
    ...(typeId === undefined ? {} : { typeId }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(unit === undefined ? {} : { unit }),
    ...(date === undefined ? {} : { date }),
    ...(separator === undefined ? {} : { separator }),
    reason,
  };
}

/** Converts the mapping of a table to a document. @param format the format options that the user chose */
export function documentOf(
  { headerRow, guarded, empty, continued, unitRow, columns }: Mapping,
  format: Maybe<RememberedFormat>,
): MappingDocument {
  const isChosen = Object.values(format ?? {}).some((value) => value !== undefined && value !== null);
  return {
    headerRow,
    guarded,
    empty,
    ...(continued === true ? { continued } : {}),
    ...(unitRow === true ? { unitRow } : {}),
    ...(isChosen ? { format } : {}),
    columns: columns.map(columnOf),
  };
}

/** Converts the stored properties of the format to choices. */
export const rememberedChoices = ({ kind, encoding, delimiter, sheet }: RememberedFormat): FormatChoices => ({
  kind: kind ?? undefined,
  encoding: encoding ?? undefined,
  delimiter: delimiter ?? undefined,
  sheet: sheet ?? undefined,
});
