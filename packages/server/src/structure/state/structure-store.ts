import { sql } from 'kysely';
import { problem } from '@pimento/contract/problem';
import { type Connection, type ClientId, PimentoError, type Transaction } from '../../platform/core.ts';

export interface StructureState {
  judgedVersion: number;
  nextPosition: number;
  /**
   * Id of the definition change that is checking stored values. While it is set, writers record the products that they write. Null if there
   * is none.
   */
  watchedChange: string | null;
}

/**
 * Takes the client's structure lock. To avoid deadlocks, take it before locking products. Batches of imports share the lock. Changes to
 * definitions and new attributes need the lock exclusively, so that no value is stored under a definition that has changed since the value
 * was judged.
 */
export async function lockStructure(
  connection: Transaction,
  clientId: ClientId,
  strength: 'share' | 'update',
): Promise<StructureState> {
  await queueForStructure(connection, clientId, strength);
  const { rows } = await sql<StructureState>`
    select structure_state.judged_version as "judgedVersion", structure_state.next_position as "nextPosition",
      structure_state.watched_change as "watchedChange"
    from structure_state
    where structure_state.client_id = ${clientId}
    ${strength === 'share' ? sql`for share` : sql`for update`}`.execute(connection);
  const state = rows[0];
  if (state) return state;
  await sql`insert into structure_state (client_id) values (${clientId}) on conflict do nothing`.execute(connection);
  return lockStructure(connection, clientId, strength);
}

/**
 * Makes the transaction wait for the structure lock in a queue, with an advisory lock. Row locks alone have no queue. An exclusive lock
 * would have to wait as long as batches of imports overlap, which took more than 8 s with four imports. The advisory lock only determines
 * the order of transactions, so it need not work across the nodes of a distributed database.
 */
async function queueForStructure(
  connection: Transaction,
  clientId: ClientId,
  strength: 'share' | 'update',
): Promise<void> {
  const lockKey = sql`hashtextextended(${`structure ${clientId}`}, 0)`;
  await (
    strength === 'share'
      ? sql`select pg_advisory_xact_lock_shared(${lockKey})`
      : sql`select pg_advisory_xact_lock(${lockKey})`
  ).execute(connection);
}

/** Saves the judged version and the next position. The transaction must hold the structure lock for update. */
export async function saveStructureState(
  connection: Transaction,
  clientId: ClientId,
  state: Pick<StructureState, 'judgedVersion' | 'nextPosition'>,
): Promise<void> {
  await sql`
    update structure_state
    set judged_version = ${state.judgedVersion}, next_position = ${state.nextPosition}
    where structure_state.client_id = ${clientId}`.execute(connection);
}

/** Reads the state without a lock. An import judges with this state until its first batch takes the lock. */
export async function findStructureState(connection: Connection, clientId: ClientId): Promise<StructureState> {
  const { rows } = await sql<StructureState>`
    select structure_state.judged_version as "judgedVersion", structure_state.next_position as "nextPosition",
      structure_state.watched_change as "watchedChange"
    from structure_state
    where structure_state.client_id = ${clientId}`.execute(connection);
  return rows[0] ?? { judgedVersion: 1, nextPosition: 1, watchedChange: null };
}

/**
 * Maximum time that a request waits for the structure lock. An atomic import holds this lock until it ends, and each waiting request
 * occupies a database connection.
 */
export const maxLockWaitMs = 30_000;

/** Creates the error for a request that waited too long for the structure lock. */
export const definitionsLocked = (): PimentoError =>
  new PimentoError(problem('not-possible-now', { kind: 'definitions-locked' }), {}, { 'retry-after': '10' });

/**
 * Creates string attributes for names that an import uses for the first time. The transaction must hold the structure lock for update.
 * @returns the number of created attributes; if it is smaller than the number in `seen`, some of the attributes already exist and the
 * calling code must judge the values again
 */
export async function createSeenAttributes(
  connection: Transaction,
  clientId: ClientId,
  seen: readonly { id: string; multiValue: boolean }[],
  state: StructureState,
): Promise<number> {
  const payload = JSON.stringify(
    seen.map(({ id, multiValue }, index) => ({ id, multi_value: multiValue, position: state.nextPosition + index })),
  );
  const { numAffectedRows = 0n } = await sql`
    insert into attribute (client_id, attribute_key, id, name, storage_name, type_id, multi_value, position)
    select ${clientId}, s.id, s.id, s.id, s.id, 'string', s.multi_value, s.position
    from jsonb_to_recordset(${payload}::jsonb) as s (id text, multi_value boolean, position integer)
    on conflict do nothing`.execute(connection);
  await saveStructureState(connection, clientId, { ...state, nextPosition: state.nextPosition + seen.length });
  return Number(numAffectedRows);
}

/** Creates categories that do not exist yet, in id order so that concurrent imports lock them in the same order and cannot deadlock. */
export async function createSeenCategories(
  connection: Transaction,
  clientId: ClientId,
  categoryIds: readonly string[],
): Promise<void> {
  if (categoryIds.length === 0) return;
  await sql`
    insert into category (client_id, category_id)
    select ${clientId}, s.category_id
    from jsonb_array_elements_text(${JSON.stringify([...categoryIds].sort())}::jsonb) with ordinality as s (category_id, place)
    order by s.place
    on conflict do nothing`.execute(connection);
}
