import type { ColumnTarget } from '../columns/column-name.ts';
import type { FileKind } from '../format/format-types.ts';
import type { DayOrder } from './date-text.ts';

/** Describes how the cells of one column become values. */
export interface ColumnMapping {
  header: string;
  /** Undefined if the column is ignored. */
  target: ColumnTarget | undefined;
  /** Type of the attribute, which determines how a cell is converted, or undefined if the attribute does not exist yet. */
  typeId?: string | undefined;
  /**
   * Decimal sign of the numbers or quantities in the cells, or undefined if the cells are imported unchanged. The service accepts only ".".
   */
  decimal?: '.' | ',' | undefined;
  /** Unit of quantities that have no unit of their own. */
  unit?: string | undefined;
  /** Order of day and month in dates, or undefined if dates are imported unchanged. */
  date?: DayOrder | undefined;
  /**
   * Separator of list items. Undefined for lists in the form of exports, which separate items with "|" and escape with backslashes.
   */
  separator?: string | undefined;
  /** The reason for this mapping, written for the user. */
  reason: string;
}

/**
 * Describes how the rows of a table become products. The object is plain data, so that the user can see and change the mapping and the
 * service can store it.
 */
export interface Mapping {
  /** Number of the header row in the file, from 1. */
  headerRow: number;
  /** True if text that begins with = + - @ is protected by an apostrophe, as in exported CSV files. */
  guarded: boolean;
  /** True for an exported workbook, whose ids are texts that no program has changed. */
  exact?: boolean | undefined;
  /** The effect of an empty cell: `leave` keeps the stored value, `clear` removes it. */
  empty: 'leave' | 'clear';
  /** True if a row without an id continues the product of the row above. Otherwise, such a row is rejected. */
  continued?: boolean | undefined;
  /** True if the row below the header contains units instead of a product. */
  unitRow?: boolean | undefined;
  /** The columns in the order of the file. */
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

/** A column that has the header of an id, but in which a value occurs more than once. */
export interface RepeatedId {
  /** Index of the column, from 0. */
  column: number;
  header: string;
  value: string;
  firstRow: number;
  row: number;
}

/** A question that only the user can answer. */
export interface MappingQuestion {
  code: MappingQuestionCode;
  /** Index of the column, from 0. Undefined if the question concerns the whole table, or a column that the table does not have. */
  column?: number | undefined;
  header?: string | undefined;
  /** Index of an earlier column that the question concerns as well. */
  other?: number | undefined;
  /** An ambiguous cell of the column. */
  value?: string | undefined;
  /** For id-column-missing: a column that has the header of an id, but contains a value twice. */
  candidate?: RepeatedId | undefined;
  /** The attribute to which the column is mapped, and its child if the attribute is a composite. */
  attribute?: string | undefined;
  child?: string | undefined;
  message: string;
}

/** A mapping that is stored so that it can be applied to other files. A column without a target is ignored. */
export interface StoredMapping extends Pick<Mapping, 'guarded' | 'empty' | 'continued' | 'unitRow'> {
  /** Number of the header row in the file for which the mapping was created. */
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
  /** Kind of the file. Apostrophes that protect text from being read as a formula are removed only in CSV files. */
  kind?: FileKind | undefined;
  /** Header of the column with the product ids, or its name in spreadsheets, such as AB. */
  id?: string | undefined;
  /** Headers of columns to ignore, or their names in spreadsheets, such as AB. */
  ignore?: readonly string[] | undefined;
  decimal?: '.' | ',' | undefined;
  /** Order of day and month in all date attributes. */
  date?: DayOrder | undefined;
  empty?: 'leave' | 'clear' | undefined;
  /** Whether rows without an id continue the product of the row above. */
  continued?: boolean | undefined;
  /** Number of the header row in the file, from 1. */
  headerRow?: number | undefined;
  /** True if the mapping is still being edited. An ambiguous decimal sign of quantities is then always a question. */
  isDraft?: boolean | undefined;
}
