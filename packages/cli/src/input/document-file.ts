import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

/** A document as the unparsed bytes of its file. */
export interface DocumentFile {
  content: Uint8Array<ArrayBuffer>;
  contentType: 'application/json' | 'application/x-ndjson';
}

/** Reads a document without parsing it. Files named `.ndjson` or `.jsonl` have one item per line. "-" is stdin. */
export async function readDocumentFile(path: string): Promise<DocumentFile> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readFile(path);
  const isLines = /\.(?:ndjson|jsonl)$/i.test(path);
  return { content: new Uint8Array(bytes), contentType: isLines ? 'application/x-ndjson' : 'application/json' };
}
