import type { Encoding } from '../text/encoding.ts';
import type { FeedName } from '../feed-types.ts';
import type { Packing } from '../source/packing.ts';

export type FileKind = 'csv' | 'xlsx' | 'json' | 'ndjson' | 'xml';
/** Kinds of files that need not be feeds. */
export type PlainKind = Exclude<FileKind, 'xml'>;

/** Describes how a file is read. The object is plain data, so that the user can see and change the format and the service can store it. */
export interface FileFormat {
  kind: FileKind;
  /** The feed format, or undefined if the file is not a feed. XML files are always feeds. */
  feed?: FeedName | undefined;
  packing?: Packing | undefined;
  /** Name of the file inside a ZIP file. */
  entry?: string | undefined;
  /** Only for text files. */
  encoding?: Encoding | undefined;
  /** Only for CSV files. */
  delimiter?: string | undefined;
  /** Only for workbooks: the sheet that is read. */
  sheet?: string | undefined;
  sheets?: { name: string; hidden: boolean }[] | undefined;
  /** The reasons why the format was recognised, written for the user. */
  reasons: string[];
}

/** Properties of the format that the caller specifies. The other properties are detected. */
export interface FormatChoices {
  /** Name of the file. It is used only if the content is ambiguous. */
  name?: string | undefined;
  /** Reads the file as a file of this kind. Unless `feed` is given, only XML files are then read as feeds. */
  kind?: FileKind | undefined;
  /** Reads the file as this feed. */
  feed?: FeedName | undefined;
  /** Reads the file as a table or as JSON, even if it is a feed. */
  isPlain?: boolean | undefined;
  encoding?: Encoding | undefined;
  delimiter?: string | undefined;
  sheet?: string | undefined;
}
