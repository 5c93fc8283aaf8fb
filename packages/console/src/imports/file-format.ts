/** The content headers of an import file by the extension of its name. Any other extension is sent as JSON. */
export function contentHeaders(fileName: string): Record<string, string> {
  const isGzip = /\.gz$/i.test(fileName);
  const isNdjson = /\.(ndjson|jsonl)(\.gz)?$/i.test(fileName);
  return {
    'content-type': isNdjson ? 'application/x-ndjson' : 'application/json',
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
  };
}
