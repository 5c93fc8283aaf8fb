import { type RawBuilder, sql } from 'kysely';
import { claimFirst, claimLooks, type ClientId, type Database, type Transaction } from '../../platform/index.ts';
import type { OpenChange } from './change-types.ts';

/** Ended changes are deleted after this many days, when the client's next change is stored. */
const keptDays = 30;

export type ChangeKey = Pick<OpenChange, 'clientId' | 'changeId'>;

const isChange = ({ clientId, changeId }: ChangeKey) =>
  sql<boolean>`definition_change.client_id = ${clientId} and definition_change.change_id = ${changeId}::uuid`;

/** Stores a new change and deletes the client's changes that ended more than `keptDays` days ago. */
export async function insertChange(
  connection: Transaction,
  change: Pick<OpenChange, 'clientId' | 'changeId' | 'actor' | 'dryRun' | 'attributes'> & {
    definitions: readonly unknown[];
    products: number;
  },
): Promise<void> {
  const { clientId, changeId, actor, dryRun, attributes, definitions, products } = change;
  await sql`
    delete from definition_change
    where definition_change.client_id = ${clientId}
      and definition_change.finished_at < now() - make_interval(days => ${keptDays})
      and not definition_change.watching`.execute(connection);
  await sql`
    insert into definition_change (client_id, change_id, status, dry_run, actor, definitions, attributes, products)
    values (
      ${clientId}, ${changeId}::uuid, 'Checking', ${dryRun}, ${actor},
      ${JSON.stringify(definitions)}::jsonb, ${JSON.stringify(attributes)}::jsonb, ${products}
    )`.execute(connection);
}

/**
 * SQL condition that an open change is due.
 * @param clientId the client of the change, or the column with it
 */
const isDueNow = (clientId: ClientId | RawBuilder<unknown>) => sql<boolean>`(
  (definition_change.status in ('Checking', 'Converting') or definition_change.watching)
  and definition_change.served_at <= clock_timestamp()
  and (
    definition_change.status <> 'Checking'
    or not exists (
      select 1
      from definition_change as earlier
      where earlier.client_id = ${clientId}
        and earlier.change_id < definition_change.change_id
        and (earlier.status = 'Checking' or earlier.watching)
    )
  )
)`;

/**
 * Locks the open change whose last slice was longest ago, until the transaction ends. Returns undefined if none is due. Changes of one
 * client are checked one after the other, in the order of their ids.
 * @param clientId limits the search to one client
 */
export async function lockNextChange(connection: Transaction, clientId?: ClientId): Promise<OpenChange | undefined> {
  const look = sql<ChangeKey>`
    select definition_change.client_id as "clientId", definition_change.change_id as "changeId"
    from definition_change
    where ${isDueNow(sql`definition_change.client_id`)}
      and ${clientId === undefined ? sql`true` : sql`definition_change.client_id = ${clientId}`}
    order by definition_change.served_at, definition_change.client_id, definition_change.change_id
    limit ${claimLooks}`;
  return claimFirst(
    async () => (await look.execute(connection)).rows,
    (key) => lockChange(connection, key),
  );
}

/** Locks an open change. @returns undefined if it is not due any more or is locked */
async function lockChange(connection: Transaction, key: ChangeKey): Promise<OpenChange | undefined> {
  const { rows } = await sql<OpenChange>`
    select
      definition_change.client_id as "clientId", definition_change.change_id as "changeId", definition_change.status,
      definition_change.dry_run as "dryRun", definition_change.actor, definition_change.definitions,
      definition_change.attributes, definition_change.checks_hash as "checksHash", definition_change.watching,
      definition_change.scanned, definition_change.checked, definition_change.holders,
      definition_change.to_convert as "toConvert", definition_change.converted, definition_change.misfits,
      definition_change.misfit_counts as "misfitCounts", definition_change.samples, definition_change.reached,
      definition_change.lock_tries as "lockTries"
    from definition_change
    where ${isChange(key)} and ${isDueNow(key.clientId)}
    for update skip locked`.execute(connection);
  return rows[0];
}

const columns = {
  attributes: 'jsonb',
  checksHash: 'text',
  watching: 'boolean',
  scanned: 'boolean',
  checked: 'bigint',
  holders: 'bigint',
  toConvert: 'bigint',
  converted: 'bigint',
  misfits: 'bigint',
  misfitCounts: 'jsonb',
  samples: 'jsonb',
  reached: 'text',
  status: 'text',
  problem: 'jsonb',
  answer: 'jsonb',
} as const;

const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Saves the changed properties of a change, and the time at which the slice ended. If `times` is given, also sets these times and deletes
 * the definitions that the request sent.
 */
export async function saveChange(
  connection: Transaction,
  key: ChangeKey,
  changed: Partial<Omit<OpenChange, 'definitions'> & { problem: unknown; answer: unknown }>,
  ...times: ('switched' | 'finished')[]
): Promise<void> {
  const sets: RawBuilder<unknown>[] = Object.entries(columns).flatMap(([name, type]) => {
    const value: unknown = changed[name as keyof typeof changed]; // `columns` has only keys of this type
    if (value === undefined) return [];
    const sent = type === 'jsonb' ? JSON.stringify(value) : value;
    return [sql`${sql.ref(columnOf(name))} = ${sent}::${sql.raw(type)}`];
  });
  if (times.includes('switched')) sets.push(sql`switched_at = now()`);
  if (times.includes('finished')) sets.push(sql`finished_at = now()`);
  if (times.length > 0) sets.push(sql`definitions = null`);
  await sql`
    update definition_change
    set ${sql.join([...sets, sql`served_at = clock_timestamp(), lock_tries = 0`])}
    where ${isChange(key)}`.execute(connection);
}

/**
 * Postpones the next slice by a second after a failed slice, and counts the attempt, because each further attempt waits longer for the
 * lock.
 */
export async function postponeChange(connection: Database, key: ChangeKey): Promise<void> {
  await sql`
    update definition_change
    set served_at = clock_timestamp() + interval '1 second', lock_tries = definition_change.lock_tries + 1
    where ${isChange(key)}`.execute(connection);
}

/** Cancels a change whose stored values are still being checked. @returns false if the check had already ended */
export async function cancelChecking(connection: Database, key: ChangeKey): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update definition_change
    set status = 'Cancelled', finished_at = now(), definitions = null
    where ${isChange(key)} and definition_change.status = 'Checking'`.execute(connection);
  return numAffectedRows > 0n;
}

/**
 * Sets the change for which writers record the products that they write, or null for none. The transaction must hold the structure lock for
 * update.
 */
export async function watchWrites(connection: Transaction, clientId: ClientId, changeId: string | null): Promise<void> {
  await sql`
    update structure_state
    set watched_change = ${changeId}::uuid
    where structure_state.client_id = ${clientId}`.execute(connection);
}

/** Deletes up to `limit` records of written products. @returns the product ids of each deleted record */
export async function takeWrites(connection: Transaction, key: ChangeKey, limit: number): Promise<string[][]> {
  const { rows } = await sql<{ productIds: string[] }>`
    delete from definition_change_write
    where definition_change_write.client_id = ${key.clientId}
      and definition_change_write.change_id = ${key.changeId}::uuid
      and definition_change_write.write_id in (
        select written.write_id
        from definition_change_write as written
        where written.client_id = ${key.clientId} and written.change_id = ${key.changeId}::uuid
        order by written.write_id
        limit ${limit}
      )
    returning definition_change_write.product_ids as "productIds"`.execute(connection);
  return rows.map(({ productIds }) => productIds);
}

/** Deletes all of a change's records of written products. */
export async function deleteWrites(connection: Transaction, { clientId, changeId }: ChangeKey): Promise<void> {
  await sql`
    delete from definition_change_write
    where definition_change_write.client_id = ${clientId} and definition_change_write.change_id = ${changeId}::uuid`.execute(
    connection,
  );
}
