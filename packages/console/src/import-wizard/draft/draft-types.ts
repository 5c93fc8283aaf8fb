import type { FileOptions, ImportColumn, ImportMappingDocument } from '@pimento/contract';

export type ColumnTarget = NonNullable<ImportColumn['target']>;
export type DayOrder = NonNullable<ImportColumn['date']>;

/** A column of the file with the user's decisions. */
export interface DraftColumn extends ImportColumn {
  /** True if the question about the column's target is open. The document then omits the column, so that the service asks again. */
  isOpen?: boolean;
  /** True if the question about the decimal sign is open. */
  isDecimalOpen?: boolean;
  /** True if the question about the order of day and month is open. */
  isDateOpen?: boolean;
  /** True if the user, or a merge with another user's version, has changed the column. */
  isChanged?: boolean;
}

/** A mapping that is being edited. */
export interface MappingDraft extends Omit<ImportMappingDocument, 'columns'> {
  /** The columns of the file, in the order of the file. */
  columns: DraftColumn[];
  /** Columns of the stored mapping that the file does not have. If the user removes such a column, it is no longer listed. */
  missing: ImportColumn[];
}

/** The stored mapping on which the edit is based. Version 0 means that no mapping is stored and the edit is based on a guess. */
export interface DraftBase {
  name: string;
  version: number;
  document: ImportMappingDocument;
}

/**
 * The mapping that the preview of a file starts with. `auto` means a stored mapping with the same headers. If there is none, it means the
 * recognised feed, or a guess if the file is not a feed.
 */
export type MappingStart = { kind: 'auto' } | { kind: 'guess' } | { kind: 'stored'; name: string };

/** All decisions of the user about a file. They are kept in the tab, so that a reload does not lose them. */
export interface WizardInput {
  format: NonNullable<FileOptions['format']>;
  start: MappingStart;
  /** Row of the header, or undefined if the service detects it. */
  headerRow?: number | undefined;
  /** Undefined until the mapping is changed for the first time. */
  draft?: MappingDraft | undefined;
  base?: DraftBase | undefined;
  /** The name under which the mapping will be stored, or undefined until the user has typed a name. */
  name?: string | undefined;
  /** True if the mapping will be stored. */
  remembers: boolean;
  /** True if the import removes those values of the imported products that the file does not contain. */
  replaces: boolean;
  /** The last check of all rows. `options` identifies the options of that check. */
  checked?: { jobRef: string; options: string } | undefined;
}

export const firstInput: WizardInput = { format: {}, start: { kind: 'auto' }, remembers: true, replaces: false };
