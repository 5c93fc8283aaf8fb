import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { csvFormats, tsvFormats } from './formats/delimited.ts';
import type { Formats } from './formats/format.ts';
import { jsonFormats } from './formats/json.ts';
import { TemplateError } from './formats/template.ts';
import { xmlFormats } from './formats/xml.ts';

const columnSchema = z.union([
  z
    .string()
    .min(1)
    .transform((name) => ({ name, value: name })),
  z.strictObject({ name: z.string().min(1), value: z.string().min(1), join: z.string().optional() }),
]);

const fileSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][\w-]{0,99}$/, 'must have letters, digits, "-" and "_" only'),
  format: z.enum(['csv', 'tsv', 'json', 'ndjson', 'xml']),
  channels: z.array(z.string()).optional(),
  columns: z.array(columnSchema).min(1).optional(),
  spreadsheetSafe: z.boolean().default(false),
  gzip: z.boolean().default(false),
  deltas: z.number().int().min(0).max(10_000).default(0),
  xml: z
    .strictObject({ start: z.string(), item: z.string(), end: z.string(), deltaItem: z.string().optional() })
    .optional(),
});

const configurationSchema = z.strictObject({
  format: z.literal('pimento-feed/1'),
  target: z.string().min(1).optional(),
  address: z.string().min(1).optional(),
  shape: z.enum(['channel', 'import']).default('channel'),
  writeAfterSeconds: z.number().min(0).max(86_400).default(60),
  assets: z
    .strictObject({ targets: z.array(z.string().min(1)).min(1), baseUrl: z.url({ protocol: /^https?$/ }) })
    .optional(),
  files: z.array(fileSchema).min(1),
});

export interface FeedFile extends Omit<z.infer<typeof fileSchema>, 'xml' | 'format'> {
  formats: Formats;
}
export interface Configuration extends Omit<z.infer<typeof configurationSchema>, 'files'> {
  files: FeedFile[];
  /** Hash of the file settings. A different fingerprint means that all files must be written again. */
  fingerprint: string;
}

/** Thrown if the configuration cannot be read or is invalid. The message lists the errors. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

function formatsOf({ format, columns, spreadsheetSafe, xml }: z.infer<typeof fileSchema>): Formats {
  switch (format) {
    case 'csv':
      return csvFormats({ columns, spreadsheetSafe });
    case 'tsv':
      return tsvFormats({ columns, spreadsheetSafe });
    case 'json':
    case 'ndjson':
      return jsonFormats(format === 'ndjson', columns);
    case 'xml':
      if (xml === undefined) throw new TemplateError('the format xml needs "xml" with its templates');
      return xmlFormats(xml);
  }
}

/**
 * Validates a configuration.
 * @throws ConfigurationError
 */
export function readConfiguration(value: unknown): Configuration {
  const read = configurationSchema.safeParse(value);
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`);
    throw new ConfigurationError(`The configuration is invalid:\n${lines.join('\n')}`);
  }
  const problems: string[] = [];
  const files = read.data.files.flatMap((file, index): FeedFile[] => {
    const { xml: _xml, format: _format, ...rest } = file;
    try {
      const formats = formatsOf(file);
      if (file.deltas > 0 && formats.delta === undefined)
        problems.push(`/files/${index}/xml: "deltas" needs "deltaItem"`);
      return [{ ...rest, formats }];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push(`/files/${index}/xml: ${error.message}`);
      return [];
    }
  });
  const names = files.map(({ name }) => name);
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index)))
    problems.push(`/files: several files are called ${name}`);
  if (problems.length > 0) throw new ConfigurationError(`The configuration is invalid:\n${problems.join('\n')}`);
  const fingerprint = createHash('sha256').update(JSON.stringify(read.data.files)).digest('base64url');
  return { ...read.data, files, fingerprint };
}

/** @throws ConfigurationError */
export async function loadConfiguration(path: string): Promise<Configuration> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ConfigurationError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    return readConfiguration(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ConfigurationError(`${path} is not valid JSON: ${error.message}`);
    throw error;
  }
}
