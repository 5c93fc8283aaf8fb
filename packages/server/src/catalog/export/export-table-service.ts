import { problem } from '@pimento/contract/problem';
import {
  CannotCarryError,
  type Column,
  columnsOf,
  parseProduct,
  type ProductObject,
  sheetChunks,
  writeCsv,
  writeXlsx,
} from '@pimento/files';
import { PimentoError, toStorableText } from '../../platform/core.ts';
import { attributesOf, loadStructure } from '../../structure/core.ts';
import { resolveColumns } from '../views/product-filter-rules.ts';
import { exportChunks, inSnapshot, type PageDeps, type SnapshotDeps } from './export-content-service.ts';
import type { ExportTask, TableChoice } from './export-types.ts';

type TableTask = Pick<ExportTask, 'clientId' | 'query'> & { table: TableChoice };

/** Yields the products of an export, except those with an id in `except`. Each chunk consists of whole lines. */
async function* productsOf(
  chunks: AsyncIterable<string>,
  except: ReadonlySet<unknown>,
): AsyncGenerator<ProductObject, void, undefined> {
  for await (const chunk of chunks)
    for (const line of chunk.split('\n')) {
      if (line === '') continue;
      const product = parseProduct(line);
      if (!except.has(product['__ID'])) yield product;
    }
}

/** Converts the error of a workbook that cannot be written to an error of the request. Returns any other error unchanged. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof CannotCarryError)) return error;
  const { exceeded } = error;
  if (exceeded.limit === 'columns') {
    const { count, max } = exceeded;
    return new PimentoError(problem('format-cannot-carry', { kind: 'columns', count, max }));
  }
  if (exceeded.limit === 'rows')
    return new PimentoError(problem('format-cannot-carry', { kind: 'rows', max: exceeded.max }));
  const { column, productId, length, max } = exceeded;
  const attribute = toStorableText(column);
  return new PimentoError(problem('format-cannot-carry', { kind: 'cell', attribute, productId, length, max }));
}

/**
 * Writes the products as a workbook. Reads all products first, so that the request is refused before the first byte if the workbook cannot
 * hold them.
 * @throws PimentoError format-cannot-carry
 */
async function* workbookOf(
  open: () => AsyncIterable<ProductObject>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const _chunk of sheetChunks(open(), columns));
  } catch (error) {
    throw refusalOf(error);
  }
  yield* writeXlsx(open(), columns);
}

async function* tableOf(
  deps: PageDeps,
  { clientId, query, table }: TableTask,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const structure = await loadStructure(deps.connection, clientId);
  const fields = table.columns && resolveColumns(structure, table.columns);
  const columns = columnsOf(attributesOf(structure), fields);
  const except = new Set<unknown>(table.except);
  const open = () => productsOf(exportChunks(deps, { clientId, query: { ...query, fields } }, signal), except);
  yield* table.format === 'csv' ? writeCsv(open(), columns) : workbookOf(open, columns);
}

/**
 * Yields the bytes of a CSV or XLSX file with the matching products of a client from one snapshot, in the order of the query.
 * @param signal ends the export, even in the middle of a statement
 * @throws PimentoError invalid-parameter, query-too-slow; format-cannot-carry before the first byte
 */
export const exportTable = (
  deps: SnapshotDeps,
  task: TableTask,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> =>
  inSnapshot(deps, signal, (pageDeps) => tableOf(pageDeps, task, signal));
