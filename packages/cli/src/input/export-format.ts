export const exportFormats = ['ndjson', 'json', 'csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Returns the format of a file by its name. */
export function formatOfName(path: string | undefined): ExportFormat {
  const ending = /\.(\w+?)(?:\.gz)?$/.exec(path ?? '')?.[1]?.toLowerCase();
  return exportFormats.find((format) => format === ending) ?? 'ndjson';
}
