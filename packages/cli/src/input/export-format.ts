import type { OutFeed } from '@pimento/files';

const kinds = ['ndjson', 'json', 'csv', 'xlsx'] as const;
/** Written out, because other commands would have to load the engine for files only for this list. */
const feeds: Record<OutFeed, true> = {
  'shopify-csv': true,
  'google-tsv': true,
  'google-xml': true,
  bmecat: true,
  'json-ld': true,
};

/** Formats of an export: kinds of file, and feeds. */
export type ExportFormat = (typeof kinds)[number] | OutFeed;
export const exportFormats: readonly string[] = [...kinds, ...Object.keys(feeds)];

export const isOutFeed = (format: ExportFormat): format is OutFeed => format in feeds;

/** Returns the format of a file by its name. */
export function formatOfName(path: string | undefined): ExportFormat {
  const ending = /\.(\w+?)(?:\.gz)?$/.exec(path ?? '')?.[1]?.toLowerCase();
  return kinds.find((format) => format === ending) ?? 'ndjson';
}
