/** Returns the content headers for an import file by its file name extension. Unknown extensions are sent as JSON. */
export function contentHeaders(fileName: string): Record<string, string> {
  const isGzip = /\.gz$/i.test(fileName);
  const isNdjson = /\.(ndjson|jsonl)(\.gz)?$/i.test(fileName);
  return {
    'content-type': isNdjson ? 'application/x-ndjson' : 'application/json',
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
  };
}
