import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { describeImportFile, type ImportBody, type ImportFormat } from '@pimento/client';
import { firstBytesCount } from '@pimento/contract/first-bytes';
import { isAddress } from './download.ts';
import { UsageError } from './usage-error.ts';

/** A source of products. `bytes` is its size, or undefined if the size is unknown. */
export interface ImportSource {
  name: string;
  bytes: number | undefined;
  contentType: ImportBody['contentType'];
  contentEncoding: string | undefined;
  stream: Readable;
}

const contentTypes = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

async function firstBytesOf(path: string): Promise<{ bytes: Uint8Array; size: number | undefined }> {
  await using file = await open(path);
  const stats = await file.stat();
  if (stats.isDirectory()) throw new UsageError(`${path} is a folder; name a file.`);
  if (!stats.isFile()) return { bytes: new Uint8Array(), size: undefined };
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  return { bytes: buffer.subarray(0, bytesRead), size: stats.size };
}

/** The first bytes of a stream, and a stream that still contains them. */
export interface PeekedStream {
  bytes: Uint8Array;
  stream: Readable;
}

/** Reads at least the first four bytes of a stream (fewer if it is shorter). */
export async function peek(stream: Readable): Promise<PeekedStream> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  let bytes = Buffer.alloc(0);
  while (bytes.length < firstBytesCount) {
    const next = await chunks.next();
    if (next.done) return { bytes, stream: new PassThrough().end(bytes) };
    bytes = Buffer.concat([bytes, next.value]);
  }
  async function* all() {
    yield bytes;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { bytes, stream: Readable.from(all(), { objectMode: false }) };
}

/**
 * Opens a file, or stdin for "-". Uses the given format, or detects format and compression from the name or the first bytes.
 * @param peeked stdin or a download, if its first bytes were read already
 * @throws UsageError, or the file system's own error
 */
export async function openImportSource(
  path: string,
  given: ImportFormat | undefined,
  peeked?: PeekedStream,
): Promise<ImportSource> {
  const isStdin = path === '-';
  const piped = peeked ?? (isStdin ? await peek(process.stdin) : undefined);
  const { bytes, size } = piped ? { bytes: piped.bytes, size: undefined } : await firstBytesOf(path);
  // the query of a URL is not part of the file name
  const name = isAddress(path) ? new URL(path).pathname : path;
  const found = describeImportFile(isStdin ? undefined : name, bytes);
  const format = given ?? found.format;
  if (format === undefined)
    throw new UsageError(`The format of ${path} is unknown: set --format json or --format ndjson.`);
  return {
    name: isStdin ? 'stdin' : path,
    bytes: size,
    contentType: contentTypes[format],
    contentEncoding: found.contentEncoding,
    stream: piped?.stream ?? createReadStream(path, { highWaterMark: 256 * 1024 }),
  };
}
