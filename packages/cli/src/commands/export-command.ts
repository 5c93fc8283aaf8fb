import { open, rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import type { Client, ExportFilter } from '@pimento/client';
import { exportProducts } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { contextOf, type Surroundings } from './command-context.ts';
import { addFilterOptions, filterOf, type FilterOptions } from '../input/product-filter.ts';

/** Copies the response body to the target without parsing it; returns the number of products. */
async function copyExport(client: Client, filter: ExportFilter, target: Writable, gzip: boolean): Promise<number> {
  const answer = await client.open(exportProducts, { query: filter });
  let products = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === 0x0a) products += 1;
      yield chunk;
    }
  }
  const source = Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>); // the DOM and Node.js type this class differently
  if (gzip) await pipeline(source, counted, createGzip(), target);
  else await pipeline(source, counted, target, { end: target !== process.stdout });
  return products;
}

/** Writes an export to a temporary file, then renames the file when the export is complete. */
async function exportToFile(client: Client, filter: ExportFilter, path: string): Promise<number> {
  const unfinished = `${path}.part`;
  // opens the file before the request, so that a path without write permission fails early
  const file = await open(unfinished, 'w');
  try {
    const products = await copyExport(client, filter, file.createWriteStream(), path.endsWith('.gz'));
    await rename(unfinished, path);
    return products;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

export function addExportCommand(program: Command, surroundings: Surroundings): void {
  addFilterOptions(
    program
      .command('export')
      .description('Write all matching products as NDJSON, one product per line in the shape of the import')
      .option('--out <file>', 'output file, compressed if it ends in .gz (default: stdout)'),
  )
    .addHelpText(
      'after',
      `
A consistent snapshot of the catalogue at the start of the export. The file can be imported again.

Examples:
  $ pimento export --out everything.ndjson.gz
  $ pimento export --category Olives | jq -r .__NAME
  $ pimento export --updated-since 2026-01-31T00:00:00Z --field price --out prices.ndjson`,
    )
    .action(async (options: FilterOptions & { out?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      if (options.out === undefined) {
        await copyExport(client, filterOf(options), process.stdout, false);
        return;
      }
      const products = await exportToFile(client, filterOf(options), options.out);
      context.print({ products, file: options.out }, `Wrote ${products} products to ${options.out}`);
    });
}
