import { mapTable, openJson, openRows, productText, type Spool } from '@pimento/files';
import type { Connection } from '../../platform/core.ts';
import type { FilePlan, OpenedBody } from '../judge/import-types.ts';
import type { FileKey } from './file-store.ts';
import { refusing } from './file-fault.ts';
import { createRowOrigins } from './row-origins.ts';
import { openStoredFile } from './stored-file.ts';

/**
 * Opens an uploaded file as the body of an import. JSON is decompressed and converted to UTF-8; a table is converted to one line of JSON
 * for each product.
 * @param handled number of products that an earlier run has handled
 */
export function openFileBody(
  connection: Connection,
  clientId: FileKey['clientId'],
  { fileId, bytes, format, mapping }: FilePlan,
  { spool, handled }: { spool: Spool; handled: number },
): OpenedBody {
  const key = { clientId, fileId };
  if (mapping === null) return { bytes: refusing(openJson(openStoredFile(connection, key, bytes), format)) };
  const origins = createRowOrigins(mapping, format.sheet, handled);
  // parts of a workbook are read twice, so the number of read bytes could exceed the size of the file
  const file = openStoredFile(connection, key, bytes, (read) => {
    origins.addBytes(Math.min(read, bytes - origins.bytesRead));
  });
  const scanned = openStoredFile(connection, key, bytes);
  const rowsOf = (source: typeof file) => () => openRows(source, format, spool);
  const mapped = mapTable(rowsOf(file), mapping, rowsOf(scanned));
  return { bytes: refusing(productText(mapped, origins.lineOf)), origins };
}
