import { once } from 'node:events';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client, ExportFilter } from '@pimento/client';
import type { CommandContext } from '../command-context.ts';
import { openExport } from './export-content.ts';
import { type ExportFormat, formatOfName } from '../../input/export-format.ts';
import { openProductFile } from '../../input/product-file.ts';
import { filterOf, type FilterOptions } from '../../input/product-filter.ts';
import { UsageError } from '../../input/usage-error.ts';
import { counted } from '../../output/counted.ts';

export interface ExportCommandOptions extends FilterOptions {
  out?: string;
  format?: ExportFormat;
  columns?: string;
  sort?: string;
}

interface Request {
  client: Client;
  filter: ExportFilter;
  format: ExportFormat;
}

/** Writes an export to a stream. Returns the number of products. */
async function copyExport({ client, filter, format }: Request, target: Writable, gzip: boolean): Promise<number> {
  const { content, count } = await openExport(client, filter, format);
  const source = Readable.from(content, { objectMode: false });
  if (gzip) await pipeline(source, createGzip(), target);
  else await pipeline(source, target, { end: target !== process.stdout });
  return count();
}

/**
 * Opens the temporary file of an export.
 * @throws UsageError if `path` is a folder, or if its parent folder is missing or is not a folder
 * @throws the file system's own error
 */
async function openTarget(unfinished: string, path: string): Promise<FileHandle> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) throw new UsageError(`${path} is a folder; name a file.`);
  try {
    return await open(unfinished, 'w');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const folder = dirname(path);
    if (code === 'ENOENT') throw new UsageError(`There is no folder ${folder}. Create it, or choose another --out.`);
    if (code === 'ENOTDIR') throw new UsageError(`${folder} is not a folder. Choose another --out.`);
    throw error;
  }
}

/** Writes an export to a temporary file, then renames the file when the export is complete. */
async function exportToFile(request: Request, path: string): Promise<number> {
  const unfinished = `${path}.part`;
  // opens the file before the request, so that a path without write permission fails early
  const target = (await openTarget(unfinished, path)).createWriteStream();
  try {
    const products = await copyExport(request, target, path.endsWith('.gz'));
    await rename(unfinished, path);
    return products;
  } catch (error) {
    if (!target.closed) await once(target.destroy(), 'close').catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Writes a workbook to stdout only when it is complete, because an export that does not fit in a workbook must not be written in part. */
async function exportWorkbookToStdout(request: Request): Promise<void> {
  const { content } = await openExport(request.client, request.filter, request.format);
  await using file = await openProductFile('stdout', content);
  const { bytes } = file;
  await pipeline(Readable.from(bytes.read(0, bytes.size), { objectMode: false }), process.stdout, { end: false });
}

/** Runs `pimento export`. This function is in a separate file, so that other commands do not load `@pimento/files`. */
export async function runExport(context: CommandContext, options: ExportCommandOptions): Promise<void> {
  const { out, columns } = options;
  if (columns !== undefined && options.field !== undefined)
    throw new UsageError('--columns and --field name the same thing; use one of them.');
  const format = options.format ?? formatOfName(out);
  const fields = columns === undefined ? {} : { fields: columns.split(',') };
  const filter = { ...filterOf(options), sort: options.sort, ...fields };
  const request = { client: await context.connect('client'), filter, format };
  if (out === undefined) {
    if (format === 'xlsx') await exportWorkbookToStdout(request);
    else await copyExport(request, process.stdout, false);
    return;
  }
  const products = await exportToFile(request, out);
  context.print({ products, file: out }, `Wrote ${counted(products, 'product')} to ${out}`);
}
