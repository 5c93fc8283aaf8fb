import type { OutFeed } from '@pimento/files';

const kinds = ['ndjson', 'json', 'csv', 'xlsx'] as const;
/**
 * Names of the feeds. They are repeated here, because importing the list would load `@pimento/files` in every command. The type ensures
 * that all are listed.
 */
const feeds: Record<OutFeed, true> = {
  'shopify-csv': true,
  'google-tsv': true,
  'google-xml': true,
  bmecat: true,
  'json-ld': true,
};

/** Formats of an export, which are file formats and feeds. */
export type ExportFormat = (typeof kinds)[number] | OutFeed;
export const exportFormats: readonly string[] = [...kinds, ...Object.keys(feeds)];

export const isOutFeed = (format: ExportFormat): format is OutFeed => format in feeds;

/** Derives the export format from a file name. Returns NDJSON if the name has no known extension. */
export function formatOfName(path: string | undefined): ExportFormat {
  const ending = /\.(\w+?)(?:\.gz)?$/.exec(path ?? '')?.[1]?.toLowerCase();
  return kinds.find((format) => format === ending) ?? 'ndjson';
}
