import { sql } from 'kysely';
import { type ClientId, createLeaseStore, type Database, type Transaction } from '../../platform/index.ts';

const leases = createLeaseStore({
  table: 'value_split',
  key: ['client_id', 'attribute_key'],
  status: 'Splitting',
});

/** One attribute whose stored strings are being split into several values if they contain a list. */
export interface Split {
  clientId: ClientId;
  attributeKey: string;
  jobId: string;
  /** The actor that started the split. The history records this actor as the author of the changes. */
  actor: string;
  /** Id of the last processed product, or '' before the first one. */
  reached: string;
}

/** Starts the split of an attribute's values at the first product. Replaces a split that is already running. */
export async function startSplit(connection: Transaction, split: Omit<Split, 'reached'>): Promise<void> {
  await sql`
    insert into value_split (client_id, attribute_key, job_id, actor, status)
    values (${split.clientId}, ${split.attributeKey}, ${split.jobId}, ${split.actor}, 'Splitting')
    on conflict (client_id, attribute_key) do update
    set
      job_id = excluded.job_id, actor = excluded.actor, status = excluded.status, reached = '', products = 0, changed = 0,
      owner = null, heartbeat_at = null, started_at = excluded.started_at, finished_at = null`.execute(connection);
}

/** Claims the oldest split that no other process is working on. @returns undefined if there is none */
export async function claimSplit(connection: Database, owner: string): Promise<Split | undefined> {
  return leases.claimNext<Split>(connection, owner, {
    isDue: sql`value_split.status = 'Splitting' and ${leases.isFreeFor(owner)}`,
    order: sql`value_split.job_id`,
    returning: sql`
      value_split.client_id as "clientId", value_split.attribute_key as "attributeKey",
      value_split.job_id as "jobId", value_split.actor, value_split.reached`,
  });
}

/**
 * Records the progress or the end of a split.
 * @returns false if another process owns the split, or a later split has replaced it
 */
export async function saveSplitProgress(
  connection: Transaction,
  owner: string,
  { clientId, attributeKey, jobId }: Split,
  progress: { reached: string; products: number; changed: number } | 'done',
): Promise<boolean> {
  const isDone = progress === 'done';
  const { reached, products, changed } = isDone ? { reached: null, products: 0, changed: 0 } : progress;
  const { numAffectedRows = 0n } = await sql`
    update value_split
    set
      reached = coalesce(${reached}::text, value_split.reached),
      products = value_split.products + ${products},
      changed = value_split.changed + ${changed},
      status = ${isDone ? 'Completed' : 'Splitting'},
      finished_at = ${isDone ? sql`now()` : sql`null`},
      heartbeat_at = now()
    where value_split.client_id = ${clientId}
      and value_split.attribute_key = ${attributeKey}
      and value_split.job_id = ${jobId}
      and ${leases.isHeldBy(owner)}`.execute(connection);
  return numAffectedRows > 0n;
}
