/** The position of a part in the body of a request, as a JSON Pointer into the document or, in NDJSON, into the line. */
export interface Place {
  path: string;
  /** Line of an NDJSON body, from 1. */
  line?: number;
}

export interface SourceItem {
  value: unknown;
  place: Place;
}

/** Values of a list that are not in the source, because they are the same as in the current version of the standard. */
export interface KeptValues {
  /** Hash of the COPY lines of the list's values, as hexadecimal digits. */
  hash: string;
  count: number;
  /** JSON Schema of the values. */
  schema: unknown;
}

export interface SourceList extends SourceItem {
  kept?: KeptValues | undefined;
  values: readonly unknown[];
  placeOfValue(index: number): Place;
}

/** A data standard as it was sent, before any checks. */
export interface StandardSource {
  /** All members except the items. */
  head: SourceItem;
  attributes: readonly SourceItem[];
  categories: readonly SourceItem[];
  rules: readonly SourceItem[];
  lists: readonly SourceList[];
  /** Problems of lines and members that could not be read as items. */
  faults: readonly { place: Place; problem: SourceProblem }[];
}

export interface SourceProblem {
  code: string;
  message: string;
  params?: Record<string, unknown> | undefined;
}
