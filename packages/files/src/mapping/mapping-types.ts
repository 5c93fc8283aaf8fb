import type { ColumnTarget } from '../columns/column-name.ts';
import type { FileKind } from '../format/format-types.ts';
import type { DayOrder } from './date-text.ts';

/** How the cells of one column become values. */
export interface ColumnMapping {
  header: string;
  /** Undefined if the column is ignored. */
  target: ColumnTarget | undefined;
  /** Type of the attribute, which decides how a cell is judged; undefined if the attribute does not exist yet. */
  typeId?: string | undefined;
  /** Decimal sign of numbers that are not texts; the service takes "." alone. */
  decimal?: '.' | ',' | undefined;
  /** Order of day and month in dates; undefined if dates are imported as they are. */
  date?: DayOrder | undefined;
  /** Separator of list members; undefined for lists as exports write them, with "|" and backslashes. */
  separator?: string | undefined;
  /** Why, as a text for the user. */
  reason: string;
}

/** How the rows of a table become products; plain data, so that it can be shown, changed and stored. */
export interface Mapping {
  /** Number of the header's row, as the file counts it. */
  headerRow: number;
  /** Whether texts that begin with = + - @ have a protecting apostrophe, as in exported CSV files. */
  guarded: boolean;
  /** What an empty cell means: `leave` keeps the stored value, `clear` removes it. */
  empty: 'leave' | 'clear';
  /** In the order of the file. */
  columns: ColumnMapping[];
}

export type MappingQuestionCode =
  | 'id-column-missing'
  | 'header-repeated'
  | 'header-missing'
  | 'target-repeated'
  | 'composite-missing'
  | 'decimal-ambiguous'
  | 'date-ambiguous'
  | 'column-unknown'
  | 'column-missing'
  | 'not-composite'
  | 'no-child'
  | 'composite-itself'
  | 'reserved-list'
  | 'separator-unused';

/** A column with the header of an id that has a value in several rows. */
export interface RepeatedId {
  /** Index of the column, from 0. */
  column: number;
  header: string;
  value: string;
  firstRow: number;
  row: number;
}

/** What cannot be decided without the user. */
export interface MappingQuestion {
  code: MappingQuestionCode;
  /** Index of the column, from 0; undefined for the whole table, and for a column that the table does not have. */
  column?: number | undefined;
  header?: string | undefined;
  /** Index of the earlier column that the question is about too. */
  other?: number | undefined;
  /** A cell of the column that is ambiguous. */
  value?: string | undefined;
  /** id-column-missing: a column with the header of an id, which repeats a value. */
  candidate?: RepeatedId | undefined;
  /** The attribute that the column goes to, and the child of this composite. */
  attribute?: string | undefined;
  child?: string | undefined;
  message: string;
}

/** A mapping that was stored for files with other rows; columns without target are ignored. */
export interface StoredMapping extends Pick<Mapping, 'guarded' | 'empty'> {
  /** Row of the header in the file that the mapping was made for. */
  headerRow?: number | undefined;
  columns: (Omit<ColumnMapping, 'reason' | 'target'> & {
    target?: ColumnTarget | undefined;
    reason?: string | undefined;
  })[];
}

export interface GuessedMapping {
  mapping: Mapping;
  questions: MappingQuestion[];
}

/** The user's answers to questions. */
export interface MappingChoices {
  /** Format of the file; texts of CSV files can have a protecting apostrophe. */
  kind?: FileKind | undefined;
  /** Header of the column with the product ids. */
  id?: string | undefined;
  /** Headers or letters of columns to ignore. */
  ignore?: readonly string[] | undefined;
  decimal?: '.' | ',' | undefined;
  /** Order of day and month in all date attributes. */
  date?: DayOrder | undefined;
  empty?: 'leave' | 'clear' | undefined;
  /** Row of the header, as the file counts it. */
  headerRow?: number | undefined;
}
