import { openJson, openProductLists, productText, type ReadPlan, type Spool } from '@pimento/files';
import type { Connection } from '../../platform/core.ts';
import type { FilePlan, OpenedBody } from '../judge/import-types.ts';
import { createCellFinder, findFeedPlace } from './cell-place-rules.ts';
import type { FileKey } from './file-store.ts';
import { refusing } from './file-fault.ts';
import type { PreparedFile } from './feed-preparation.ts';
import { createRowOrigins } from './row-origins.ts';
import { openStoredFile } from './stored-file.ts';

/** How this run of an import reads its file. */
interface FileReading extends Pick<PreparedFile, 'feed'> {
  spool: Spool;
  /** Number of products that an earlier run has handled. */
  handled: number;
}

/**
 * Opens an uploaded file as the body of an import. JSON is unpacked and converted to UTF-8, but otherwise unchanged. A table or feed
 * becomes one line for each product.
 */
export function openFileBody(
  connection: Connection,
  clientId: FileKey['clientId'],
  { fileId, bytes, format, mapping }: FilePlan,
  { spool, handled, feed }: FileReading,
): OpenedBody {
  const key = { clientId, fileId };
  const plan: ReadPlan | undefined = mapping === null ? feed : { mapping };
  if (plan === undefined) return { bytes: refusing(openJson(openStoredFile(connection, key, bytes), format)) };
  const places = mapping === null ? findFeedPlace : createCellFinder(mapping);
  const origins = createRowOrigins(places, format.sheet, handled);
  // parts of a workbook are read twice, so the number of bytes read can exceed the size
  const file = openStoredFile(connection, key, bytes, (read) => {
    origins.addBytes(Math.min(read, bytes - origins.bytesRead));
  });
  const scanned = openStoredFile(connection, key, bytes);
  const products = openProductLists(file, format, plan, spool, scanned);
  return { bytes: refusing(productText(products, origins.lineOf)), origins };
}
