import { type ReadPlan, openProductLists } from '../feeds/open-products.ts';
import { openContent } from '../format/content.ts';
import type { FileFormat } from '../format/format-types.ts';
import type { Mapping } from '../mapping/mapping-types.ts';
import { findScattered } from '../mapping/scattered-ids.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import { readIdRows } from './id-rows.ts';
import { productText } from './product-text.ts';
import { type LineReceiver, type QuickTable, quickTable, quickText } from './quick-text.ts';

const nothing: ReadonlySet<string> = new Set();

/**
 * Returns the delimiter of a CSV file whose bytes can be searched for delimiters, quotes and line endings. Returns undefined for any other
 * file.
 */
function byteDelimiter({ kind, encoding = 'utf-8', delimiter = ',' }: FileFormat): string | undefined {
  return kind === 'csv' && encoding === 'utf-8' && /^[\t !#-~]$/.test(delimiter) ? delimiter : undefined;
}

/**
 * Prepares a table whose rows can be copied. If several rows can belong to one product, first reads the ids to find products whose rows are
 * not consecutive. Returns undefined if all rows must be decoded.
 */
async function findQuickTable(file: FileBytes, format: FileFormat, mapping: Mapping): Promise<QuickTable | undefined> {
  const delimiter = byteDelimiter(format);
  const table = delimiter === undefined ? undefined : quickTable(delimiter, mapping, nothing);
  if (table === undefined || !table.isGrouped) return table;
  const ids = readIdRows(openContent(file, format), table.delimiter, table.idColumn);
  const scattered = await findScattered(ids, { headerRow: mapping.headerRow, idColumn: 0, continued: false });
  return quickTable(table.delimiter, mapping, scattered);
}

/**
 * Reads a table or a feed as NDJSON, one line per product. Rows of CSV files in UTF-8 are copied without being decoded if possible.
 * @param options.scanned the same file, for the first of two readings
 * @throws FileError if the file cannot be read to its end
 */
export async function* openProductText(
  file: FileBytes,
  format: FileFormat,
  plan: ReadPlan,
  options: { spool: Spool; scanned: FileBytes; receiver: LineReceiver; chunkBytes: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { spool, scanned, receiver, chunkBytes } = options;
  const table = 'mapping' in plan ? await findQuickTable(scanned, format, plan.mapping) : undefined;
  if (table !== undefined) yield* quickText(openContent(file, format), table, receiver, chunkBytes);
  else yield* productText(openProductLists(file, format, plan, spool, scanned), receiver.lineOf, chunkBytes);
}
