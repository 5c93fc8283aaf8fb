import type { FileOptions, ImportColumn, ImportMappingDocument } from '@pimento/contract';

export type ColumnTarget = NonNullable<ImportColumn['target']>;
export type DayOrder = NonNullable<ImportColumn['date']>;

/** A column of the file, with what the user has decided. */
export interface DraftColumn extends ImportColumn {
  /** True if the service still asks what to do with the column; it is then left out of the document, so that the service asks again. */
  isOpen?: boolean;
  /** True if the decimal sign is still asked for. */
  isDecimalOpen?: boolean;
  /** True if the order of day and month is still asked for. */
  isDateOpen?: boolean;
  /** True if the user has changed the column. */
  isChanged?: boolean;
}

/** A mapping while it is edited. */
export interface MappingDraft extends Omit<ImportMappingDocument, 'columns'> {
  /** In the order of the file. */
  columns: DraftColumn[];
  /** Columns of the stored mapping that the file does not have, until the user leaves them out. */
  missing: ImportColumn[];
}

/** The stored mapping that the edit began with; version 0: none, the edit began with a guess. */
export interface DraftBase {
  name: string;
  version: number;
  document: ImportMappingDocument;
}

/** The mapping that a file starts with: matched by its headers, a guess, or a stored mapping. */
export type MappingStart = { kind: 'auto' } | { kind: 'guess' } | { kind: 'stored'; name: string };

/** Everything that the user has decided about a file; kept for a reload. */
export interface WizardInput {
  format: NonNullable<FileOptions['format']>;
  start: MappingStart;
  /** Row of the header, if the user has stated it. */
  headerRow?: number | undefined;
  /** Absent until the first change of the mapping. */
  draft?: MappingDraft | undefined;
  base?: DraftBase | undefined;
  /** Name under which the mapping is remembered; absent until it is typed. */
  name?: string | undefined;
  /** False if the mapping is not to be remembered. */
  remembers: boolean;
  /** True if the import removes attributes that the file does not have. */
  replaces: boolean;
  /** The last check of all rows, and the options that it was made with. */
  checked?: { jobRef: string; options: string } | undefined;
}

export const firstInput: WizardInput = { format: {}, start: { kind: 'auto' }, remembers: true, replaces: false };
