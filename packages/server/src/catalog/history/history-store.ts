import { sql } from 'kysely';
import type { ClientId, ProductId, Transaction } from '../../platform/core.ts';
import { idInOrder, joinLastEntry } from '../../structure/core.ts';
import type { ValueChange } from '../product/product-types.ts';

export interface HistoryWrite {
  productId: ProductId;
  /**
   * A UUIDv7. If the product's last history entry is not earlier, a later id is stored instead, because the clocks of processes and threads
   * differ.
   */
  historyId: string;
  changes: ValueChange[];
}

/** Appends changes to the history. Creations are not appended, because they are recorded in the product's row. */
export async function appendHistory(
  connection: Transaction,
  clientId: ClientId,
  entries: readonly HistoryWrite[],
  origin: { actor: string; jobId: string | null },
): Promise<void> {
  if (entries.length === 0) return;
  const payload = JSON.stringify(
    entries.map((entry, index) => ({ i: entry.productId, h: entry.historyId, c: entry.changes, n: index })),
  );
  await sql`
    insert into product_history (client_id, product_id, history_id, kind, actor, job_id, changes)
    select ${clientId}, s.i, ${idInOrder(sql`s.h`, sql`s.n`)}, 'updated', ${origin.actor}, ${origin.jobId}::uuid, s.c
    from jsonb_to_recordset(${payload}::jsonb) as s (i text, h uuid, c jsonb, n integer)
    ${joinLastEntry(clientId, sql`s.i`)}`.execute(connection);
}
