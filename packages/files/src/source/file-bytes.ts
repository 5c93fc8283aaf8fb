/** The bytes of a file. This package does no I/O itself. The caller opens the file, and can write a stream to a temporary file first. */
export interface FileBytes {
  readonly size: number;
  /** Reads the bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Stores unpacked bytes so that they can be read at any position, for example a workbook inside a ZIP file. */
export type Spool = (bytes: AsyncIterable<Uint8Array>) => Promise<FileBytes>;

export function bytesInMemory(content: Uint8Array): FileBytes {
  return {
    size: content.byteLength,
    async *read(start, end) {
      if (end > start) yield content.subarray(start, end);
    },
  };
}

/** Collects at most `limit` bytes and then stops reading. */
export async function collectBytes(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
