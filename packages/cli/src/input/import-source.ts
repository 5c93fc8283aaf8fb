import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import type { ImportBody } from '@pimento/client';
import { UsageError } from './usage-error.ts';

export type ImportFormat = 'json' | 'ndjson';

/** A source of products; `bytes` is undefined if the size is unknown. */
export interface ImportSource {
  name: string;
  bytes: number | undefined;
  contentType: ImportBody['contentType'];
  contentEncoding: string | undefined;
  stream: Readable;
}

const encodings = new Map([
  ['gz', 'gzip'],
  ['zst', 'zstd'],
  ['br', 'br'],
]);
const formats = new Map<string, ImportFormat>([
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
]);
const contentTypes = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

/** Detects format and compression from the file name: `products.ndjson.gz` is gzip-compressed NDJSON. */
export function readName(name: string): { format: ImportFormat | undefined; encoding: string | undefined } {
  const parts = name.toLowerCase().split('.');
  const encoding = encodings.get(parts.at(-1) ?? '');
  if (encoding !== undefined) parts.pop();
  return { format: parts.length > 1 ? formats.get(parts.at(-1) ?? '') : undefined, encoding };
}

/**
 * Detects gzip compression or the format from the first bytes: an object that begins with "products" or an array is JSON; everything else
 * is NDJSON.
 */
export function readBeginning(bytes: Uint8Array): { format: ImportFormat | undefined; encoding: string | undefined } {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { format: undefined, encoding: 'gzip' };
  const text = new TextDecoder().decode(bytes.subarray(0, 4096));
  return { format: /^\s*(?:\{\s*(?:"products"|$)|\[)/.test(text) ? 'json' : 'ndjson', encoding: undefined };
}

async function firstBytesOf(path: string): Promise<{ bytes: Uint8Array; size: number | undefined }> {
  await using file = await open(path);
  const stats = await file.stat();
  if (stats.isDirectory()) throw new UsageError(`${path} is a folder; name a file.`);
  if (!stats.isFile()) return { bytes: new Uint8Array(), size: undefined };
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  return { bytes: buffer.subarray(0, bytesRead), size: stats.size };
}

/** Reads the first bytes of a stream; returns them with a stream that still contains them. */
async function peek(stream: Readable): Promise<{ bytes: Uint8Array; stream: Readable }> {
  const chunks = stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return { bytes: new Uint8Array(), stream: new PassThrough().end() };
  const bytes = first.value as Uint8Array; // a stream without an encoding
  async function* all() {
    yield bytes;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { bytes, stream: Readable.from(all(), { objectMode: false }) };
}

/**
 * Opens a file, or stdin for "-". Uses the given format, or detects format and compression from the name or the first bytes.
 * @throws UsageError, or the file system's own error
 */
export async function openImportSource(path: string, given: ImportFormat | undefined): Promise<ImportSource> {
  const isStdin = path === '-';
  const named = isStdin ? { format: undefined, encoding: undefined } : readName(path);
  const piped = isStdin ? await peek(process.stdin) : undefined;
  const { bytes, size } = piped ? { bytes: piped.bytes, size: undefined } : await firstBytesOf(path);
  const begun = readBeginning(bytes);
  const encoding = named.encoding ?? begun.encoding;
  const format = given ?? named.format ?? (encoding === undefined ? begun.format : undefined);
  if (format === undefined)
    throw new UsageError(`The format of ${path} is unknown: set --format json or --format ndjson.`);
  return {
    name: isStdin ? 'stdin' : path,
    bytes: size,
    contentType: contentTypes[format],
    contentEncoding: encoding,
    stream: piped?.stream ?? createReadStream(path, { highWaterMark: 256 * 1024 }),
  };
}
