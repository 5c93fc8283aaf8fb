import { findForeignFormat } from '@pimento/contract/first-bytes';

export type ImportFormat = 'json' | 'ndjson';

/** Format of a file of products, or undefined if it is unknown, and its compression, or undefined if it is not compressed. */
interface ImportFile {
  format: ImportFormat | undefined;
  contentEncoding: string | undefined;
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

/**
 * Returns `json` if the text starts as an array, or as an object whose first property is "products" or is beyond the given bytes. Otherwise
 * returns `ndjson`.
 */
function formatOfText(bytes: Uint8Array): ImportFormat {
  const text = new TextDecoder().decode(bytes.subarray(0, 4096));
  return /^\s*(?:\{\s*(?:"products"|$)|\[)/.test(text) ? 'json' : 'ndjson';
}

/**
 * Detects the compression from the first bytes, because files are often unpacked without being renamed. Uses the name if there are no
 * bytes, and for brotli, which has no magic bytes.
 */
function encodingOf(named: string | undefined, firstBytes: Uint8Array): string | undefined {
  if (firstBytes.length === 0) return named;
  const found = findForeignFormat(firstBytes);
  if (found === 'gzip' || found === 'zstd') return found;
  return named === 'br' ? named : undefined;
}

/**
 * Detects the format and compression of a file from its name and its first bytes. For example, `products.ndjson.gz` is NDJSON compressed
 * with gzip.
 * @param name undefined for a stream
 * @param firstBytes empty if they cannot be read
 */
export function describeImportFile(name: string | undefined, firstBytes: Uint8Array): ImportFile {
  const parts = (name ?? '').toLowerCase().split('.');
  const named = encodings.get(parts.at(-1) ?? '');
  if (named !== undefined) parts.pop();
  const contentEncoding = encodingOf(named, firstBytes);
  const format = parts.length > 1 ? formats.get(parts.at(-1) ?? '') : undefined;
  return { format: format ?? (contentEncoding === undefined ? formatOfText(firstBytes) : undefined), contentEncoding };
}
