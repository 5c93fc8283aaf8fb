import { isUtf8 } from 'node:buffer';
import type { Row } from '../rows-types.ts';
import { decodeText } from '../text/decode-text.ts';
import { readCsvRows } from './csv-rows.ts';

/** Maximum number of bytes of an incomplete row. If a row is longer, it and all rows after it are decoded. */
const maxRestBytes = 1 << 20;
const lineFeed = '\n'.charCodeAt(0);
const byteOrderMark = Buffer.from('\ufeff');

/** Receives the rows of a table: as bytes as long as possible, then as decoded rows. */
export interface ByteRowReader {
  /** Number of rows that were read from bytes. */
  readonly row: number;
  /** Reads the complete rows of valid UTF-8. @returns the offset of the first incomplete row */
  read(bytes: Buffer, start: number, end: number, isLast: boolean): number;
  /** Adds a decoded row. */
  add(row: Row): void;
}

async function* withRest(rest: Buffer, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  if (rest.length > 0) yield rest;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

/**
 * Passes the rows of a CSV file in UTF-8 to a reader. Yields after each chunk of the file.
 * @throws FileError like `readCsvRows` and `decodeText`
 */
export async function* readByteRows(
  content: AsyncIterable<Uint8Array>,
  delimiter: string,
  reader: ByteRowReader,
): AsyncGenerator<undefined, void, undefined> {
  const chunks = content[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  let bytesBefore = 0;
  let isValid = true;
  let isLast = false;
  try {
    while (isValid && !isLast && rest.length <= maxRestBytes) {
      const next = await chunks.next();
      isLast = next.done === true;
      const bytes = next.done === true ? rest : Buffer.concat([rest, next.value]);
      const isMarked = bytesBefore === 0 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
      const start = isMarked ? byteOrderMark.length : 0;
      const end = isLast ? bytes.length : bytes.lastIndexOf(lineFeed) + 1;
      isValid = end <= start || isUtf8(bytes.subarray(start, end));
      const at = isValid && end > start ? reader.read(bytes, start, end, isLast) : 0;
      bytesBefore += at;
      rest = bytes.subarray(at);
      yield undefined;
    }
    const text = decodeText(withRest(rest, chunks), 'utf-8', bytesBefore);
    for await (const rows of readCsvRows(text, delimiter, reader.row)) {
      for (const row of rows) reader.add(row);
      yield undefined;
    }
  } finally {
    await chunks.return?.();
  }
}
