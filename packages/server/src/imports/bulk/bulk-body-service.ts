import type { OpenedBody } from '../judge/import-types.ts';
import { openEditor } from './bulk-editor-service.ts';
import { bareTail, inChunks, lineText } from './bulk-line-rules.ts';
import { type BulkOrigins, createBulkOrigins } from './bulk-origin-rules.ts';
import { fixSelection, type SelectionDeps } from './bulk-selection-service.ts';
import type { BulkKey } from './bulk-types.ts';
import { findPart, getPlan } from './bulk-views.ts';

async function* openLines(
  deps: SelectionDeps,
  key: BulkKey,
  origins: BulkOrigins,
  handled: number,
): AsyncGenerator<Buffer> {
  const { database } = deps;
  const plan = await getPlan(database, key);
  await fixSelection(deps, key, plan);
  const edit = await openEditor(deps, key, plan, origins);
  for (let partNo = 0, first = 0; ; partNo++) {
    const ids = await findPart(database, key, partNo);
    if (!ids) return;
    const isHandled = first + ids.length <= handled;
    const chunks = isHandled ? inChunks(ids, (id) => lineText(id, bareTail)) : edit(ids, first, partNo);
    for await (const text of chunks) {
      const bytes = Buffer.from(text);
      origins.addBytes(bytes.byteLength);
      yield bytes;
    }
    first += ids.length;
  }
}

/** Reads one chunk ahead, so that products are read while the import judges and stores the previous chunk. */
async function* oneAhead(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    let following = chunks.next();
    for (let step = await following; step.done !== true; step = await following) {
      following = chunks.next();
      following.catch(() => undefined); // the next iteration receives the error; until then, this prevents an unhandled rejection
      yield step.value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

/**
 * Opens a bulk edit as the body of an import, with one line of NDJSON for each chosen product. A line is computed shortly before the import
 * stores it.
 * @param handled number of products that an earlier run has handled; parts that consist only of such products are not read again
 */
export function openBulkBody(deps: SelectionDeps, key: BulkKey, handled: number): OpenedBody {
  const origins = createBulkOrigins();
  return { bytes: oneAhead(openLines(deps, key, origins, handled)), origins };
}
