import { crc32 } from 'node:zlib';
import type { ByteCells } from '../csv/byte-cells.ts';

const quote = 0x22;
const separator = 0x1f;

/** Hashes the cells of rows. The memory for their contents is used again for each row. */
export class CellContents {
  #content = Buffer.alloc(4096);

  /** Returns the CRC-32 of cells, each followed by U+001F. Missing cells count as empty ones. */
  hash(bytes: Buffer, cells: ByteCells, columns: readonly number[]): number {
    let size = columns.length;
    for (const column of columns)
      if (column < cells.count) size += (cells.ends[column] ?? 0) - (cells.starts[column] ?? 0);
    if (size > this.#content.length) this.#content = Buffer.alloc(size * 2);
    const content = this.#content;
    let at = 0;
    for (const column of columns) {
      const isThere = column < cells.count;
      const end = isThere ? (cells.ends[column] ?? 0) : 0;
      const isDoubled = isThere && cells.isDoubled(column);
      for (let from = isThere ? (cells.starts[column] ?? 0) : 0; from < end; from++) {
        const unit = bytes[from] ?? 0;
        content[at++] = unit;
        if (isDoubled && unit === quote) from++;
      }
      content[at++] = separator;
    }
    return crc32(content.subarray(0, at));
  }
}
